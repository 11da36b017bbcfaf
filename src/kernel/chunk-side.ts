import { AppError } from '../model/app-error.ts';
import type { Kernel } from './contract.ts';
import type { KernelRuntime } from './memory-views.ts';

/** The part of the kernel that decodes, hashes, cuts and packs. */
export type ChunkSide = Pick<Kernel, 'decode' | 'sha256' | 'makeLeaf' | 'readLeaf'>;

export function createChunkSide(_runtime: KernelRuntime): ChunkSide {
  const missing = (): never => {
    throw new AppError('kernel/unavailable', 'this build has no chunker');
  };
  return { decode: missing, sha256: missing, makeLeaf: missing, readLeaf: missing };
}
