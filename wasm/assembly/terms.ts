import { Buffer } from './arena';

/** Begins a leaf. Fields: 0 body, 1 heading, 2 symbol or title. */
export function termsBegin(stemming: i32): void {}

/** Starts the next chunk. */
export function termsChunk(): void {}

/** Text of the current chunk; may be called several times per field. */
export function termsText(field: i32, ptr: usize, length: i32, decodeJsonEscapes: i32): void {}

/** Body tokens of the current chunk so far. */
export function termsBodyLength(): i32 {
  return 0;
}

/** Appends the terms section of the leaf. */
export function termsWrite(out: Buffer): void {}
