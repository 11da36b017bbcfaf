export type RtfToken =
  | { readonly type: 'open' | 'close' }
  /** A byte of text, in the encoding of its font. */
  | { readonly type: 'byte'; readonly value: number }
  | { readonly type: 'word'; readonly name: string; readonly value: number; readonly hasValue: boolean };

const OPEN = { type: 'open' } as const;
const CLOSE = { type: 'close' } as const;
const BACKSLASH = 92;
const MAX_WORD = 64;
const MAX_DIGITS = 10;

/** Splits RTF into groups, control words and bytes. Accepts any input. */
export function* listRtfTokens(bytes: Uint8Array): Generator<RtfToken> {
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte === 123) yield OPEN;
    else if (byte === 125) yield CLOSE;
    else if (byte === BACKSLASH) {
      const [token, next] = readControl(bytes, at + 1);
      if (token) yield token;
      at = next;
      continue;
    } else if (byte >= 32 || byte === 9) yield { type: 'byte', value: byte };
    at++;
  }
}

type Read = readonly [RtfToken | undefined, next: number];

/** Reads from the byte after the backslash; returns the offset after the token. */
function readControl(bytes: Uint8Array, at: number): Read {
  const byte = bytes[at];
  if (byte === undefined) return [undefined, at];
  if (isLetter(byte)) return readWord(bytes, at);
  if (byte === 39) {
    const value = Number.parseInt(String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0), 16);
    return [Number.isNaN(value) ? undefined : { type: 'byte', value }, at + 3];
  }
  // `\{`, `\}` and `\\` are these characters; a line end after a backslash is a paragraph.
  if (byte === BACKSLASH || byte === 123 || byte === 125) return [{ type: 'byte', value: byte }, at + 1];
  const name = byte === 10 || byte === 13 ? 'par' : String.fromCharCode(byte);
  return [{ type: 'word', name, value: 0, hasValue: false }, at + 1];
}

function readWord(bytes: Uint8Array, start: number): Read {
  let at = start;
  while (isLetter(bytes[at] ?? 0)) at++;
  const name = String.fromCharCode(...bytes.subarray(start, Math.min(at, start + MAX_WORD)));
  const digits = at;
  if (bytes[at] === 45) at++;
  while (isDigit(bytes[at] ?? 0)) at++;
  const text = String.fromCharCode(...bytes.subarray(digits, Math.min(at, digits + MAX_DIGITS)));
  const value = Number(text) || 0;
  if (bytes[at] === 32) at++;
  // This many bytes of binary data follow.
  if (name === 'bin' && value > 0) at += value;
  return [{ type: 'word', name, value, hasValue: text !== '' }, at];
}

function isLetter(byte: number): boolean {
  return (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90);
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}
