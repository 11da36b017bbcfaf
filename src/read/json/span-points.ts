import { isSpace, LF } from './json-bytes.ts';

/** Counts code points of spans of valid UTF-8. */
export class SpanPoints {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Counts without the blank lines at both ends, as chunks are trimmed. */
  count(start: number, end: number): number {
    const bytes = this.#bytes;
    let from = start;
    let at = start;
    while (at < end && isSpace(bytes[at] as number)) if (bytes[at++] === LF) from = at;
    if (at >= end) return 0;
    let to = end;
    at = end;
    while (isSpace(bytes[at - 1] as number)) if (bytes[--at] === LF) to = at;
    let points = 0;
    for (let i = from; i < to; i++) if (((bytes[i] as number) & 0xc0) !== 0x80) points++;
    return points;
  }

  /** Returns the start of the line if only indentation is before the position. */
  snapToLine(at: number): number {
    let from = at;
    while (from > 0 && (this.#bytes[from - 1] === 32 || this.#bytes[from - 1] === 9)) from--;
    return from === 0 || this.#bytes[from - 1] === LF ? from : at;
  }
}
