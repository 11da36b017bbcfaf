import { type RunSlice, sliceAfterEvents } from '../async/priorities.ts';
import type { Span, SpanReader } from '../span.ts';

/** A multiple of what the store verifies at a time, so that nothing is read twice. */
const PAGE_BYTES = 16_384;
/** Read and verified in two or three milliseconds. */
const SLICE_BYTES = 128 * PAGE_BYTES;

/** Knows which pages of a file were read. Nothing may depend on the others: nobody has looked at them. */
export interface SpanPages {
  readonly isComplete: boolean;
  has(start: number, end: number): boolean;
  /** Reads what is missing of the spans. */
  ensure(spans: readonly Span[]): Promise<void>;
  /** Reads all that is missing, in slices. */
  complete(runSlice?: RunSlice): Promise<void>;
}

/** `put` gets the bytes that were read, good for the call only; it may get the same bytes twice. */
export function createSpanPages(reader: SpanReader, put: (bytes: Uint8Array, at: number) => void): SpanPages {
  const pageBytes = reader.pageBytes ?? PAGE_BYTES;
  const there = new Uint8Array(Math.ceil(reader.length / pageBytes));
  let missing = there.length;

  /** Runs of pages. */
  function listMissing(spans: readonly Span[]): Span[] {
    const wanted = new Set<number>();
    for (const [start, end] of spans) {
      const after = Math.min(there.length, Math.ceil(end / pageBytes));
      for (let page = Math.floor(start / pageBytes); page < after; page++) if (there[page] === 0) wanted.add(page);
    }
    const runs: [number, number][] = [];
    for (const page of [...wanted].sort((a, b) => a - b)) {
      const last = runs.at(-1);
      if (last?.[1] === page) last[1] = page + 1;
      else runs.push([page, page + 1]);
    }
    return runs;
  }

  async function ensure(spans: readonly Span[]): Promise<void> {
    const runs = listMissing(spans);
    if (runs.length === 0) return;
    const toBytes = (page: number): number => Math.min(page * pageBytes, reader.length);
    await reader.readSpans(
      runs.map(([first, after]) => [toBytes(first), toBytes(after)]),
      put,
    );
    for (const [first, after] of runs) {
      for (let page = first; page < after; page++) {
        if (there[page] === 0) missing--;
        there[page] = 1;
      }
    }
  }
  return {
    get isComplete() {
      return missing === 0;
    },
    has(start, end) {
      if (missing === 0 || start >= end) return true;
      return !there.subarray(Math.floor(start / pageBytes), Math.ceil(end / pageBytes)).includes(0);
    },
    ensure,
    async complete(runSlice = sliceAfterEvents) {
      for (let start = 0; missing > 0 && start < reader.length; start += SLICE_BYTES) {
        const slice: Span = [start, Math.min(start + SLICE_BYTES, reader.length)];
        if (listMissing([slice]).length > 0) await runSlice(() => ensure([slice]));
      }
    },
  };
}
