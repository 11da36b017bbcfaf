/** A half-open span of bytes. */
export type Span = readonly [start: number, end: number];

/** Bytes that are read when they are asked for. */
export interface SpanReader {
  readonly length: number;
  /** What is kept account of at a time, where a page of the store would be much. */
  readonly pageBytes?: number;
  /** In order. `put` gets each span in one piece or more, as views that are good for the call only. */
  readSpans(spans: readonly Span[], put: (bytes: Uint8Array, startByte: number) => void): Promise<void>;
}
