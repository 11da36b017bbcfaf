import { LIMITS } from '../../../model/limits.ts';
import type { BudgetError, DocumentBudget } from '../document-budget.ts';

/** The counters of our build of pdf.js, by index. It decrements them, and once one is negative each of its loops throws. */
const [STEPS, BYTES, ENTRIES, CHARS] = [0, 1, 2, 3];
const COUNTERS = 4;

/** Lends a document's budget to pdf.js, which counts it down while it expands streams, fills maps and runs its loops. */
export class PdfMeter {
  readonly #counters: Float64Array;
  readonly #budget: DocumentBudget;
  readonly #stepsLent: number;
  #bytesLeft: number;
  #bytesLent = 0;

  constructor(counters: Float64Array, budget: DocumentBudget, fileBytes: number) {
    this.#counters = counters;
    this.#budget = budget;
    this.#bytesLeft = LIMITS.maxDocumentBytes + fileBytes * LIMITS.pdfBytesPerByte;
    this.#stepsLent = LIMITS.maxPdfSteps + fileBytes * LIMITS.pdfStepsPerByte;
    counters[STEPS] = this.#stepsLent;
    counters[ENTRIES] = LIMITS.maxPdfEntries;
    counters[CHARS] = budget.limits.chars;
    this.#lend();
  }

  /** Changes whenever pdf.js does anything. */
  get steps(): number {
    return this.#counters[STEPS] as number;
  }

  /** Each page has its own share of bytes: the bytes of the previous page have been freed. */
  startPage(): void {
    this.#bytesLeft -= this.#bytesLent - (this.#counters[BYTES] as number);
    this.#lend();
  }

  #lend(): void {
    this.#bytesLent = Math.min(this.#bytesLeft, LIMITS.maxPdfPageBytes);
    this.#counters[BYTES] = this.#bytesLent;
  }

  /** Returns the error that ends the document: pdf.js has spent its loan, or a reader the budget. */
  findError(): BudgetError | undefined {
    const isSpent = (index: number): boolean => (this.#counters[index] as number) < 0;
    if (!isSpent(STEPS)) return this.#budget.error;
    return this.#budget.end(isSpent(BYTES) ? 'bytes' : isSpent(CHARS) ? 'chars' : 'steps');
  }

  /** Closing the document must not run out of budget. */
  release(): void {
    this.#budget.spent.steps += this.#stepsLent - Math.max(0, this.steps);
    for (let i = 0; i < COUNTERS; i++) this.#counters[i] = Number.POSITIVE_INFINITY;
  }
}
