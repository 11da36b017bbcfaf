/** The length of a UTF-8 text: its bytes and its Unicode code points. */
interface TextSize {
  readonly bytes: number;
  readonly chars: number;
}

/**
 * Estimates tokens as characters / 4, or by another ratio. Each byte beyond two per character counts as two more characters: Chinese,
 * Japanese, Korean and Thai need a token for one or two characters (decision 315). The kernel computes the same for whole files.
 */
export function estimateTokens({ bytes, chars }: TextSize, charsPerToken = 4): number {
  return Math.ceil((chars + 2 * Math.max(0, bytes - 2 * chars)) / charsPerToken);
}

/** Estimates the tokens of a chunk from its span. */
export function estimateChunkTokens({ startByte, endByte, chars }: ChunkSize): number {
  return estimateTokens({ bytes: endByte - startByte, chars });
}

interface ChunkSize {
  readonly startByte: number;
  readonly endByte: number;
  readonly chars: number;
}
