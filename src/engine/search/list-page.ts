import type { OpenCollection } from '../open/faces.ts';

export interface ListPage {
  /** Chunks in path order. */
  readonly chunks: readonly { readonly shard: number; readonly chunk: number }[];
  readonly total: number;
  /** Hits by file index. */
  readonly fileHits: Uint32Array;
}

/** Lists the chunks that pass, from number `offset` on. Counts first, so that the others need no memory. */
export function listPage(
  open: Pick<OpenCollection, 'fileCount' | 'shards'>,
  passes: (shard: number, chunk: number) => boolean,
  { offset, limit }: { offset: number; limit: number },
): ListPage {
  const fileHits = new Uint32Array(open.fileCount);
  let total = 0;
  eachChunk(open, (shard, chunk, fileIndex) => {
    if (!passes(shard, chunk)) return;
    fileHits[fileIndex] = (fileHits[fileIndex] as number) + 1;
    total++;
  });
  const { first, last, skip } = findFiles(fileHits, offset, limit);
  const found: { fileIndex: number; shard: number; chunk: number }[] = [];
  eachChunk(open, (shard, chunk, fileIndex) => {
    if (fileIndex >= first && fileIndex <= last && passes(shard, chunk)) found.push({ fileIndex, shard, chunk });
  });
  found.sort((a, b) => a.fileIndex - b.fileIndex || a.chunk - b.chunk);
  return { chunks: found.slice(skip, skip + limit), total, fileHits };
}

function eachChunk(
  { shards }: Pick<OpenCollection, 'shards'>,
  visit: (shard: number, chunk: number, fileIndex: number) => void,
): void {
  shards.forEach(({ shard, fileOrder }, s) => {
    fileOrder.forEach((fileIndex, file) => {
      const end = shard.fileStarts[file + 1] as number;
      for (let chunk = shard.fileStarts[file] as number; chunk < end; chunk++) visit(s, chunk, fileIndex);
    });
  });
}

/** Finds the files with hits `offset` to `offset + limit`, and the number of their hits to skip. */
function findFiles(
  fileHits: Uint32Array,
  offset: number,
  limit: number,
): { first: number; last: number; skip: number } {
  let before = 0;
  let first = 0;
  while (first < fileHits.length && before + (fileHits[first] as number) <= offset)
    before += fileHits[first++] as number;
  let last = first;
  for (let hits = before; last < fileHits.length; last++) {
    hits += fileHits[last] as number;
    if (hits >= offset + limit) break;
  }
  return { first, last, skip: offset - before };
}
