import { describe, expect, it } from 'vitest';
import { diffSnapshots } from '../../../../src/export/delta/diff-snapshots.ts';
import { maskChanges } from '../../../../src/export/delta/mask-changes.ts';
import type { Snapshot, SnapshotChange } from '../../../../src/model/snapshot.ts';

/** Chunks as `path start-end text`. The hash of a chunk is its text; its id is the text with the path. */
function makeSnapshot(indexId: string, chunks: readonly string[]): Snapshot {
  return {
    indexId,
    chunks: chunks.map((chunk, i) => {
      const [, path = '', start, end, text = ''] = /^(\S+) (\d+)-(\d+) (.*)$/.exec(chunk) ?? [];
      return { id: `${path}#${text}`, ref: `c${i + 1}`, path, lines: [Number(start), Number(end)], contentHash: text };
    }),
  };
}

const maskPath = (path: string): string => path.replace('SECRET', '[[secret]]');

function change(from: readonly string[], plain: readonly string[], masked: readonly string[]) {
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
    const from = ['a 1-1 SECRET', 'b 1-1 plain'];
    const plain = ['a 1-1 SECRET', 'b 1-1 plain and SECRET'];
    const masked = ['a 1-1 ***', 'b 1-1 plain and ***'];
    expect(change(from, plain, masked).map(toLine)).toEqual(['changed c2=undefined c2=b#plain and ***']);
  });

  it('name an old id only if its text and its path are unchanged in the masked state', () => {
    const from = ['SECRET 1-1 in the name', 'old 1-1 SECRET', 'old 3-3 plain'];
    const plain = ['new 1-1 SECRET', 'new 3-3 plain', 'renamed 1-1 in the name'];
    const masked = plain.map((chunk) => chunk.replace('SECRET', '***'));
    const changes = change(from, plain, masked);
    expect(changes.map(toLine)).toEqual([
      'moved c2=undefined c1=new#***',
      'moved c3=old#plain c2=new#plain',
      'moved c1=undefined c3=renamed#in the name',
    ]);
    expect(changes.map(({ oldPath }) => oldPath)).toEqual(['old', 'old', '[[secret]]']);
  });

  it('follow the lines if masking cuts a file into more or fewer chunks', () => {
    const from = ['a 1-4 one', 'a 5-8 two', 'a 9-12 three'];
    const plain = ['a 1-4 one', 'a 5-8 two changed', 'a 9-12 three changed'];
    const refs = (masked: readonly string[]) =>
      change(from, plain, masked).map(({ oldRef, ref }) => `${oldRef} ${ref}`);
    expect(refs(['a 1-5 m1', 'a 6-7 m2', 'a 8-10 m3', 'a 11-12 m4'])).toEqual([
      ...['c2 c1', 'c2 c2', 'c2 c3', 'c3 c3', 'c3 c4'],
    ]);
    const fewer = ['a 1-4 m1', 'a 5-12 m2'];
    expect(refs(fewer)).toEqual(['c2 c2', 'c3 c2']);
    expect(change([], plain, fewer).map(({ what, ref }) => `${what} ${ref}`)).toEqual(['added c1', 'added c2']);
  });
});
