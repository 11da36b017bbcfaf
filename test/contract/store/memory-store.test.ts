import { describe, it } from 'vitest';
import { makeMemoryBench } from './memory-bench.ts';
import { storeContract } from './store-contract.ts';

describe('store contract on memory', () => {
  for (const { name, run, needsBytes } of storeContract) if (!needsBytes) it(name, () => run(makeMemoryBench()));
});
