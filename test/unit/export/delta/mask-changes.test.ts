import { describe, expect, it } from 'vitest';
import { diffSnapshots } from '../../../../src/export/delta/diff-snapshots.ts';
import { maskChanges } from '../../../../src/export/delta/mask-changes.ts';
import type { Snapshot, SnapshotChange } from '../../../../src/model/snapshot.ts';

type MadeChunk = readonly [path: string, text: string, start: number, end: number];

/** The hash of a chunk is its text; its id is the text with the path. */
function makeSnapshot(index_id: string, chunks: readonly MadeChunk[]): Snapshot {
  return {
    index_id,
    chunks: chunks.map(([path, text, start, end], i) => ({
      id: `${path}#${text}`,
      ref: `c${i + 1}`,
      path,
      lines: [start, end],
      content_hash: text,
    })),
  };
}

const maskPath = (path: string): string => path.replace('SECRET', '[[secret]]');

function change(from: readonly MadeChunk[], plain: readonly MadeChunk[], masked: readonly MadeChunk[]) {
  const states = {
    from: makeSnapshot('from', from),
    plain: makeSnapshot('plain', plain),
    masked: makeSnapshot('masked', masked),
    maskPath,
  };
  return maskChanges(diffSnapshots(states.from, states.plain), states);
}

const toLine = ({ what, oldRef, oldId, ref, id }: SnapshotChange): string => `${what} ${oldRef}=${oldId} ${ref}=${id}`;

describe('changes in a masked export', () => {
  it('follow the unmasked text and name the masked chunks', () => {
    const from: MadeChunk[] = [
      ['a', 'SECRET', 1, 1],
      ['b', 'plain', 1, 1],
    ];
    const plain: MadeChunk[] = [
      ['a', 'SECRET', 1, 1],
      ['b', 'plain and SECRET', 1, 1],
    ];
    const masked: MadeChunk[] = [
      ['a', '***', 1, 1],
      ['b', 'plain and ***', 1, 1],
    ];
    expect(change(from, plain, masked).map(toLine)).toEqual(['changed c2=undefined c2=b#plain and ***']);
  });

  it('name an old id only if its text and its path are unchanged in the masked state', () => {
    const text: MadeChunk[] = [
      ['SECRET', 'in the name', 1, 1],
      ['old', 'SECRET', 1, 1],
      ['old', 'plain', 3, 3],
    ];
    const plain: MadeChunk[] = [
      ['new', 'SECRET', 1, 1],
      ['new', 'plain', 3, 3],
      ['renamed', 'in the name', 1, 1],
    ];
    const masked = plain.map(
      ([path, content, ...lines]): MadeChunk => [path, content.replace('SECRET', '***'), ...lines],
    );
    const changes = change(text, plain, masked);
    expect(changes.map(toLine)).toEqual([
      'moved c2=undefined c1=new#***',
      'moved c3=old#plain c2=new#plain',
      'moved c1=undefined c3=renamed#in the name',
    ]);
    expect(changes.map(({ oldPath }) => oldPath)).toEqual(['old', 'old', '[[secret]]']);
  });

  it('follow the lines if masking cuts a file into more or fewer chunks', () => {
    const from: MadeChunk[] = [
      ['a', 'one', 1, 4],
      ['a', 'two', 5, 8],
      ['a', 'three', 9, 12],
    ];
    const plain: MadeChunk[] = [
      ['a', 'one', 1, 4],
      ['a', 'two changed', 5, 8],
      ['a', 'three changed', 9, 12],
    ];
    const more: MadeChunk[] = [
      ['a', 'm1', 1, 5],
      ['a', 'm2', 6, 7],
      ['a', 'm3', 8, 10],
      ['a', 'm4', 11, 12],
    ];
    expect(change(from, plain, more).map(({ oldRef, ref }) => `${oldRef} ${ref}`)).toEqual([
      'c2 c1',
      'c2 c2',
      'c2 c3',
      'c3 c3',
      'c3 c4',
    ]);
    const fewer: MadeChunk[] = [
      ['a', 'm1', 1, 4],
      ['a', 'm2', 5, 12],
    ];
    expect(change(from, plain, fewer).map(({ oldRef, ref }) => `${oldRef} ${ref}`)).toEqual(['c2 c2', 'c3 c2']);
    expect(change([], plain, fewer).map(({ what, ref }) => `${what} ${ref}`)).toEqual(['added c1', 'added c2']);
  });

  it('of tens of thousands of chunks in one file are found without comparing every pair', () => {
    const make = (prefix: string, count: number, size: number): MadeChunk[] =>
      Array.from({ length: count }, (_, i) => ['a', `${prefix}${i}`, i * size + 1, i * size + size]);
    const changes = change(make('old', 20_000, 3), make('new', 20_000, 3), make('masked', 30_000, 2));
    expect(changes).toHaveLength(40_000);
  });
});
