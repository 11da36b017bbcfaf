import { describe, expect, it } from 'vitest';
import { diffSnapshots } from '../../../../src/export/delta/diff-snapshots.ts';
import { exportDelta, toSnapshot } from '../../../../src/export/delta/export-delta.ts';
import type { Snapshot } from '../../../../src/model/snapshot.ts';
import { type MakeFile, makeView } from '../../../support/make-view.ts';
import { makeSink, readText, readZip } from '../../../support/zip-fixtures.ts';

const file = (path: string, ...contents: string[]): MakeFile => ({
  path,
  chunks: contents.map((content) => ({ content })),
});
const before = makeView([
  file('a.md', 'one', 'two', 'three'),
  file('b.md', 'stays'),
  file('gone.md', 'bye'),
  file('old.md', 'travels'),
]);
const after = makeView(
  [file('a.md', 'one', 'two changed', 'three', 'four'), file('b.md', 'stays'), file('new.md', 'travels')],
  { name: 'docs' },
);

describe('diffSnapshots', () => {
  it('distinguishes added, changed, moved and removed chunks', async () => {
    const changes = diffSnapshots(await toSnapshot(before), await toSnapshot(after));
    expect(changes.map(({ what, path, oldPath }) => [what, path, oldPath])).toEqual([
      ['changed', 'a.md', 'a.md'],
      ['added', 'a.md', undefined],
      ['removed', 'gone.md', 'gone.md'],
      ['moved', 'new.md', 'old.md'],
    ]);
    expect(changes[0]).toMatchObject({ oldRef: 'c0002', ref: 'c0002', lines: [3, 3], oldLines: [3, 3] });
  });

  it('reports shifted lines as moved, and nothing between equal snapshots', async () => {
    const shifted = makeView([{ path: 'a.md', chunks: [{ content: 'one', start: 5 }] }]);
    const plain = makeView([{ path: 'a.md', chunks: [{ content: 'one', start: 1 }] }]);
    const changes = diffSnapshots(await toSnapshot(plain), await toSnapshot(shifted));
    expect(changes).toMatchObject([{ what: 'moved', oldLines: [1, 1], lines: [5, 5] }]);
    expect(diffSnapshots(await toSnapshot(plain), await toSnapshot(plain))).toEqual([]);
  });

  it('pairs thousands of equal contents without comparing every pair', () => {
    const make = (path: string): Snapshot => ({
      indexId: path,
      chunks: Array.from({ length: 40_000 }, (_, i) => ({
        id: `${path}${i}`,
        ref: `c${i}`,
        path,
        lines: [i, i],
        contentHash: 'same',
      })),
    });
    expect(diffSnapshots(make('a'), make('b')).length).toBe(40_000);
  });
});

describe('exportDelta', () => {
  it('contains the changes as text and table, and only the new or changed chunk files', async () => {
    const sink = makeSink();
    const result = await exportDelta({ view: after, from: await toSnapshot(before), sink });
    const zip = sink.bytes();
    expect(result.fileName).toBe(`docs-changes-since-${before.index_id.slice(0, 8)}.zip`);
    expect(readZip(zip).entries.map((entry) => entry.name)).toEqual([
      'CHANGES.md',
      'bulk.ndjson',
      'changes.tsv',
      'chunks.jsonl',
      'chunks/c0002.md',
      'chunks/c0004.md',
      'delta.json',
    ]);
    const text = readText(zip, 'CHANGES.md');
    expect(text).toContain(`from: ${before.index_id}\nto: ${after.index_id}\nadded: 1 changed: 1 moved: 1 removed: 1`);
    expect(text).toMatch(/## Moved\n\n- c0006 old.md:1-1 [0-9a-f]{64} -> c0006 new.md:1-1 [0-9a-f]{64}\n/);
    const rows = readText(zip, 'changes.tsv')
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t'));
    expect(rows.length).toBe(2 + 4);
    for (const row of rows.slice(1)) expect(row.length).toBe(11);
    expect(readText(zip, 'chunks/c0002.md')).toContain('two changed');
  });

  it('syncs a search engine: what is gone is deleted, changed files are replaced whole', async () => {
    const sink = makeSink();
    const from = await toSnapshot(before);
    await exportDelta({ view: after, from, sink });
    const zip = sink.bytes();
    const states = { collection: 'docs', from: before.index_id, to: after.index_id };
    const replaced = ['a.md', 'gone.md', 'new.md', 'old.md'];
    expect(JSON.parse(readText(zip, 'delta.json'))).toEqual({ ...states, replaced });
    const held = new Set(from.chunks.map(({ id }) => id));
    const lines = readText(zip, 'bulk.ndjson').trimEnd().split('\n');
    for (const line of lines) {
      const action = JSON.parse(line) as { delete?: { _id: string }; index?: { _id: string } };
      if (action.delete) expect(held.delete(action.delete._id)).toBe(true);
      if (action.index) held.add(action.index._id);
    }
    expect([...held].sort()).toEqual((await toSnapshot(after)).chunks.map(({ id }) => id).sort());
    const rows = lines.filter((line) => line.startsWith('{"id"'));
    expect(readText(zip, 'chunks.jsonl')).toBe(`${rows.join('\n')}\n`);
  });

  it('has no files for search engines when the older state has a name of its own: masked, or a part', async () => {
    const sink = makeSink();
    await exportDelta({ view: after, from: await toSnapshot(before), fromName: 'state-1', sink });
    const names = readZip(sink.bytes()).entries.map((entry) => entry.name);
    expect(names).toEqual(['CHANGES.md', 'changes.tsv', 'chunks/c0002.md', 'chunks/c0004.md']);
  });
});
