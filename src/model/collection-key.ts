import { toBase64 } from '../lib/base64.ts';

export const KEY_BYTES = 32;
/** Characters of a key as text: base64url without its padding. */
const KEY_CHARS = 43;

/** Creates the key of an encrypted website, as in its link. */
export function createKey(): string {
  return toKeyText(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
}

export function toKeyText(raw: Uint8Array): string {
  return toBase64(raw).slice(0, KEY_CHARS).replaceAll('+', '-').replaceAll('/', '_');
}
