import { describe, expect, it } from 'vitest';
import { getFacetColumns } from '../../../src/engine/search/languages.ts';
import { countFacets, listBelow } from '../../../src/search/facets.ts';

describe('folder facets', () => {
  const paths = ['src/app/core/a.py', 'src/app/core/b.py', 'src/app/ui/c.py', 'src/app/main.py', 'docs/x.md'];
  const below = (hits: readonly number[]) =>
    listBelow([['src/', 9]], Uint32Array.from(hits), (file) => paths[file] as string);

  it('list the folders below the deepest one that holds every hit', () => {
    expect(below([1, 2, 3, 1, 0])).toEqual([
      ['src/app/core/', 3],
      ['src/app/ui/', 3],
    ]);
  });

  it('stay at the top if nothing is below', () => {
    expect(below([1, 1, 0, 0, 0])).toEqual([['src/', 9]]);
    expect(below([0, 0, 0, 1, 0])).toEqual([['src/', 9]]);
  });
});

describe('programming languages', () => {
  const paths = ['a.go', 'b.TS', 'c.tsx', 'd.md', 'e.xyz'];
  const none = { numbers: new Uint8Array(5), names: [''] };
  const toOpen = (count: number) => ({
    shards: [],
    fileCount: count,
    facets: {
      ...{ folder: none, source: none, tag: none },
      kind: { numbers: Uint8Array.of(0, 1, 1, 2, 0), names: ['code', 'type_script', 'markdown'] },
    },
    pathOf: (file: number) => paths[file] as string,
  });
  const count = (open: Parameters<typeof getFacetColumns>[0]) =>
    countFacets(getFacetColumns(open), Uint32Array.of(3, 2, 2, 9, 1)).lang;

  it('are counted in code, TSX as TypeScript', () => {
    expect(count(toOpen(5))).toEqual([
      ['typescript', 4],
      ['go', 3],
    ]);
  });
  it('are not listed if there is one, or while paths are not read', () => {
    expect(count(toOpen(1))).toEqual([]);
    expect(count({ ...toOpen(5), pathOf: undefined })).toEqual([]);
  });
});
