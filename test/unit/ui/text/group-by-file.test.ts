import { describe, expect, it } from 'vitest';
import type { SnapshotChange } from '../../../../src/model/snapshot.ts';
import { groupByFile } from '../../../../src/ui/text/group-by-file.ts';

const change = (change: Partial<SnapshotChange>) => ({ what: 'changed', path: 'a.md', ...change }) as SnapshotChange;
const group = (changes: readonly SnapshotChange[], addedFiles: string[] = [], removedFiles: string[] = []) =>
  groupByFile({ changes, addedFiles, removedFiles });

describe('changes by file', () => {
  it('are in the order of paths, then of lines', () => {
    const files = group([
      change({ path: 'b.md', lines: [9, 12] }),
      change({ path: 'a.md', what: 'removed', oldLines: [4, 5] }),
      change({ path: 'b.md', lines: [1, 8] }),
    ]);
    expect(files.map(({ path, what }) => [path, what])).toEqual([
      ['a.md', 'changed'],
      ['b.md', 'changed'],
    ]);
    expect(files[1]?.changes.map(({ lines }) => lines?.[0])).toEqual([1, 9]);
  });

  it('distinguish new, removed and renamed files, and files whose lines only moved', () => {
    const files = group(
      [
        change({ path: 'fresh.md', what: 'added', lines: [1, 2] }),
        change({ path: 'gone.md', what: 'removed', oldLines: [1, 2] }),
        change({ path: 'new.md', oldPath: 'old.md', what: 'moved', lines: [1, 2], oldLines: [1, 2] }),
        change({ path: 'moved.md', oldPath: 'moved.md', what: 'moved', lines: [5, 6], oldLines: [1, 2] }),
      ],
      ['fresh.md', 'new.md'],
      ['gone.md', 'old.md'],
    );
    expect(files.map(({ path, oldPath, what }) => [path, oldPath, what])).toEqual([
      ['fresh.md', undefined, 'added'],
      ['gone.md', undefined, 'removed'],
      ['moved.md', undefined, 'moved'],
      ['new.md', 'old.md', 'renamed'],
    ]);
  });

  it('of a renamed and edited file are paired: removed text is compared with added text', () => {
    const files = group(
      [
        change({ path: 'new.md', oldPath: 'old.md', what: 'moved', lines: [1, 2], oldLines: [1, 2] }),
        change({ path: 'old.md', oldPath: 'old.md', what: 'removed', oldLines: [3, 4], oldId: 'o1', oldRef: 'c2' }),
        change({ path: 'new.md', what: 'added', lines: [3, 5], id: 'n1', ref: 'c7' }),
        change({ path: 'new.md', what: 'added', lines: [6, 7], id: 'n2', ref: 'c8' }),
      ],
      ['new.md'],
      ['old.md'],
    );
    expect(files).toHaveLength(1);
    expect(files[0]?.changes.map(({ what, path, oldId, id }) => [what, path, oldId, id])).toEqual([
      ['moved', 'new.md', undefined, undefined],
      ['changed', 'new.md', 'o1', 'n1'],
      ['added', 'new.md', undefined, 'n2'],
    ]);
  });

  it('of a chunk that moved to another existing file name its new place', () => {
    const files = group([change({ path: 'b.md', oldPath: 'a.md', what: 'moved', lines: [9, 12], oldLines: [1, 4] })]);
    expect(files.map(({ path, oldPath, what }) => [path, oldPath, what])).toEqual([['b.md', undefined, 'moved']]);
  });
});
