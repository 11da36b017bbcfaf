import { type RunSlice, sliceAfterEvents } from '../async/priorities.ts';
import type { Span, SpanReader } from '../span.ts';

/** A multiple of the store's verified blocks, so that nothing is read twice. */
const BLOCK_BYTES = 16_384;
/** Takes two or three milliseconds to read and verify. */
const SLICE_BYTES = 128 * BLOCK_BYTES;

/** `put` gets the bytes read, valid during the call only; it may get the same bytes twice. */
export function createSpanBlocks(reader: SpanReader, put: (bytes: Uint8Array, at: number) => void) {
  const blockBytes = reader.blockBytes ?? BLOCK_BYTES;
  const there = new Uint8Array(Math.ceil(reader.length / blockBytes));
  let missing = there.length;

  function listMissing(spans: readonly Span[]): Span[] {
    const wanted = new Set<number>();
    for (const [start, end] of spans) {
      const after = Math.min(there.length, Math.ceil(end / blockBytes));
      for (let block = Math.floor(start / blockBytes); block < after; block++)
        if (there[block] === 0) wanted.add(block);
    }
    const runs: [number, number][] = [];
    for (const block of [...wanted].sort((a, b) => a - b)) {
      const last = runs.at(-1);
      if (last?.[1] === block) last[1] = block + 1;
      else runs.push([block, block + 1]);
    }
    return runs;
  }

  async function ensure(spans: readonly Span[]): Promise<void> {
    const runs = listMissing(spans);
    if (runs.length === 0) return;
    const toBytes = (block: number): number => Math.min(block * blockBytes, reader.length);
    await reader.readSpans(
      runs.map(([first, after]) => [toBytes(first), toBytes(after)]),
      put,
    );
    for (const [first, after] of runs) {
      for (let block = first; block < after; block++) {
        if (there[block] === 0) missing--;
        there[block] = 1;
      }
    }
  }
  return {
    get isComplete() {
      return missing === 0;
    },
    has(start: number, end: number): boolean {
      if (missing === 0 || start >= end) return true;
      return !there.subarray(Math.floor(start / blockBytes), Math.ceil(end / blockBytes)).includes(0);
    },
    ensure,
    /** Reads all missing blocks, in slices. */
    async complete(runSlice: RunSlice = sliceAfterEvents): Promise<void> {
      for (let start = 0; missing > 0 && start < reader.length; start += SLICE_BYTES) {
        const slice: Span = [start, Math.min(start + SLICE_BYTES, reader.length)];
        if (listMissing([slice]).length > 0) await runSlice(() => ensure([slice]));
      }
    },
  };
}

/** Tracks which blocks of a file were read. The other blocks hold no valid bytes. */
export type SpanBlocks = ReturnType<typeof createSpanBlocks>;
