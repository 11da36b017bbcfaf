import { describe, expect, it } from 'vitest';
import { openAny } from '../../../src/cli/node-engine.ts';
import { addScore, readIssues, type Score, scoreLines, withTree } from '../../bench/packs/issues.ts';
import { makeNodeEngine } from '../../support/node-engine.ts';
import { testData } from '../../support/test-data.ts';

/** Projects: the two small ones; `bench:packs` measures all four. Floors are a hunk or a file below the measured values, since one issue is noise. */
const FLOORS = [
  { text: 'title', budgetTokens: 8_000, files: 7, hunks: 9 },
  { text: 'whole', budgetTokens: 8_000, files: 8, hunks: 12 },
  { text: 'title', budgetTokens: 32_000, files: 8, hunks: 14 },
] as const;

describe.skipIf(!testData.available)('[P1] packs for real issues of flask and requests', () => {
  it('contain the files and hunks that the changes touched', { timeout: 300_000 }, async () => {
    const sums: Score[] = FLOORS.map(() => ({ files: 0, goldFiles: 0, hunks: 0, goldHunks: 0 }));
    for (const project of ['flask', 'requests'])
      await withTree(project, async (tree) => {
        const { engine } = await makeNodeEngine();
        const collectionId = await openAny(engine, tree);
        for (const issue of readIssues(project))
          for (const [i, { text, budgetTokens }] of FLOORS.entries()) {
            const options = { collectionId, query: issue[text], budgetTokens, mask: false } as const;
            const { items } = await engine.makePack({ ...options, format: 'markdown', counter: 'o200k' });
            addScore(sums[i] as Score, scoreLines(tree, issue, items));
          }
      });
    for (const [i, { files, hunks }] of FLOORS.entries()) {
      expect(sums[i]).toMatchObject({ goldFiles: 9, goldHunks: 17 });
      expect(sums[i]?.files).toBeGreaterThanOrEqual(files);
      expect(sums[i]?.hunks).toBeGreaterThanOrEqual(hunks);
    }
  });
});
