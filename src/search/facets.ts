import { compareUtf8 } from '../lib/bytes.ts';
import { createNames } from '../lib/names.ts';
import type { FileNames } from '../model/chunk.ts';
import type { Facets } from '../model/hit.ts';

const MAX_ROWS = 12;

/** One name of every file, as a number of `names`. The empty name is not counted. */
export interface FacetColumn {
  readonly numbers: Uint32Array | Uint8Array;
  readonly names: readonly string[];
}

export interface FacetColumns {
  readonly kind: FacetColumn;
  /** The top folder with its slash. */
  readonly folder: FacetColumn;
  readonly source: FacetColumn;
}

/** Hits by kind, top folder and source. Most first, equal ones in byte order. */
export function countFacets(columns: FacetColumns, hits: Uint32Array): Facets {
  return {
    kind: countColumn(columns.kind, hits),
    folder: countColumn(columns.folder, hits),
    source: countColumn(columns.source, hits),
  };
}

function countColumn({ numbers, names }: FacetColumn, hits: Uint32Array): (readonly [string, number])[] {
  const counts = new Float64Array(names.length);
  const seen: number[] = [];
  for (let i = 0; i < hits.length; i++) {
    const count = hits[i] as number;
    if (count === 0) continue;
    const number = numbers[i] as number;
    if (counts[number] === 0) seen.push(number);
    counts[number] = (counts[number] as number) + count;
  }
  const rows = seen
    .filter((number) => names[number] !== '')
    .map((number) => [names[number] as string, counts[number] as number] as const);
  return rows.sort((a, b) => b[1] - a[1] || compareUtf8(a[0], b[0])).slice(0, MAX_ROWS);
}

/** The top folder with its slash. */
export function toFolder(path: string): string {
  return path.slice(0, path.indexOf('/') + 1);
}

/** The columns of files that have none. */
export function toFacetColumns(count: number, fileAt: (file: number) => FileNames): FacetColumns {
  const toColumn = (nameOf: (file: FileNames) => string): FacetColumn => {
    const names = createNames();
    return {
      numbers: Uint32Array.from({ length: count }, (_, i) => names.number(nameOf(fileAt(i)))),
      names: names.all,
    };
  };
  return {
    kind: toColumn((file) => file.kind),
    folder: toColumn((file) => toFolder(file.path)),
    source: toColumn((file) => file.source),
  };
}
