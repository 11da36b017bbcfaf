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
