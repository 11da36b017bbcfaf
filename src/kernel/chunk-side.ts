import { toUtf8 } from '../lib/bytes.ts';
import type { Kernel } from './contract.ts';
import { readLeaf } from './leaf-view.ts';
import { makeLeaf } from './make-leaf.ts';
import { guard, type KernelRuntime, type MemoryViews, type RawExports } from './memory-views.ts';

/** The part of the kernel that decodes, hashes, cuts and packs. */
export type ChunkSide = Pick<Kernel, 'decode' | 'sha256' | 'makeLeaf' | 'readLeaf'>;

export interface ChunkExports extends RawExports {
  readonly decodeText: (ptr: number, length: number) => number;
  readonly sha256: (ptr: number, length: number, out: number) => void;
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

export function createChunkSide(runtime: KernelRuntime): ChunkSide {
  const chunkRuntime: ChunkRuntime = { exports: runtime.exports as unknown as ChunkExports, memory: runtime.memory };
  return {
    decode: (bytes) => decode(chunkRuntime, bytes),
    sha256: (bytes) => withBytes(chunkRuntime, bytes, (ptr) => hashAt(chunkRuntime, ptr, bytes.length)),
    makeLeaf: (input) => makeLeaf(chunkRuntime, input),
    readLeaf,
  };
}

function decode(runtime: ChunkRuntime, bytes: Uint8Array): ReturnType<Kernel['decode']> {
  return withBytes(runtime, bytes, (ptr) => {
    const status = runtime.exports.decodeText(ptr, bytes.length);
    if (status === DECODED.binary) return { refused: 'binary' };
    if (status === DECODED.notUtf8) return { refused: 'not-utf8' };
    return { text: status === DECODED.same ? bytes : takeText(runtime) };
  });
}

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

/** Bytes in kernel memory for the time of one call. */
export function withBytes<T>(runtime: ChunkRuntime, bytes: Uint8Array, use: (ptr: number) => T): T {
  return guard(() => {
    if (bytes.length === 0) return use(0);
    const ptr = runtime.memory.put(bytes);
    const result = use(ptr);
    runtime.memory.free(ptr);
    return result;
  });
}

export function withText<T>(runtime: ChunkRuntime, text: string, use: (ptr: number, length: number) => T): T {
  const bytes = toUtf8(text);
  return withBytes(runtime, bytes, (ptr) => use(ptr, bytes.length));
}
