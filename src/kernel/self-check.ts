import type { Kernel } from './contract.ts';

/** Throws when a build does not do what it should: a miscompiled kernel must never write a collection. */
export function checkKernel(kernel: Kernel): void {
  if (kernel.memory().bytes <= 0) throw new Error('no memory');
}
