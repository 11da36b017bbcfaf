import type { Shard } from '../../kernel/contract.ts';
import { compareUtf8 } from '../../lib/bytes.ts';
import type { FieldTotals, IndexTerms, OpenShard, SearchedCollection } from './faces.ts';

/** Marks a chunk of a shard that is not exported. */
export const DROPPED = 0xffffffff;

/** Terms of a shard, and the ordinal of each of its chunks, or `DROPPED`. */
export interface MappedShard {
  readonly shard: Shard;
  readonly ordinals: Uint32Array;
}

/** Returns the terms of a collection that was read as a whole. */
export function createIndexTerms({
  shards,
  ordinals,
  totalChunks,
}: Pick<SearchedCollection, 'shards' | 'ordinals' | 'totalChunks'>): IndexTerms {
  const map = (): MappedShard[] => shards.map((open) => mapShard(open, (fileIndex) => ordinals[fileIndex] as number));
  return {
    async docLens() {
      const lengths = new Uint32Array(totalChunks);
      for (const mapped of map()) putLengths(mapped, lengths);
      return lengths;
    },
    fieldTotals: async () => sumTotals(shards.map(({ shard }) => shard.fieldTotals())),
    list: () => mergeTerms(map()),
  };
}

/** Maps the chunks of a shard by the first ordinal of each file. */
export function mapShard(
  { shard, fileOrder }: Pick<OpenShard, 'shard' | 'fileOrder'>,
  firstOf: (fileIndex: number) => number,
): MappedShard {
  const ordinals = new Uint32Array(shard.chunkCount);
  fileOrder.forEach((fileIndex, i) => {
    const start = shard.fileStarts[i] as number;
    const end = shard.fileStarts[i + 1] as number;
    const first = firstOf(fileIndex);
    for (let local = start; local < end; local++) ordinals[local] = first === DROPPED ? DROPPED : first + local - start;
  });
  return { shard, ordinals };
}

/** Writes the body length of every exported chunk to its place. */
export function putLengths({ shard, ordinals }: MappedShard, lengths: Uint32Array): void {
  shard.bodyLengths().forEach((length, local) => {
    if (ordinals[local] !== DROPPED) lengths[ordinals[local] as number] = length;
  });
}

export function sumTotals(added: readonly FieldTotals[], removed: readonly FieldTotals[] = []): FieldTotals {
  const sum = { body: 0, heading: 0, symbol: 0, path: 0 };
  const fields = ['body', 'heading', 'symbol', 'path'] as const;
  for (const own of added) for (const field of fields) sum[field] += own[field];
  for (const own of removed) for (const field of fields) sum[field] -= own[field];
  return sum;
}

/** Yields the terms of several shards in byte order. */
export async function* mergeTerms(
  shards: readonly MappedShard[],
): AsyncGenerator<{ term: string; pairs: Uint32Array }> {
  const heads = shards.map(({ shard, ordinals }) => {
    const iterator = shard.bodyTerms()[Symbol.iterator]();
    return { iterator, ordinals, next: iterator.next() };
  });
  for (;;) {
    let smallest: string | undefined;
    for (const { next } of heads) {
      if (next.done === true) continue;
      if (smallest === undefined || compareUtf8(next.value.term, smallest) < 0) smallest = next.value.term;
    }
    if (smallest === undefined) return;
    const found: Uint32Array[] = [];
    for (const head of heads) {
      if (head.next.done === true || head.next.value.term !== smallest) continue;
      const pairs = toOrdinals(head.next.value.pairs, head.ordinals);
      if (pairs.length > 0) found.push(pairs);
      head.next = head.iterator.next();
    }
    if (found.length > 0) yield { term: smallest, pairs: joinPairs(found) };
  }
}

/** Maps pairs in place; they stay ascending, since a shard's files are in path order. The caller owns the pairs. */
function toOrdinals(pairs: Uint32Array, ordinals: Uint32Array): Uint32Array {
  let kept = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    const ordinal = ordinals[pairs[i] as number] as number;
    if (ordinal === DROPPED) continue;
    pairs[kept++] = ordinal;
    pairs[kept++] = pairs[i + 1] as number;
  }
  return pairs.subarray(0, kept);
}

/** Merges ascending lists pairwise. Most terms are in one shard only. */
function joinPairs(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 1) return lists[0] as Uint32Array;
  const half = lists.length >> 1;
  return mergePairs(joinPairs(lists.slice(0, half)), joinPairs(lists.slice(half)));
}

function mergePairs(a: Uint32Array, b: Uint32Array): Uint32Array {
  const merged = new Uint32Array(a.length + b.length);
  let i = 0;
  let j = 0;
  for (let at = 0; at < merged.length; at += 2) {
    const isFromA = j === b.length || (i < a.length && (a[i] as number) < (b[j] as number));
    const from = isFromA ? a : b;
    const place = isFromA ? i : j;
    merged[at] = from[place] as number;
    merged[at + 1] = from[place + 1] as number;
    if (isFromA) i += 2;
    else j += 2;
  }
  return merged;
}
