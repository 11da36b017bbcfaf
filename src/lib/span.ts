/** A half-open span of bytes. */
export type Span = readonly [start: number, end: number];

/** Bytes that are read on demand. */
export interface SpanReader {
  readonly length: number;
  /** Block size for tracking reads, if the default is too large. */
  readonly blockBytes?: number;
  /** Reads the spans in order. `put` gets each span in one or more pieces, as views valid during the call only. */
  readSpans(spans: readonly Span[], put: (bytes: Uint8Array, startByte: number) => void): Promise<void>;
}
