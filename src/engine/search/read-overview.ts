import { findOverview } from '../../export/artifacts/overview.ts';
import type { Kernel } from '../../kernel/contract.ts';
import type { CollectionOverview } from '../contract.ts';
import { listEntries, listRows, type SearchedCollection } from '../open/faces.ts';
import { createFileTime } from '../open/open-collection.ts';
import { readOutline } from './answers.ts';
import { getResolver } from './list-links.ts';
import { readChunks } from './to-chunks.ts';

export async function readOverview(kernel: Kernel, open: SearchedCollection): Promise<CollectionOverview> {
  await open.completeFiles();
  const files = listRows(open);
  const resolve = getResolver(open);
  const overview = await findOverview({
    name: open.collection.name,
    files,
    chunks: (index) => readChunks(kernel, open, index),
    outline: (index) => readOutline(kernel, open, index),
    async links(index) {
      const { links } = kernel.readLeaf(await open.readLeaf(index));
      const from = open.fileNames(index).path;
      return links.map(({ target }) => resolve(from, target)).filter((path) => path !== undefined);
    },
  });
  return { ...overview, changed: findNewest(open) };
}

const MAX_CHANGED = 3;
/** Files of a fresh copy have one time: none of them is news. */
const NEWER_MS = 3_600_000;

function findNewest(open: SearchedCollection): CollectionOverview['changed'] {
  const timeOf = createFileTime(open);
  const dated = listEntries(open).filter((entry) => timeOf(entry) > 0 && entry.chunkCount > 0);
  const newest = dated.sort((a, b) => b.mtimeMs - a.mtimeMs);
  const usual = newest[Math.floor(newest.length / 2)]?.mtimeMs ?? 0;
  const changed = newest.slice(0, MAX_CHANGED).filter(({ mtimeMs }) => mtimeMs > usual + NEWER_MS);
  return changed.map(({ path, mtimeMs }) => ({ path, at: new Date(mtimeMs).toISOString() }));
}
