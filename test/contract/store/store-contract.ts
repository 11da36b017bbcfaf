import { commitCases } from './commit-cases.ts';
import { damageCases } from './damage-cases.ts';
import { deleteCases } from './delete-cases.ts';
import { recordCases } from './record-cases.ts';
import { rowCases } from './row-cases.ts';
import type { StoreCase } from './store-bench.ts';
import { tabCases } from './tab-cases.ts';
import { writeLockCases } from './write-lock-cases.ts';

/** Promises of every backend; run in Node on memory and in real browsers on all three. */
export const storeContract: readonly StoreCase[] = [
  ...commitCases,
  ...tabCases,
  ...writeLockCases,
  ...deleteCases,
  ...recordCases,
  ...damageCases,
  ...rowCases,
];
