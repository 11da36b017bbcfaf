import type { IndexView } from '../export/contract.ts';
import type { Kernel } from '../kernel/contract.ts';
import { compareUtf8 } from '../lib/bytes.ts';
import { FORMAT_VERSION } from '../model/settings.ts';
import type { Warning } from '../model/warning.ts';
import type { FileEntry } from './file-entry.ts';
import type { OpenCollection } from './open-collection.ts';
import { readChunks } from './to-chunks.ts';

/** What exports read of one generation. */
export function toIndexView(kernel: Kernel, open: OpenCollection): IndexView {
  const { collection } = open.generation.row;
  const manySources = collection.sources.length > 1;
  return {
    name: collection.name,
    index_id: collection.index_id,
    settings: collection.settings,
    format_version: FORMAT_VERSION,
    // A lone source leaves no trace in artifacts: its name is that of a folder or an archive, which [E1] does not allow in.
    files: open.rows.map((row) => (manySources ? row : { ...row, source: '' })),
    warnings: listWarnings(open),
    totalChunks: open.totalChunks,
    async docLens() {
      const lengths = new Uint32Array(open.totalChunks);
      eachShardFile(open, (at) => {
        const own = at.bodyLengths.subarray(at.firstLocal, at.firstLocal + at.count);
        lengths.set(own, at.firstOrdinal);
      });
      return lengths;
    },
    async fieldTotals() {
      const totals = { body: 0, heading: 0, symbol: 0, path: 0 };
      for (const { shard } of open.shards) {
        const own = shard.fieldTotals();
        totals.body += own.body;
        totals.heading += own.heading;
        totals.symbol += own.symbol;
        totals.path += own.path;
      }
      return totals;
    },
    chunks: (fileIndex) => readChunks(kernel, open, fileIndex),
    async outline(fileIndex) {
      const leaf = kernel.readLeaf(await open.readSpan((open.files[fileIndex] as FileEntry).leaf));
      return {
        headings: leaf.headings,
        symbols: leaf.symbols.map((symbol) => ({
          name: symbol.name,
          what: symbol.what,
          start_line: symbol.startLine,
          end_line: symbol.endLine,
        })),
      };
    },
    async asset(fileIndex) {
      const file = open.files[fileIndex] as FileEntry;
      return file.kind === 'image' && file.original !== undefined ? open.readSpan(file.original) : undefined;
    },
    terms: () => mergeTerms(open),
  };
}

/** Sorted by path, line, code. */
export function listWarnings(open: OpenCollection): Warning[] {
  const all: Warning[] = Object.values(open.table.scanWarnings).flat();
  for (const entry of open.table.entries)
    for (const warning of entry.warnings) all.push({ ...warning, path: entry.path });
  return all.sort(
    (a, b) => compareUtf8(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compareUtf8(a.code, b.code),
  );
}

function eachShardFile(
  open: OpenCollection,
  visit: (at: { bodyLengths: Uint32Array; firstLocal: number; firstOrdinal: number; count: number }) => void,
): void {
  for (const { shard, fileOrder } of open.shards) {
    const bodyLengths = shard.bodyLengths();
    fileOrder.forEach((fileIndex, i) => {
      const firstLocal = shard.fileStarts[i] as number;
      visit({
        bodyLengths,
        firstLocal,
        firstOrdinal: open.ordinals[fileIndex] as number,
        count: (shard.fileStarts[i + 1] as number) - firstLocal,
      });
    });
  }
}

/** Local chunk number → ordinal, for one shard. */
function toOrdinalMap(open: OpenCollection, shardIndex: number): Uint32Array {
  const { shard, fileOrder } = open.shards[shardIndex] as OpenCollection['shards'][number];
  const map = new Uint32Array(shard.chunkCount);
  fileOrder.forEach((fileIndex, i) => {
    const first = shard.fileStarts[i] as number;
    const last = shard.fileStarts[i + 1] as number;
    for (let local = first; local < last; local++) map[local] = (open.ordinals[fileIndex] as number) + local - first;
  });
  return map;
}

async function* mergeTerms(open: OpenCollection): AsyncGenerator<{ term: string; pairs: Uint32Array }> {
  const heads = open.shards.map(({ shard }, i) => {
    const iterator = shard.bodyTerms()[Symbol.iterator]();
    return { iterator, map: toOrdinalMap(open, i), next: iterator.next() };
  });
  for (;;) {
    let smallest: string | undefined;
    for (const { next } of heads) {
      if (next.done === true) continue;
      if (smallest === undefined || compareUtf8(next.value.term, smallest) < 0) smallest = next.value.term;
    }
    if (smallest === undefined) return;
    const found: number[] = [];
    for (const head of heads) {
      if (head.next.done === true || head.next.value.term !== smallest) continue;
      const { pairs } = head.next.value;
      for (let i = 0; i < pairs.length; i += 2)
        found.push(head.map[pairs[i] as number] as number, pairs[i + 1] as number);
      head.next = head.iterator.next();
    }
    yield { term: smallest, pairs: sortPairs(found) };
  }
}

function sortPairs(flat: readonly number[]): Uint32Array {
  const order = Array.from({ length: flat.length / 2 }, (_, i) => i).sort(
    (a, b) => (flat[a * 2] as number) - (flat[b * 2] as number),
  );
  const pairs = new Uint32Array(flat.length);
  order.forEach((from, to) => {
    pairs[to * 2] = flat[from * 2] as number;
    pairs[to * 2 + 1] = flat[from * 2 + 1] as number;
  });
  return pairs;
}
