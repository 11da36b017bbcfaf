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

/** Hits by kind, top folder and source. Most first, equal ones in byte order. One plain loop: it runs over every file. */
export function countFacets({ kind, folder, source }: FacetColumns, hits: Uint32Array): Facets {
  const kinds = new Float64Array(kind.names.length);
  const folders = new Float64Array(folder.names.length);
  const sources = new Float64Array(source.names.length);
  for (let i = 0; i < hits.length; i++) {
    const count = hits[i] as number;
    if (count === 0) continue;
    (kinds[kind.numbers[i] as number] as number) += count;
    (folders[folder.numbers[i] as number] as number) += count;
    (sources[source.numbers[i] as number] as number) += count;
  }
  return {
    kind: toRows(kind.names, kinds),
    folder: toRows(folder.names, folders),
    source: toRows(source.names, sources),
  };
}

function toRows(names: readonly string[], counts: Float64Array): (readonly [string, number])[] {
  const rows: (readonly [string, number])[] = [];
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number] as number;
    if (count > 0 && names[number] !== '') rows.push([names[number] as string, count]);
  }
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
