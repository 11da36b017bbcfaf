import {
  type ChunkExports,
  type ChunkRuntime,
  DECODED,
  hashAll,
  hashAt,
  hashPieces,
  takeText,
  withBytes,
} from '../chunk/chunk-runtime.ts';
import { readLeaf } from '../chunk/leaf-view.ts';
import { makeLeaf } from '../chunk/make-leaf.ts';
import type { Kernel } from '../contract.ts';
import type { KernelRuntime } from '../memory/memory-views.ts';

/** The part of the kernel that decodes, hashes and cuts into chunks. */
export type ChunkSide = Pick<Kernel, 'decode' | 'sha256' | 'sha256Of' | 'sha256All' | 'makeLeaf' | 'readLeaf'>;

export function createChunkSide(runtime: KernelRuntime): ChunkSide {
  const chunkRuntime: ChunkRuntime = { exports: runtime.exports as unknown as ChunkExports, memory: runtime.memory };
  return {
    decode: (bytes) => decode(chunkRuntime, bytes),
    sha256: (bytes) => withBytes(chunkRuntime, bytes, (ptr) => hashAt(chunkRuntime, ptr, bytes.length)),
    sha256Of: (pieces) => hashPieces(chunkRuntime, pieces),
    sha256All: (texts) => hashAll(chunkRuntime, texts),
    makeLeaf: (input) => makeLeaf(chunkRuntime, input),
    readLeaf,
  };
}

function decode(runtime: ChunkRuntime, bytes: Uint8Array): ReturnType<Kernel['decode']> {
  return withBytes(runtime, bytes, (ptr) => {
    const status = runtime.exports.decodeText(ptr, bytes.length);
    if (status === DECODED.binary) return { refused: 'binary' };
    if (status === DECODED.notUtf8) return { refused: 'encoding' };
    return { text: status === DECODED.same ? bytes : takeText(runtime) };
  });
}
