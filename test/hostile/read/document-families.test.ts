import { describe, expect, it } from 'vitest';
import type { BudgetUnit } from '../../../src/read/document/document-budget.ts';
import { type Family, HOSTILE_FAMILIES } from '../../support/hostile-documents.ts';
import { sampleOf } from '../../support/sample-size.ts';
import { expectWithinBudget, FAMILIES, readFamily } from './read-family.ts';

const UNITS: readonly BudgetUnit[] = ['bytes', 'chars', 'items', 'steps'];

/** Families that take seconds at the usual size; test/long has every family at full size. */
const SMALLER: Readonly<Record<string, number>> = {
  'forms in forms': 3,
  'pages of one stream': 4,
  'deflate in deflate': 20,
};

describe.each(sampleOf(FAMILIES))('%s', (name, make) => {
  it('costs twice as much where it is twice as long', async () => {
    const n = SMALLER[name] ?? 60;
    // Each form draws the next one twice: only the budget limits its cost.
    const times = name === 'forms in forms' ? 1 : 2;
    const once = await readFamily(make, { n, text: 'word ' });
    const twice = await readFamily(make, { n: n * times, text: 'word ' });
    for (const unit of UNITS) {
      const fixed = unit === 'steps' ? 100_000 : 2_000;
      const { spent } = twice.budget;
      if (twice.budget.error === undefined)
        expect(spent[unit], unit).toBeLessThanOrEqual(2.2 * once.budget.spent[unit] + fixed);
    }
  });

  it('ends within its budget however much it asks for, and says so', () =>
    expectWithinBudget(make, { n: SMALLER[name] ?? 100, text: 'long word '.repeat(200), maxTextBytes: 20_000 }));
});

describe('what is past the budget', () => {
  it.each(['notes that repeat', 'shared strings', 'repeated rows and columns'])(
    '%s: has a warning, and the file keeps what came before',
    async (name) => {
      const make = HOSTILE_FAMILIES.repeat?.[name] as Family;
      const { read: file } = await readFamily(make, { n: 1_000, text: 'word '.repeat(20), maxTextBytes: 20_000 });
      expect(file.warnings?.map(({ code }) => code)).toContain('max-file-bytes');
      expect(file.bytes.length).toBeGreaterThan(10_000);
      expect(file.refused).toBeUndefined();
    },
  );

  it.each(['ranges of codes', 'ranges of letters', 'ranges of widths'])(
    '%s: millions of codes in a few bytes are not held',
    async (name) => {
      const { read: file } = await readFamily(HOSTILE_FAMILIES.range?.[name] as Family, { n: 20, text: 'x' });
      expect(file.warnings).toMatchObject([{ code: 'max-chunks' }]);
    },
  );

  it('tens of thousands of blanks are read as text', async () => {
    for (const [name, make] of Object.entries(HOSTILE_FAMILIES.backtrack ?? {})) {
      const n = name === 'rows with one number' ? 4_000 : 40_000;
      const { budget } = await readFamily(make, { n, text: 'x', maxTextBytes: 10_000_000 });
      expect(budget.error, name).toBeUndefined();
    }
  });
});
