import { ZIP_LIMITS } from '../../zip/zip-limits.ts';

/** Against tars made to fill memory or time. What holds for zips too is the same number. */
export const TAR_LIMITS = {
  maxEntries: ZIP_LIMITS.maxEntries,
  maxRatio: ZIP_LIMITS.maxRatio,
  ratioFromBytes: ZIP_LIMITS.ratioFromBytes,
  /** A compressed tar is expanded as a whole before it is read. */
  maxTarBytes: 2_000_000_000,
} as const;
