import type { Paper } from '../../model/document.ts';
import { listPlaces, parseAddress } from '../../places/address.ts';
import type { Engine } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { resolveSelection } from '../selection/resolve-selection.ts';
import { getReferences, writeDetails } from './document-details.ts';
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

/** Lists the documents of a collection, with the number of the last page. */
async function listPapers(open: SearchedCollection): Promise<Paper[]> {
  const papers: Paper[] = [];
  for (let i = 0; i < open.fileCount; i++) {
    const { path, kind, title, document = {}, chunkCount } = open.row(i);
    if (kind !== 'document') continue;
    await open.prepareChunks([i]);
    const last = chunkCount === 0 ? undefined : open.chunkRow(i, chunkCount - 1);
    const place = last && listPlaces({ kind, ...last }).at(-1)?.address;
    const address = place === undefined ? undefined : parseAddress(place);
    const { key, authors = [], year, doi, isRead = false, scannedPages = [], undecodedPages = [] } = document;
    const lastPage = address === undefined || address.unit === 'row' ? 0 : address.last;
    const pages = Math.max(lastPage, scannedPages.at(-1) ?? 0, undecodedPages.at(-1) ?? 0);
    papers.push({
      ...{ path, authors, isRead },
      ...(title !== undefined && { title }),
      ...(key !== undefined && { key }),
      ...(year !== undefined && { year }),
      ...(doi !== undefined && { doi }),
      ...(pages > 0 && { pages }),
    });
  }
  return papers;
}
