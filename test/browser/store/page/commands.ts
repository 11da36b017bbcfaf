import type { StoreBackend } from '../../../../src/store/contract.ts';
import type { StoreCase } from '../../../contract/store/store-bench.ts';
import { storeContract } from '../../../contract/store/store-contract.ts';
import { makeBrowserBench } from './browser-bench.ts';
import * as crash from './crash-commands.ts';
import * as tab from './tab-commands.ts';

export interface CaseResult {
  readonly name: string;
  readonly error?: string;
}

/** Commands that a spec may send to the page or its worker. Arguments and results are cloneable. */
export const commands = {
  runContract: (backend: StoreBackend) => runCases(backend, storeContract),
  ...crash,
  ...tab,
};
export type Commands = typeof commands;

async function runCases(backend: StoreBackend, cases: readonly StoreCase[]): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const { name, run, persistent } of cases) {
    if (persistent && backend === 'memory') continue;
    const bench = makeBrowserBench(backend);
    try {
      await withLimit(run(bench), name);
      results.push({ name });
    } catch (error) {
      results.push({ name, error: String(error) });
    }
    await withLimit(bench.dispose(), 'dispose').catch((error) =>
      results.push({ name: 'dispose', error: String(error) }),
    );
  }
  return results;
}

function withLimit<T>(promise: Promise<T>, what: string): Promise<T> {
  const limit = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`${what} hangs`)), 15_000));
  return Promise.race([promise, limit]);
}
