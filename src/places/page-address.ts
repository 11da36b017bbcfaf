import { toAsciiLower } from '../lib/ascii.ts';
import { hashText } from '../lib/hash-text.ts';
import type { FileRow } from '../model/chunk.ts';

/** Pages of a published folder, next to its collection. */
const OWN_PAGES = '../pages/{stem}.html';

/**
 * Names the plain page of a file after its path, accented letters by their base letters. Letters may be lost of a path that is not ASCII: it ends in
 * its hash, so that no other file has its name.
 */
export function toPageStem(path: string): string {
  const letters = path.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  const stem = toAsciiLower(letters).replace(/[^a-z0-9]+/g, '-');
  const name = stem.slice(-80).replace(/^-|-$/g, '') || 'file';
  return /^[\u0000-\u007f]*$/.test(path) ? name : `${name}-${hashText(path.normalize())}`;
}

/**
 * Returns the address of a file's page: by the pattern, its own, or the plain page. In a pattern, `{path}` is the path, `{name}` the path without its
 * extension, `{stem}` the name of the plain page. An `index.html` at the end is left out.
 */
export function toPageAddress(
  { path, url }: Pick<FileRow, 'path' | 'url'>,
  pattern: string | undefined,
  folder: string,
): string {
  if (pattern === undefined && url !== undefined && /^https?:\/\//i.test(url)) return url;
  const parts = { path, name: path.replace(/\.[^./]*$/, ''), stem: toPageStem(path) };
  const relative = (pattern ?? OWN_PAGES).replace(/\{(path|name|stem)\}/g, (_, key: keyof typeof parts) =>
    encodeURI(parts[key]).replace(/[?#]/g, encodeURIComponent),
  );
  return new URL(relative.replace(/(^|\/)index\.html$/, '$1'), folder).href;
}
