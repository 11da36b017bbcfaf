import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(process.env.QUIRE_TEST_DATA ?? '../shared/data');

/** Real data that belongs to others and is never copied here. Tests that need it skip with `reason` when it is not there. */
export const testData = {
  available: existsSync(root),
  reason: `needs test data in ${root}; QUIRE_TEST_DATA names another folder`,
  path: (...parts: string[]) => resolve(root, ...parts),
};
