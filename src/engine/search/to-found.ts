import type { ChunkRow, OrderChunk, RankAnswer } from '../../kernel/contract.ts';
import { findRange } from '../../lib/binary-search.ts';
import type { OpenShard, SearchedCollection } from '../open/faces.ts';
import type { FoundChunk } from './to-hit.ts';

/** Returns the hits of a ranking as chunks of the collection, best first. */
export function toFound(open: SearchedCollection, answer: RankAnswer): FoundChunk[] {
  return Array.from(answer.chunk, (local, i) => {
    const shardIndex = answer.shard[i] as number;
    return {
      ...placeOf(open, shardIndex, local),
      score: answer.score[i] as number,
      matched: answer.matched[i] as number,
    };
  });
}

/** Reads what the rows of these chunks need. */
export async function prepareFound({ shards }: SearchedCollection, chunks: readonly FoundChunk[]): Promise<void> {
  await Promise.all(
    shards.map(({ shard }, s) =>
      shard.prepareChunks(chunks.filter((chunk) => chunk.shard === s).map(({ local }) => local)),
    ),
  );
}

/** Finds a chunk by its shard and its number in it. */
export function placeOf(
  open: SearchedCollection,
  shardIndex: number,
  local: number,
): Omit<FoundChunk, 'score' | 'matched'> {
  const { shard, fileOrder } = open.shards[shardIndex] as OpenShard;
  const file = findRange(shard.fileStarts, shard.fileCount, local);
  let row: ChunkRow | undefined;
  return {
    fileIndex: fileOrder[file] as number,
    chunkIndex: local - (shard.fileStarts[file] as number),
    shard: shardIndex,
    local,
    row() {
      row ??= shard.chunk(local);
      return row;
    },
  };
}

/** A title that no heading repeats counts as a heading of the whole file, and of its first chunk as one of its own. Words of the path count too. */
export function toOrderChunk(
  open: SearchedCollection,
  { fileIndex, chunkIndex, row, text = '' }: FoundChunk,
): OrderChunk {
  const { headingPath, headings } = row();
  const { title } = open.row(fileIndex);
  const titles = title === undefined || headingPath.includes(title) ? [] : [title];
  const texts = [text, ...headingPath, ...titles, open.fileNames(fileIndex).path];
  return { texts, headings: chunkIndex === 0 ? [...headings, ...titles] : headings };
}
