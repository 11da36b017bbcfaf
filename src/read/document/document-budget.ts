import { LIMITS } from '../../model/limits.ts';
import type { WarningCode } from '../../model/warning.ts';

/** A document that cannot be read, or only in part; `message` is a sentence for people. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  constructor(
    readonly code: Extract<WarningCode, 'unreadable' | 'encrypted' | 'max-file-bytes' | 'max-chunks'>,
    message: string,
    readonly bounds: { readonly limit?: number; readonly actual?: number } = {},
  ) {
    super(message);
  }
}

type Bounds = DocumentError['bounds'];

/** Bytes expanded, characters built, objects held, and steps of work. */
export type BudgetUnit = 'bytes' | 'chars' | 'items' | 'steps';

/** Thrown while text is built, so that a document never holds more than its budget. Text read before it is kept. */
export class BudgetError extends DocumentError {}

/** Limits of one document. Every reader spends from it before it expands, copies or holds anything the file only refers to. */
export class DocumentBudget {
  readonly limits: Readonly<Record<BudgetUnit, number>>;
  readonly spent: Record<BudgetUnit, number> = { bytes: 0, chars: 0, items: 0, steps: 0 };
  #error: BudgetError | undefined;

  constructor(maxTextBytes: number) {
    this.limits = {
      bytes: LIMITS.maxDocumentBytes,
      chars: maxTextBytes * LIMITS.documentCharsFactor,
      items: LIMITS.maxDocumentItems,
      steps: LIMITS.maxDocumentSteps,
    };
  }

  /** Error for the unit that ran out, once one did. */
  get error(): BudgetError | undefined {
    return this.#error;
  }

  /** Throws `BudgetError` past the limit. Writing text that is already held may spend as much again before the second throw. */
  spend(unit: BudgetUnit, count: number): void {
    const limit = this.limits[unit];
    const actual = this.spent[unit] + count;
    if (actual <= (this.#error === undefined ? limit : limit * 2)) {
      this.spent[unit] = actual;
      return;
    }
    this.#error ??= toError(unit, unit === 'chars' ? this.#toTextBounds(actual) : { limit, actual });
    throw this.#error;
  }

  /** Ends the document for a library that does its own counting. */
  end(unit: BudgetUnit): BudgetError {
    this.#error ??= toError(unit, unit === 'chars' ? this.#toTextBounds(this.limits.chars) : {});
    return this.#error;
  }

  /** Converts to bytes of text, the unit of the setting. */
  #toTextBounds(actual: number): Bounds {
    const factor = LIMITS.documentCharsFactor;
    return { limit: this.limits.chars / factor, actual: Math.ceil(actual / factor) + 1 };
  }
}

function toError(unit: BudgetUnit, bounds: Bounds): BudgetError {
  if (unit === 'chars')
    return new BudgetError('max-file-bytes', 'The document has more text than allowed; the rest is left out.', bounds);
  if (unit === 'bytes')
    return new BudgetError(
      'max-file-bytes',
      'The document expands to more than allowed; the rest is left out.',
      bounds,
    );
  return new BudgetError('max-chunks', 'The document takes more work than allowed; the rest is left out.', bounds);
}
