import { ZIP_LIMITS } from '../../zip/zip-limits.ts';

/** Protects from tars made to fill memory or time. Limits shared with zips have the same values. */
export const TAR_LIMITS = {
  maxEntries: ZIP_LIMITS.maxEntries,
  maxRatio: ZIP_LIMITS.maxRatio,
  ratioFromBytes: ZIP_LIMITS.ratioFromBytes,
  /** A compressed tar is expanded completely before it is read. */
  maxTarBytes: 2_000_000_000,
} as const;
