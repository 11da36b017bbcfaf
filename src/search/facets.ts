import { compareUtf8 } from '../lib/bytes.ts';
import type { FileNames } from '../model/chunk.ts';
import type { Facets } from '../model/hit.ts';

const MAX_ROWS = 12;

/** Hits by kind, top folder and source. Most first, equal ones in byte order. */
export function countFacets(files: {
  readonly count: number;
  readonly fileAt: (file: number) => FileNames;
  readonly hitsOf: (file: number) => number;
}): Facets {
  const kind = new Map<string, number>();
  const folder = new Map<string, number>();
  const source = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string, hits: number): void => {
    counts.set(key, (counts.get(key) ?? 0) + hits);
  };
  for (let i = 0; i < files.count; i++) {
    const hits = files.hitsOf(i);
    if (hits === 0) continue;
    const row = files.fileAt(i);
    add(kind, row.kind, hits);
    add(source, row.source, hits);
    const slash = row.path.indexOf('/');
    if (slash > 0) add(folder, row.path.slice(0, slash + 1), hits);
  }
  return { kind: toRows(kind), folder: toRows(folder), source: toRows(source) };
}

function toRows(counts: ReadonlyMap<string, number>): (readonly [string, number])[] {
  return [...counts].sort((a, b) => b[1] - a[1] || compareUtf8(a[0], b[0])).slice(0, MAX_ROWS);
}
