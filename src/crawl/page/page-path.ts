import { toHex, toUtf8 } from '../../lib/bytes.ts';

export async function hashText(text: string): Promise<string> {
  return hashBytes(toUtf8(text));
}

export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Makes a page id: a UUID from the first 16 bytes of sha256(canonical URL) [S8]. */
export function toPageId(urlHash: string): string {
  const h = urlHash.slice(0, 32);
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`;
}

/**
 * Returns the path of a page's raw file [S8]. It depends on the URL only, so that the order of answers cannot decide which of two pages gets
 * the plain name: a URL whose plain name could belong to another (`/index` and `/`, a literal `@1a2b3c4d`) always carries its hash.
 */
export function toPagePath(key: string, urlHash: string, withHost: boolean): string {
  const url = new URL(key);
  const segments = url.pathname.split('/').slice(1).map(escapeSegment);
  let path = segments.join('/');
  const isAmbiguous =
    /(?:^|\/)index$/.test(path) || /[@~][0-9a-f]{8}$/.test(path) || segments.some((segment) => segment === '');
  if (path === '') path = 'index';
  else if (isAmbiguous)
    path = `${path.replace(/\/\/+/g, '/').replace(/^\/|\/$/g, '') || 'index'}~${urlHash.slice(0, 8)}`;
  const extra = url.search + url.hash;
  if (extra !== '') path = `${path}@${urlHash.slice(0, 8)}`;
  const name = `${path}.md`;
  return withHost ? `${escapeSegment(url.host)}/${name}` : name;
}

/** Returns the path of an llms-full page without a URL: next to the file, numbered in its order [S4]. */
export function toUnmappedPath(fileUrl: string, options: { number: number; slug: string; withHost: boolean }): string {
  const url = new URL(fileUrl);
  const folder = url.pathname
    .replace(/\.txt(?=$|\/)/i, '')
    .split('/')
    .slice(1)
    .map(escapeSegment)
    .join('/');
  const number = String(options.number).padStart(3, '0');
  const name = `${folder}/${number}${options.slug === '' ? '' : `-${options.slug}`}.md`;
  return options.withHost ? `${escapeSegment(url.host)}/${name}` : name;
}

/** Percent-encodes characters that some file system forbids, the device names of Windows and a trailing dot. */
function escapeSegment(segment: string): string {
  const safe = segment.replace(/%[0-9A-F]{2}|[^A-Za-z0-9\-._~!$&'()+,;=@]/gi, (c) =>
    c.length === 3 ? c : encodeOne(c),
  );
  const dotted = safe.replace(/^\.+$/, (dots) => dots.replace(/\./g, '%2E')).replace(/[. ]$/, encodeOne);
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(dotted)
    ? `%${dotted.charCodeAt(0).toString(16)}${dotted.slice(1)}`
    : dotted;
}

function encodeOne(c: string): string {
  let escaped = '';
  for (const byte of toUtf8(c)) escaped += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return escaped;
}
