import { decodePercent } from '../lib/decode-percent.ts';
import { resolvePath } from '../lib/resolve-path.ts';

/** Resolves a relative link or image of a file to a path, a place in the file to its own; undefined for absolute addresses. */
export function toFileHref(from: string, href: string): string | undefined {
  if (href.startsWith('#')) return from;
  if (href === '' || href.startsWith('//') || /^[a-z][a-z\d+.-]*:/i.test(href)) return undefined;
  return resolvePath(toLinkTarget(href), from.slice(0, from.lastIndexOf('/') + 1));
}

/** Returns the path part of a link, decoded. */
export function toLinkTarget(href: string): string {
  return decodePercent(href.replace(/[?#].*$/, ''));
}
