/** Bytes that the JSON readers compare with. */
export const LF = 10;
export const QUOTE = 34;
export const APOSTROPHE = 39;
export const COMMA = 44;
export const COLON = 58;
export const BRACKET = 91;
export const BACKSLASH = 92;
export const BRACE = 123;
const TAB = 9;
const CR = 13;
const SPACE = 32;
const ASTERISK = 42;
const SLASH = 47;

export function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

export function isLetter(c: number): boolean {
  return (c | 32) >= 97 && (c | 32) <= 122;
}

/** A byte of a key without quotes. */
export function isNameByte(c: number): boolean {
  return isLetter(c) || isDigit(c) || c === 95 || c === 36 || c >= 0x80;
}

export function isSpace(c: number): boolean {
  return c === SPACE || c === LF || c === CR || c === TAB;
}

/** Skips white space, and comments if lenient. An unclosed comment is not skipped. */
export function skipSpace(bytes: Uint8Array, from: number, to: number, isLenient: boolean): number {
  let at = from;
  while (at < to) {
    if (isSpace(bytes[at] as number)) at++;
    else {
      const next = isLenient && bytes[at] === SLASH ? skipComment(bytes, at, to) : at;
      if (next === at) break;
      at = next;
    }
  }
  return at;
}

function skipComment(bytes: Uint8Array, from: number, to: number): number {
  if (from + 1 >= to) return from;
  if (bytes[from + 1] === SLASH) {
    const end = bytes.indexOf(LF, from);
    return end < 0 || end > to ? to : end;
  }
  if (bytes[from + 1] !== ASTERISK) return from;
  for (let at = from + 2; at + 1 < to; at++) if (bytes[at] === ASTERISK && bytes[at + 1] === SLASH) return at + 2;
  return from;
}

/** Skips a string, a number or a word of text that is known to be valid. */
export function skipScalar(bytes: Uint8Array, from: number, to: number): number {
  const quote = bytes[from] as number;
  let at = from;
  if (quote === QUOTE || quote === APOSTROPHE) {
    at++;
    while (bytes[at] !== quote) at += bytes[at] === BACKSLASH ? 2 : 1;
    return at + 1;
  }
  while (at < to && !endsScalar(bytes[at] as number)) at++;
  return at;
}

function endsScalar(c: number): boolean {
  return c <= SPACE || c === COMMA || c === BRACKET + 2 || c === BRACE + 2 || c === COLON || c === SLASH;
}
