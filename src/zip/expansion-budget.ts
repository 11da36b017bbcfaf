import type { ZipEntry } from './zip-entry.ts';

/** The limit that an entry breaks, and by how much. Honest archives stay below. */
export interface Excess {
  readonly kind: 'ratio' | 'overlap' | 'total';
  readonly limit: number;
  readonly actual: number;
}

interface ExpansionLimits {
  readonly archiveBytes: number;
  readonly maxRatio: number;
  /** Smaller entries may have any ratio. */
  readonly ratioFromBytes: number;
  readonly maxExpandedBytes: number;
}

/** Adds up the declared sizes of entries before any of them is expanded. */
export class ExpansionBudget {
  #storedBytes = 0;
  #expandedBytes = 0;
  readonly #limits: ExpansionLimits;

  constructor(limits: ExpansionLimits) {
    this.#limits = limits;
  }

  /** Call it once per entry, in any order. */
  add({ size, storedSize }: ZipEntry): Excess | undefined {
    const { archiveBytes, maxRatio, ratioFromBytes, maxExpandedBytes } = this.#limits;
    const ratio = Math.floor(size / Math.max(1, storedSize));
    if (size >= ratioFromBytes && ratio > maxRatio) return { kind: 'ratio', limit: maxRatio, actual: ratio };
    this.#storedBytes += storedSize;
    // A small archive claims petabytes with entries that share their bytes, each of them harmless.
    if (this.#storedBytes > archiveBytes) return { kind: 'overlap', limit: archiveBytes, actual: this.#storedBytes };
    this.#expandedBytes += size;
    if (this.#expandedBytes <= maxExpandedBytes) return undefined;
    return { kind: 'total', limit: maxExpandedBytes, actual: this.#expandedBytes };
  }
}

/** Protects from archives made to fill memory or time. Nothing beyond a limit is expanded; earlier entries stay. */
export const ZIP_LIMITS = {
  /** Ten times the largest source trees people keep. */
  maxEntries: 1_000_000,
  /** Total declared size of all entries; a collection holds a quarter of it. */
  maxExpandedBytes: 4_000_000_000,
  /** Deflate reaches 1,032; text written by people stays below 50. */
  maxRatio: 250,
  /** Smaller files of one repeated byte are harmless at any ratio: a folder with them is read, so its archive is too [E2]. */
  ratioFromBytes: 32_000_000,
  /** 100 bytes per entry is usual. */
  maxDirectoryBytes: 512_000_000,
  /** A zip without its directory is searched in memory for entries. */
  maxSalvageBytes: 512_000_000,
} as const;
