import { guard, type MemoryViews, type RawExports } from '../memory/memory-views.ts';
import type { LanguageExports } from './find-language.ts';

export interface ChunkExports extends RawExports, LanguageExports {
  readonly decodeText: (ptr: number, length: number) => number;
  readonly sha256: (ptr: number, length: number, out: number) => void;
  readonly sha256Spans: (spans: number, count: number, out: number) => void;
  readonly runBegin: () => void;
  readonly runBlocks: (ptr: number, count: number) => void;
  readonly runEnd: (ptr: number, length: number, out: number) => void;
  readonly leafSlots: () => number;
  readonly leafRun: () => void;
  readonly leafText: () => number;
  readonly leafTextLength: () => number;
  readonly leafMetaPtr: (field: number) => number;
  readonly leafMetaLength: (field: number) => number;
  readonly leafFree: () => void;
}

export interface ChunkRuntime {
  readonly exports: ChunkExports;
  readonly memory: MemoryViews;
}

/** Results of `decodeText`. */
export const DECODED = { same: 0, rewritten: 1, binary: 2, notUtf8: 3 } as const;

export function takeText(runtime: ChunkRuntime): Uint8Array<ArrayBuffer> {
  return runtime.memory.take(runtime.exports.leafText() >>> 0, runtime.exports.leafTextLength());
}

export function hashAt(runtime: ChunkRuntime, ptr: number, length: number): Uint8Array<ArrayBuffer> {
  const out = runtime.memory.alloc(32);
  runtime.exports.sha256(ptr, length, out);
  const hash = runtime.memory.take(out, 32);
  runtime.memory.free(out);
  return hash;
}

const BLOCK_BYTES = 64;
const SCRATCH_BYTES = 1024 * BLOCK_BYTES;

/** Hashes pieces like one text, without having all of them in memory. They may be views of one reused buffer. */
export function hashPieces(runtime: ChunkRuntime, pieces: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  const { memory } = runtime;
  return guard(() => {
    const scratch = memory.alloc(SCRATCH_BYTES + 32);
    try {
      return hashThrough(runtime, pieces, scratch);
    } finally {
      memory.free(scratch);
    }
  });
}

function hashThrough(
  { exports, memory }: ChunkRuntime,
  pieces: Iterable<Uint8Array>,
  scratch: number,
): Uint8Array<ArrayBuffer> {
  let filled = 0;
  let length = 0;
  exports.runBegin();
  for (const piece of pieces) {
    length += piece.length;
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + SCRATCH_BYTES - filled);
      memory.u8().set(part, scratch + filled);
      at += part.length;
      filled += part.length;
      if (filled < SCRATCH_BYTES) continue;
      exports.runBlocks(scratch, SCRATCH_BYTES / BLOCK_BYTES);
      filled = 0;
    }
  }
  const whole = Math.floor(filled / BLOCK_BYTES);
  exports.runBlocks(scratch, whole);
  exports.runEnd(scratch + whole * BLOCK_BYTES, length, scratch + SCRATCH_BYTES);
  return memory.take(scratch + SCRATCH_BYTES, 32);
}

/** Larger texts are hashed alone. */
const GROUP_BYTES = 1 << 20;

/** Hashes several texts side by side, in half the time that one after the other takes. */
export function hashAll(runtime: ChunkRuntime, texts: readonly Uint8Array[]): Uint8Array<ArrayBuffer>[] {
  const hashes: Uint8Array<ArrayBuffer>[] = [];
  let group: Uint8Array[] = [];
  let bytes = 0;
  for (const text of texts) {
    if (bytes + text.length > GROUP_BYTES) {
      hashes.push(...hashGroup(runtime, group, bytes));
      group = [];
      bytes = 0;
    }
    group.push(text);
    bytes += text.length;
  }
  hashes.push(...hashGroup(runtime, group, bytes));
  return hashes;
}

function hashGroup(runtime: ChunkRuntime, texts: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer>[] {
  const { exports, memory } = runtime;
  if (texts.length <= 1) return texts.map((text) => hashPieces(runtime, [text]));
  return guard(() => {
    const spans = memory.alloc(texts.length * 40 + bytes);
    const digests = spans + texts.length * 8;
    let at = digests + texts.length * 32;
    texts.forEach((text, i) => {
      memory.u8().set(text, at);
      memory.u32().set([at, text.length], (spans >>> 2) + i * 2);
      at += text.length;
    });
    exports.sha256Spans(spans, texts.length, digests);
    const hashes = texts.map((_, i) => memory.take(digests + i * 32, 32));
    memory.free(spans);
    return hashes;
  });
}

/** Copies bytes into kernel memory for the duration of one call. */
export function withBytes<T>(runtime: ChunkRuntime, bytes: Uint8Array, use: (ptr: number) => T): T {
  return guard(() => {
    if (bytes.length === 0) return use(0);
    const ptr = runtime.memory.put(bytes);
    try {
      return use(ptr);
    } finally {
      runtime.memory.free(ptr);
    }
  });
}
