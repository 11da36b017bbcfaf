const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Above this, calling the encoder is worth it. */
const SHORT_CHARS = 256;

/** Encodes short ASCII, the common case, itself: the encoder's result is also a browser object, which only a full GC frees. */
export function toUtf8(text: string): Uint8Array<ArrayBuffer> {
  if (text.length > SHORT_CHARS) return encoder.encode(text);
  const bytes = new Uint8Array(text.length);
  return putAscii(text, bytes, 0) ? bytes : encoder.encode(text);
}

/** Writes the text at `at`. Returns false if it is not all ASCII; then only a part was written. */
export function putAscii(text: string, bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return false;
    bytes[at + i] = unit;
  }
  return true;
}

/** Ill-formed input becomes U+FFFD; a BOM stays. */
export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The same for short, mostly ASCII texts. The browser keeps the decoder's strings longer: megabytes for 100,000 paths. */
export function fromShortUtf8(bytes: Uint8Array): string {
  if (bytes.length > SHORT_CHARS) return fromUtf8(bytes);
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] as number) >= 0x80) return fromUtf8(bytes);
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}

/**
 * Compares by UTF-8 bytes, which is code point order. JavaScript compares UTF-16 units and puts astral characters before U+E000–U+FFFF.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const HEX = toUtf8('0123456789abcdef');

/** Joined from pieces, a string would keep all of them: ten times its characters. */
export function toHex(bytes: Uint8Array): string {
  const digits = new Uint8Array(bytes.length * 2);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    digits[2 * i] = HEX[byte >> 4] as number;
    digits[2 * i + 1] = HEX[byte & 15] as number;
  }
  return fromUtf8(digits);
}

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Bytes per call of `btoa`: a multiple of three, and few enough for the arguments of one call. */
const STEP = 24_576;

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += STEP)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + STEP))));
  return parts.join('');
}

/** Returns base64url without its padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns undefined for text that is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Counts the bytes of the text in UTF-8. */
export function countUtf8(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Each half of a surrogate pair adds two of its four bytes.
    if (code > 127) bytes += code > 2047 && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
