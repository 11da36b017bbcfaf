import { countUtf8 } from '../lib/bytes.ts';
import { LIMITS } from '../model/limits.ts';

/** Returns a name as stored in a collection: NFC, and well-formed so that it has one UTF-8 encoding. */
export function toCleanName(raw: string): string {
  if (/^[\x00-\x7f]*$/.test(raw)) return raw;
  return raw.replace(LONE_SURROGATE, '\ufffd').normalize('NFC');
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Splits a path from an archive or a browser. Returns undefined (`bad-path`) if it is absolute, climbs with `..`, is too long or has no name at
 * all. Drops `.` and empty segments, because tar writes `./a`.
 */
export function toSegments(raw: string): readonly string[] | undefined {
  if (findPathExcess(raw)) return undefined;
  if (raw.startsWith('/') || /^[A-Za-z]:[\\/]/.test(raw) || raw.startsWith('\\\\') || raw.includes('\0'))
    return undefined;
  const segments: string[] = [];
  for (const segment of raw.split('/')) {
    if (segment === '..') return undefined;
    if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.length > 0 ? segments : undefined;
}

export interface PathExcess {
  readonly of: 'bytes' | 'segments';
  readonly limit: number;
  readonly actual: number;
}

export function findPathExcess(path: string): PathExcess | undefined {
  const { maxPathBytes, maxPathSegments } = LIMITS;
  // A hostile path should not be encoded first.
  const bytes = path.length > maxPathBytes ? path.length : countUtf8(path);
  if (bytes > maxPathBytes) return { of: 'bytes', limit: maxPathBytes, actual: bytes };
  const segments = path.split('/').length;
  return segments > maxPathSegments ? { of: 'segments', limit: maxPathSegments, actual: segments } : undefined;
}
