import { describe, expect, it } from 'vitest';
import { listBelow } from '../../../src/search/facets.ts';

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
