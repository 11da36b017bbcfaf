import { AppError } from '../model/app-error.ts';
import type { Kernel } from './contract.ts';
import type { KernelRuntime } from './memory-views.ts';

/** The part of the kernel that knows terms, shards and ranking. */
export type IndexSide = Pick<Kernel, 'mergeShard' | 'openShard' | 'rank' | 'tokens' | 'termsOf' | 'toAscii' | 'log'>;

export function createIndexSide(_runtime: KernelRuntime): IndexSide {
  const missing = (): never => {
    throw new AppError('kernel/unavailable', 'this build has no index');
  };
  return {
    mergeShard: missing,
    openShard: missing,
    rank: missing,
    tokens: missing,
    termsOf: missing,
    toAscii: missing,
    log: missing,
  };
}
