import { describe, expect, it } from 'vitest';
import { expectWithinBudget, FAMILIES, readFamily } from '../../hostile/read/read-family.ts';
import { type Family, HOSTILE_FAMILIES } from '../../support/hostile-documents.ts';

describe('documents that ask for much, at full size', { timeout: 300_000 }, () => {
  it.each(FAMILIES)('%s ends within its budget, and says so', (name, make) => {
    const n = name === 'forms in forms' ? 8 : 1_000;
    return expectWithinBudget(make, { n, text: 'long word '.repeat(2_000), maxTextBytes: 200_000 });
  });

  it('one stream of a page that is named often is expanded until the budget of the page is spent', async () => {
    const make = HOSTILE_FAMILIES.repeat?.['one stream named often'] as Family;
    const { read } = await readFamily(make, { n: 20_000, text: ' '.repeat(1_000_000) });
    expect(read.warnings).toMatchObject([{ code: 'max-file-bytes' }]);
  });

  it('forms that draw each other twice end', async () => {
    const { budget } = await readFamily(HOSTILE_FAMILIES.nest?.['forms in forms'] as Family, { n: 60, text: 'x' });
    expect(budget.error?.code).toBe('max-chunks');
  });

  it('hundreds of thousands of blanks are read as text', async () => {
    for (const [name, make] of Object.entries(HOSTILE_FAMILIES.backtrack ?? {})) {
      const n = name === 'rows with one number' ? 20_000 : 200_000;
      const { budget } = await readFamily(make, { n, text: 'x', maxTextBytes: 10_000_000 });
      expect(budget.error, name).toBeUndefined();
    }
  });
});
