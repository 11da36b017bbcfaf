import { describe, it } from 'vitest';
import { makeMemoryBench } from './memory-bench.ts';
import { storeContract } from './store-contract.ts';

describe('store contract on memory', () => {
  for (const { name, run, persistent } of storeContract) if (!persistent) it(name, () => run(makeMemoryBench()));
});
