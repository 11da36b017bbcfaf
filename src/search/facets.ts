import { compareUtf8 } from '../lib/bytes.ts';
import type { Facets } from '../model/hit.ts';

const MAX_ROWS = 12;

/** One name per file, as an index into `names`. The empty name is not counted. */
export interface FacetColumn {
  readonly numbers: Uint32Array | Uint8Array;
  readonly names: readonly string[];
}

export interface FacetColumns {
  readonly kind: FacetColumn;
  /** Top folder with its slash. */
  readonly folder: FacetColumn;
  readonly source: FacetColumn;
  /** All tags of a file as one name; files without any have the empty one. */
  readonly tag: FacetColumn;
}

export interface LanguageColumns {
  /** Language of prose, such as `de`. */
  readonly language: FacetColumn;
  /** Programming language; undefined until all paths are read. */
  readonly lang: FacetColumn | undefined;
}

export function joinTags(tags: readonly string[] = []): string {
  return tags.join('\n');
}

export function splitTags(name: string): string[] {
  return name === '' ? [] : name.split('\n');
}

/** Counts hits by each column: most first, ties in byte order. */
export function countFacets(
  { kind, folder, source, tag, language, lang }: FacetColumns & LanguageColumns,
  hits: Uint32Array,
  pathOf?: (file: number) => string,
): Facets {
  const topFolders = countColumn(folder, hits);
  return {
    kind: countColumn(kind, hits),
    folder: pathOf === undefined ? topFolders : listBelow(topFolders, hits, pathOf),
    source: countColumn(source, hits),
    // A file counts for each of its tags.
    tag: countColumn(tag, hits, splitTags),
    // A single language is not worth listing.
    language: isMixed(language) ? countColumn(language, hits) : [],
    lang: lang !== undefined && isMixed(lang) ? countColumn(lang, hits) : [],
  };
}

function isMixed({ names }: FacetColumn): boolean {
  return names.filter(Boolean).length > 1;
}

function countColumn(
  { numbers, names }: FacetColumn,
  hits: Uint32Array,
  toNames = (name: string): readonly string[] => [name],
): Facets['folder'] {
  const counts = new Float64Array(names.length);
  for (let i = 0; i < hits.length; i++) (counts[numbers[i] as number] as number) += hits[i] as number;
  const rows = new Map<string, number>();
  counts.forEach((count, number) => {
    if (count === 0) return;
    for (const name of toNames(names[number] as string)) rows.set(name, (rows.get(name) ?? 0) + count);
  });
  rows.delete('');
  return sortRows([...rows]);
}

/**
 * Lists the folders below the deepest folder that holds every hit, since a row that counts everything narrows nothing. `rows` are the top
 * folders; they stay if there are several, or if a hit is outside of them.
 */
export function listBelow(
  rows: Facets['folder'],
  hits: Uint32Array,
  pathOf: (file: number) => string,
): Facets['folder'] {
  if (rows.length !== 1) return rows;
  const counts = new Map<string, number>();
  let shared: string | undefined;
  for (let i = 0; i < hits.length; i++) {
    if ((hits[i] as number) === 0) continue;
    const path = pathOf(i);
    shared = shared === undefined ? path.slice(0, path.lastIndexOf('/') + 1) : toShared(shared, path);
    if (shared === '') return rows;
  }
  const start = shared?.length ?? 0;
  for (let i = 0; i < hits.length; i++) {
    if ((hits[i] as number) === 0) continue;
    const path = pathOf(i);
    const end = path.indexOf('/', start);
    if (end >= 0) counts.set(path.slice(0, end + 1), (counts.get(path.slice(0, end + 1)) ?? 0) + (hits[i] as number));
  }
  return counts.size === 0 ? rows : sortRows([...counts]);
}

function toShared(folder: string, path: string): string {
  let shared = folder;
  while (!path.startsWith(shared)) shared = shared.slice(0, shared.lastIndexOf('/', shared.length - 2) + 1);
  return shared;
}

function sortRows(rows: (readonly [string, number])[]): Facets['folder'] {
  return rows.sort((a, b) => b[1] - a[1] || compareUtf8(a[0], b[0])).slice(0, MAX_ROWS);
}

export function toFolder(path: string): string {
  return path.slice(0, path.indexOf('/') + 1);
}
