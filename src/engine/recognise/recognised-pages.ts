import type { Leaf } from '../../kernel/contract.ts';
import { isScannable } from '../../kinds/document-format.ts';
import { toHex } from '../../lib/bytes.ts';
import type { RecognisedPage } from '../../model/recognised.ts';
import { type CollectionRecords, type OwnRecords, RECOGNISED } from '../collection/collection-records.ts';
import type { FileTask, LeafMaker, NoLeaf } from '../deps.ts';
import type { FileEntry } from '../file-table/file-entry.ts';

/** Lists the pages of a file whose text is not known yet; numbered from 1. */
export function listUnread({ path, kind, document }: Pick<FileEntry, 'path' | 'kind' | 'document'>): readonly number[] {
  if (kind === 'image') return isScannable(path) && document?.ocrPages === undefined ? [1] : [];
  return [...(document?.scannedPages ?? []), ...(document?.undecodedPages ?? [])].sort((a, b) => a - b);
}

/** Lists the pages recognised so far, by file. */
export async function listRecognised(records: OwnRecords): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const found = new Map<string, Set<number>>();
  for (const key of await records.listKeys('pages', RECOGNISED)) {
    const [hash = '', page] = key.slice(RECOGNISED.length).split('/');
    const pages = found.get(hash) ?? new Set();
    found.set(hash, pages.add(Number(page)));
  }
  return found;
}

export function keepRecognised(records: OwnRecords, hash: string, page: RecognisedPage): Promise<void> {
  return records.put('pages', `${RECOGNISED}${hash}/${page.page}`, page);
}

export async function isRecognised(records: OwnRecords, hash: string, page: number): Promise<boolean> {
  return (await records.get('pages', `${RECOGNISED}${hash}/${page}`)) !== undefined;
}

export function removeRecognised(records: OwnRecords, hash: string): Promise<void> {
  return records.deletePrefix('pages', `${RECOGNISED}${hash}/`);
}

/** Gives the leaf maker the text that was recognised in the pictures of a file: by its hash, which is known once its leaf is made. */
export function withRecognised(leafMaker: LeafMaker, collectionRecords: CollectionRecords): LeafMaker {
  return {
    ...leafMaker,
    get workers() {
      return leafMaker.workers;
    },
    async make(tasks, signal) {
      const made = await leafMaker.make(tasks, signal);
      const [id] = tasks.flatMap(({ collectionId = '' }) => collectionId);
      if (!id || !made.some((one, i) => hasUnread(tasks[i], one))) return made;
      const records = collectionRecords.of(id);
      const known = await listRecognised(records);
      return Promise.all(
        made.map(async (one, i) => {
          const task = tasks[i];
          if (!hasUnread(task, one) || !known.has(toHex(one.fileHash))) return one;
          const rows = await records.list<RecognisedPage>('pages', { prefix: `${RECOGNISED}${toHex(one.fileHash)}/` });
          const { knownHash: _, ...again } = task as FileTask;
          const recognised = rows.map(([, page]) => page);
          const [better] = await leafMaker.make(
            [{ ...again, bytes: one.original ?? one.contents, recognised }],
            signal,
          );
          return better ?? one;
        }),
      );
    },
  };
}

function hasUnread(task: FileTask | undefined, made: Leaf | NoLeaf): made is Leaf {
  return 'leaf' in made && listUnread({ path: task?.path ?? '', ...made.facts }).length > 0;
}
