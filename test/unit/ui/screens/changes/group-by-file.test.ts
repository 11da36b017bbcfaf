import { describe, expect, it } from 'vitest';
import type { SnapshotChange } from '../../../../../src/model/snapshot.ts';
import { groupByFile } from '../../../../../src/ui/screens/changes/group-by-file.ts';

const change = (change: Partial<SnapshotChange>) => ({ what: 'changed', path: 'a.md', ...change }) as SnapshotChange;

describe('changes by file', () => {
  it('are in the order of paths, then of lines; a file that moved is told by both names', () => {
    const files = groupByFile([
      change({ path: 'b.md', lines: [9, 12] }),
      change({ path: 'c.md', oldPath: 'old.md', what: 'moved', lines: [1, 2] }),
      change({ path: 'a.md', what: 'removed', oldLines: [4, 5] }),
      change({ path: 'b.md', lines: [1, 8] }),
    ]);
    expect(files.map(({ path, oldPath }) => [path, oldPath])).toEqual([
      ['a.md', undefined],
      ['b.md', undefined],
      ['c.md', 'old.md'],
    ]);
    expect(files[1]?.changes.map(({ lines }) => lines?.[0])).toEqual([1, 9]);
  });
});
