import { readFileSync } from 'node:fs';
import { openAny } from '../../../src/cli/node-engine.ts';
import { makeNodeEngine } from '../../support/node-engine.ts';
import { median } from '../measure.ts';

const ROUNDS = 3;
const BUDGET = 32_000;

/** A pack against the search it begins with, and a masked one against it, in adjacent pairs. */
export async function comparePackTimes(folder: string, queriesPath: string): Promise<void> {
  const { engine } = await makeNodeEngine();
  const collectionId = await openAny(engine, folder);
  const queries = readFileSync(queriesPath, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => (JSON.parse(line) as { text: string }).text);
  const time = async (work: () => Promise<unknown>): Promise<number> => {
    const startMs = performance.now();
    await work();
    return performance.now() - startMs;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const rows: { search: number; plain: number; masked: number }[] = [];
    for (const query of queries) {
      const pack = (mask: boolean) =>
        engine.makePack({ collectionId, query, budgetTokens: BUDGET, format: 'markdown', counter: 'o200k', mask });
      rows.push({
        search: await time(() => engine.search(collectionId, query, { limit: 50 })),
        plain: await time(() => pack(false)),
        masked: await time(() => pack(true)),
      });
    }
    const ofSearch = median(rows.map(({ search, plain }) => plain / search)).toFixed(2);
    const ofPlain = median(rows.map(({ plain, masked }) => masked / plain)).toFixed(2);
    const ms = median(rows.map(({ masked }) => masked)).toFixed(0);
    process.stdout.write(
      `round ${round + 1}: pack / search ${ofSearch}, masked / unmasked ${ofPlain}, masked ${ms} ms\n`,
    );
  }
}
