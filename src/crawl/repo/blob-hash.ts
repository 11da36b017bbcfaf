import { concatBytes, toHex, toUtf8 } from '../../lib/bytes.ts';

/** Checks bytes against the listing. Without a secure context no digest exists, and every body passes. */
export async function hasHash(bytes: Uint8Array<ArrayBuffer>, hash: string): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return true;
  const isGit = hash.startsWith('git:');
  const wanted = isGit ? hash.slice(4) : toHexOf(hash);
  const hashed = isGit ? concatBytes([toUtf8(`blob ${bytes.length}\0`), bytes]) : bytes;
  const digest = await subtle.digest(wanted.length === 64 ? 'SHA-256' : 'SHA-1', hashed);
  return toHex(new Uint8Array(digest)) === wanted;
}

/** Returns the first 52 bits as a number. A file with a known stamp and size is not fetched again. */
export function toStamp(hash: string): number {
  return Number.parseInt((hash.startsWith('git:') ? hash.slice(4) : toHexOf(hash)).slice(0, 13), 16);
}

/** Converts `sha256:<base64>`. */
function toHexOf(hash: string): string {
  return toHex(Uint8Array.from(atob(hash.slice(7)), (char) => char.charCodeAt(0)));
}
