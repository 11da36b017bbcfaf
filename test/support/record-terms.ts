import { merge } from '../../src/kernel/index/merge.ts';
import type { IndexRuntime } from '../../src/kernel/memory/index-exports.ts';
import { guard } from '../../src/kernel/memory/memory-views.ts';
import { toUtf8 } from '../../src/lib/bytes.ts';

/** One chunk without a file. */
interface RecordChunk {
  readonly body: string | Uint8Array;
  readonly heading?: string | Uint8Array;
  readonly symbol?: string | Uint8Array;
}

/** One file of a segment: the terms section of its leaf. */
interface TermsFile {
  readonly path: string;
  readonly isCode: boolean;
  readonly terms: Uint8Array;
}

/** Segments of records instead of files, for the harness, benchmarks and tests of the index. */
export interface RecordSide {
  /** Makes the terms section of a leaf with these chunks. */
  makeTerms(chunks: readonly RecordChunk[], title?: string): Uint8Array<ArrayBuffer>;
  /** Merges such sections, in path order, into a segment. */
  mergeTerms(files: readonly TermsFile[], stemming: boolean): Uint8Array<ArrayBuffer>;
}

/** Pass it to `loadKernel`. */
export function createRecordSide(runtime: IndexRuntime): RecordSide {
  return {
    makeTerms: (chunks, title = '') => makeTerms(runtime, chunks, title),
    mergeTerms(files, stemming) {
      const merged = files.map(({ path, ...file }) => ({ ...file, path: toUtf8(path), language: 0 }));
      return merge(runtime, stemming, merged);
    },
  };
}

function makeTerms(
  { exports, memory }: IndexRuntime,
  chunks: readonly RecordChunk[],
  title: string,
): Uint8Array<ArrayBuffer> {
  const feed = (text: string | Uint8Array | undefined, take: (ptr: number, length: number) => void): void => {
    if (text === undefined || text.length === 0) return;
    const bytes = typeof text === 'string' ? toUtf8(text) : text;
    const ptr = memory.put(bytes);
    take(ptr, bytes.length);
    memory.free(ptr);
  };
  return guard(() => {
    exports.termsBegin();
    for (const { body, heading, symbol } of chunks) {
      exports.termsChunk();
      feed(body, (ptr, length) => exports.termsText(0, ptr, length, 0));
      feed(heading, (ptr, length) => exports.termsText(1, ptr, length, 0));
      feed(symbol, (ptr, length) => {
        exports.termsText(2, ptr, length, 0);
        exports.termsDefinition(ptr, length);
      });
    }
    feed(title, (ptr, length) => exports.termsTitle(ptr, length, 1));
    return memory.take(exports.termsTake() >>> 0, exports.termsSize());
  });
}
