import { expect } from 'vitest';
import type { ReadFile } from '../../../src/model/cut.ts';
import { LIMITS } from '../../../src/model/limits.ts';
import { DocumentBudget } from '../../../src/read/document/document-budget.ts';
import { readDocument } from '../../../src/read/document/read-document.ts';
import { type Family, HOSTILE_FAMILIES } from '../../support/hostile-documents.ts';
import { nodePdf } from '../../support/node-pdf.ts';

export const FAMILIES: readonly (readonly [name: string, make: Family])[] = Object.values(HOSTILE_FAMILIES).flatMap(
  (families) => Object.entries(families),
);

export interface FamilySize {
  readonly n: number;
  readonly text: string;
  readonly maxTextBytes?: number;
}

export async function readFamily(
  make: Family,
  { n, text, maxTextBytes = 1_000_000 }: FamilySize,
): Promise<{ readonly read: ReadFile; readonly budget: DocumentBudget }> {
  const budget = new DocumentBudget(maxTextBytes);
  const input = { ...make(n, text), maxTextBytes, targetChars: 4_000, pdfReader: nodePdf, budget };
  return { read: await readDocument(input), budget };
}

/** A document costs at most its budget, and has a warning if that was not enough. */
export async function expectWithinBudget(make: Family, size: Required<FamilySize>): Promise<void> {
  const { read, budget } = await readFamily(make, size);
  expect(read.bytes.length).toBeLessThanOrEqual(size.maxTextBytes);
  for (const unit of ['bytes', 'chars', 'items'] as const)
    expect(budget.spent[unit], unit).toBeLessThanOrEqual(2 * budget.limits[unit]);
  expect(budget.spent.steps).toBeLessThanOrEqual(2 * (LIMITS.maxPdfSteps + LIMITS.maxDocumentSteps));
  if (budget.error) expect(read.warnings?.map(({ code }) => code)).toContain(budget.error.code);
}
