import { describe, expect, it } from 'vitest';
import { createEntryTable } from '../../../../src/engine/file-table/entry-table.ts';
import { type FileEntry, NO_SHARD } from '../../../../src/engine/file-table/file-entry.ts';
import { assignCheckpoint, toShardCount } from '../../../../src/engine/shards/shard-plan.ts';
import { LIMITS } from '../../../../src/model/limits.ts';

describe('shard count', () => {
  it('keeps the text of a shard near its size', () => {
    expect(toShardCount(0, 0)).toBe(1);
    expect(toShardCount(LIMITS.shardBytes, 1_000)).toBe(1);
    expect(toShardCount(LIMITS.shardBytes + 1, 1_000)).toBe(2);
    expect(toShardCount(LIMITS.shardBytes * 5, 1_000)).toBe(8);
  });

  it('keeps the chunks of a shard few enough to merge, however short they are', () => {
    expect(toShardCount(5_000_000, LIMITS.shardChunks)).toBe(1);
    expect(toShardCount(5_000_000, 100_000)).toBe(4);
  });
});

function makeEntry(path: string, chunkCount: number): FileEntry {
  const span = { bundle: 'p', start: 0, end: 10 };
  return {
    sourceId: 's',
    relPath: path,
    path,
    kind: 'markdown',
    language: '',
    bytes: 10,
    sha256: new Uint8Array(32),
    mtimeMs: -1,
    lineCount: 1,
    chunkCount,
    tokenTotal: 1,
    title: '',
    description: '',
    url: '',
    tags: [],
    warnings: [],
    shard: NO_SHARD,
    leaf: span,
    contents: span,
  };
}

describe('shards of a checkpoint', () => {
  const half = LIMITS.checkpointChunks / 2;
  const shardsOf = (table: ReturnType<typeof createEntryTable>): number[] =>
    [...table.rows()].map((row) => table.entry(row).shard);

  it('are several for many new files, none with more chunks than allowed', () => {
    const table = createEntryTable([half, half, 1, half * 3, 1].map((chunks, i) => makeEntry(`${i}.md`, chunks)));
    assignCheckpoint(table);
    const [first = 0, ...rest] = shardsOf(table);
    expect(rest.map((shard) => shard - first)).toEqual([0, 1, 2, 3]);
  });

  it('merge the small ones before them', () => {
    const table = createEntryTable([makeEntry('a.md', 1)]);
    assignCheckpoint(table);
    const [before] = shardsOf(table);
    table.put(makeEntry('b.md', 1));
    assignCheckpoint(table);
    const [a, b] = shardsOf(table);
    expect(a).toBe(b);
    expect(a).not.toBe(before);
  });
});
