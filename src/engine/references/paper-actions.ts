import type { Engine } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { resolveSelection } from '../selection/resolve-selection.ts';
import { getReferences, writeDetails } from './document-details.ts';
import { listPapers } from './list-papers.ts';
import { writeReferences } from './read-references.ts';

/** Actions on the documents of a collection and their references. */
export function createPaperActions({
  deps: { kernel },
  collections,
  collectionRecords,
  emit,
}: EngineContext): Pick<Engine, 'exportReferences' | 'listPapers' | 'writeDetails'> {
  return {
    exportReferences: (collectionId, scope) =>
      collections.withWholeCollection(collectionId, async (open) => {
        const { files } = await resolveSelection(kernel, open, scope);
        return writeReferences(files.map(open.row), getReferences(open));
      }),
    listPapers: (collectionId) => collections.withCollectionFiles(collectionId, listPapers),
    async writeDetails(collectionId, path, details) {
      const records = collectionRecords.of(collectionId);
      await collections.withCollectionFiles(collectionId, (open) => writeDetails(open, records, path, details));
      emit({ type: 'collection', collectionId, what: 'update' });
    },
  };
}
