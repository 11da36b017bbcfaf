/** A name as stored in a collection: NFC, and well-formed so that it has one UTF-8 spelling. */
export function toCleanName(raw: string): string {
  if (/^[\x00-\x7f]*$/.test(raw)) return raw;
  return raw.replace(LONE_SURROGATE, '\ufffd').normalize('NFC');
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Segments of a path given by an archive or a browser, or undefined when it is absolute, climbs with `..`, or has no name at all
 * (`bad-path`). `.` and empty segments are dropped: tar writes `./a`.
 */
export function toSegments(raw: string): readonly string[] | undefined {
  if (raw.startsWith('/') || /^[A-Za-z]:[\\/]/.test(raw) || raw.startsWith('\\\\') || raw.includes('\0'))
    return undefined;
  const segments: string[] = [];
  for (const segment of raw.split('/')) {
    if (segment === '..') return undefined;
    if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.length > 0 ? segments : undefined;
}
