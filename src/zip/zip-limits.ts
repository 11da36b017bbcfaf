/** Against archives made to fill memory or time. Beyond a limit nothing is expanded; what came before stays. */
export const ZIP_LIMITS = {
  /** Ten times the largest source trees people keep. */
  maxEntries: 1_000_000,
  /** All that entries say they expand to; a collection holds a quarter of it. */
  maxExpandedBytes: 4_000_000_000,
  /** Deflate can do 1,032; text that people write stays below 50. */
  maxRatio: 250,
  /** Files of one repeated byte are no bomb, whatever their ratio: a folder with them is read, so its archive is too [E2]. */
  ratioFromBytes: 32_000_000,
  /** 100 bytes an entry is usual. */
  maxDirectoryBytes: 512_000_000,
  /** A zip without its directory is searched in memory for what can be saved. */
  maxSalvageBytes: 512_000_000,
} as const;
