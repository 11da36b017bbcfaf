import type { ZipEntry } from './zip-entry.ts';

/** An entry that would cost more than an honest archive: which limit it breaks, and by how much. */
export interface Excess {
  readonly kind: 'ratio' | 'overlap' | 'total';
  readonly limit: number;
  readonly actual: number;
}

export interface ExpansionLimits {
  readonly archiveBytes: number;
  readonly maxRatio: number;
  /** Entries smaller than this may have any ratio. */
  readonly ratioFromBytes: number;
  readonly maxExpandedBytes: number;
}

/** Adds up what entries say of themselves, before any of them is expanded. */
export class ExpansionBudget {
  #storedBytes = 0;
  #expandedBytes = 0;
  readonly #limits: ExpansionLimits;

  constructor(limits: ExpansionLimits) {
    this.#limits = limits;
  }

  /** Each entry once, in any order. */
  add({ size, storedSize }: ZipEntry): Excess | undefined {
    const { archiveBytes, maxRatio, ratioFromBytes, maxExpandedBytes } = this.#limits;
    const ratio = Math.floor(size / Math.max(1, storedSize));
    if (size >= ratioFromBytes && ratio > maxRatio) return { kind: 'ratio', limit: maxRatio, actual: ratio };
    this.#storedBytes += storedSize;
    // Entries that share their bytes are how a small archive claims petabytes: each alone is harmless.
    if (this.#storedBytes > archiveBytes) return { kind: 'overlap', limit: archiveBytes, actual: this.#storedBytes };
    this.#expandedBytes += size;
    if (this.#expandedBytes <= maxExpandedBytes) return undefined;
    return { kind: 'total', limit: maxExpandedBytes, actual: this.#expandedBytes };
  }
}
