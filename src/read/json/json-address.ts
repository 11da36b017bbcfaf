import { fromUtf8 } from '../../lib/bytes.ts';

/** Code points of a key that an address contains. */
const MAX_KEY_POINTS = 500;

/** Returns `.key` or `["odd key"]` for the source of a key, including its quotes. */
export function toKeyStep(bytes: Uint8Array): string {
  const source = fromUtf8(bytes);
  const isQuoted = /^["']/.test(source);
  const key = capPoints(isQuoted ? source.slice(1, -1) : source);
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return `.${key}`;
  return `["${source.startsWith("'") ? key.replaceAll('"', '\\"') : key}"]`;
}

function capPoints(key: string): string {
  if (key.length <= MAX_KEY_POINTS) return key;
  return [...key.slice(0, MAX_KEY_POINTS * 2)].slice(0, MAX_KEY_POINTS).join('');
}
