import { describe, expect, it } from 'vitest';
import type { ReadFile } from '../../../src/model/cut.ts';
import { LIMITS } from '../../../src/model/limits.ts';
import { type BudgetUnit, DocumentBudget } from '../../../src/read/document/document-budget.ts';
import { readDocument } from '../../../src/read/document/read-document.ts';
import { type Family, HOSTILE_FAMILIES } from '../../support/hostile-documents.ts';
import { nodePdf } from '../../support/node-pdf.ts';
import { isWhole, sampleOf, sampleSize } from '../../support/sample-size.ts';

const FAMILIES = Object.values(HOSTILE_FAMILIES).flatMap((families) => Object.entries(families));
const UNITS: readonly BudgetUnit[] = ['bytes', 'chars', 'items', 'steps'];

/** Families that take seconds at the usual size. */
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

  it('ends within its budget however much it asks for, and says so', async () => {
    const n = isWhole ? (name === 'forms in forms' ? 8 : 1_000) : (SMALLER[name] ?? 100);
    const factor = sampleSize({ sample: 1, whole: 10 });
    const maxTextBytes = 20_000 * factor;
    const { read, budget } = await readFamily(make, { n, text: 'long word '.repeat(200 * factor), maxTextBytes });
    expect(read.bytes.length).toBeLessThanOrEqual(maxTextBytes);
    for (const unit of ['bytes', 'chars', 'items'] as const)
      expect(budget.spent[unit], unit).toBeLessThanOrEqual(2 * budget.limits[unit]);
    expect(budget.spent.steps).toBeLessThanOrEqual(2 * (LIMITS.maxPdfSteps + LIMITS.maxDocumentSteps));
    if (budget.error) expect(read.warnings?.map(({ code }) => code)).toContain(budget.error.code);
  });
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
      const n = sampleSize({ sample: 40_000, whole: 200_000 }) / (name === 'rows with one number' ? 10 : 1);
      const { budget } = await readFamily(make, { n, text: 'x', maxTextBytes: 10_000_000 });
      expect(budget.error, name).toBeUndefined();
    }
  });

  it.runIf(isWhole)(
    'one stream of a page that is named often is expanded until the page has no budget left',
    async () => {
      const make = HOSTILE_FAMILIES.repeat?.['one stream named often'] as Family;
      const { read } = await readFamily(make, { n: 20_000, text: ' '.repeat(1_000_000) });
      expect(read.warnings).toMatchObject([{ code: 'max-file-bytes' }]);
    },
  );

  it.runIf(isWhole)('forms that draw each other twice end', async () => {
    const { budget } = await readFamily(HOSTILE_FAMILIES.nest?.['forms in forms'] as Family, { n: 60, text: 'x' });
    expect(budget.error?.code).toBe('max-chunks');
  });
});

async function readFamily(
  make: Family,
  { n, text, maxTextBytes = 1_000_000 }: { n: number; text: string; maxTextBytes?: number },
): Promise<{ readonly read: ReadFile; readonly budget: DocumentBudget }> {
  const budget = new DocumentBudget(maxTextBytes);
  const input = { ...make(n, text), maxTextBytes, targetChars: 4_000, pdfReader: nodePdf, budget };
  return { read: await readDocument(input), budget };
}
