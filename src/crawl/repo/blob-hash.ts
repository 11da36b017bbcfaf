import { concatBytes, toHex, toUtf8 } from '../../lib/bytes.ts';

/** Checks bytes against the listing. Without a secure context no digest exists, and every body passes. */
export async function hasHash(bytes: Uint8Array<ArrayBuffer>, hash: string): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return true;
  const [type, wanted = ''] = splitHash(hash);
  if (type === 'sha256') return toHex(await digest(subtle, 'SHA-256', bytes)) === toHex(fromBase64(wanted));
  const blob = concatBytes([toUtf8(`blob ${bytes.length}\0`), bytes]);
  return toHex(await digest(subtle, wanted.length === 64 ? 'SHA-256' : 'SHA-1', blob)) === wanted;
}

/** Returns the first 52 bits as a number. A file with a known stamp and size is not fetched again. */
export function toStamp(hash: string): number {
  const [type, value = ''] = splitHash(hash);
  const hex = type === 'git' ? value : toHex(fromBase64(value).subarray(0, 7));
  return Number.parseInt(hex.slice(0, 13), 16);
}

function splitHash(hash: string): string[] {
  return hash.split(':');
}

async function digest(
  subtle: SubtleCrypto,
  name: 'SHA-1' | 'SHA-256',
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  return new Uint8Array(await subtle.digest(name, bytes));
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
