import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFileTable } from '../../../../src/engine/file-table/decode-file-table.ts';
import { createEntryTable } from '../../../../src/engine/file-table/entry-table.ts';
import { type FileEntry, isKept } from '../../../../src/engine/file-table/file-entry.ts';
import { compareUtf8, concatBytes } from '../../../../src/lib/bytes.ts';

const span = fc.record({ bundle: fc.constantFrom('p1', 'p2', 'p3'), start: fc.nat(9), length: fc.nat(0xffffffff) });
const toSpan = ({ bundle, start, length }: { bundle: string; start: number; length: number }) => ({
  bundle,
  start,
  end: start + length,
});
const entry = fc
  .record({
    sourceId: fc.constantFrom('docs', 'src'),
    relPath: fc.constantFrom(
      'a.md',
      'a/b.md',
      'a-b.md',
      'ä/ö.md',
      '\u{1f600}.md',
      '\uffee.md',
      `${'d/'.repeat(90)}x.md`,
    ),
    prefix: fc.constantFrom('', 'docs/', 'src/'),
    bytes: fc.constantFrom(0, 7, 5_000_000_000),
    mtimeMs: fc.constantFrom(-1, 0, 1_790_000_000_123),
    refused: fc.constantFrom(undefined, 'binary' as const),
    chunkCount: fc.nat(300),
    title: fc.constantFrom('', 'Über uns', 'x'.repeat(300_000)),
    meta: fc.constantFrom(undefined, { title: 'T' }),
    warnings: fc.constantFrom([], [{ path: '', code: 'max-chunks' as const, message: 'cut', line: 3 }]),
    shard: fc.constantFrom(-1, 0, 3, 1 << 20),
    leaf: span,
    contents: span,
    original: fc.option(span, { nil: undefined }),
  })
  .map(
    ({ prefix, meta, refused, leaf, contents, original, ...rest }): FileEntry => ({
      ...rest,
      path: prefix + rest.relPath,
      kind: 'markdown',
      language: '',
      sha256: new Uint8Array(32).fill(rest.chunkCount),
      lineCount: 1,
      tokenTotal: rest.chunkCount * 2,
      description: '',
      url: '',
      tags: [],
      ...(meta === undefined ? {} : { meta }),
      ...(refused === undefined ? {} : { refused }),
      leaf: toSpan(leaf),
      contents: toSpan(contents),
      ...(original === undefined ? {} : { original: toSpan(original) }),
    }),
  );
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('put' as const), entry }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove' as const), entry }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('look' as const), entry }) },
);

describe('entry table', () => {
  it('behaves like a map of entries, whatever is put, replaced and removed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const table = createEntryTable();
        const map = new Map<string, FileEntry>();
        for (const { type, entry: one } of steps) {
          const row = table.find(one.sourceId, one.relPath);
          const key = `${one.sourceId}\n${one.relPath}`;
          expect(row === undefined ? undefined : table.entry(row)).toEqual(map.get(key));
          if (type === 'put') {
            table.put(one);
            map.set(key, one);
          }
          if (type === 'remove' && row !== undefined) {
            table.remove(row);
            map.delete(key);
          }
          if (type === 'look') expect(paths(table)).toEqual(sortedPaths(map));
        }
        expect(table.size).toBe(map.size);
        expect(paths(table)).toEqual(sortedPaths(map));
        expect([...table.rows()].map(table.entry)).toHaveLength(map.size);
        const kept = [...map.values()].filter(isKept);
        expect(table.totals.files).toBe(kept.length);
        expect(table.totals.bytes).toBe(kept.reduce((sum, { bytes }) => sum + bytes, 0));
        expect(table.totals.chunks).toBe(kept.reduce((sum, { chunkCount }) => sum + chunkCount, 0));
        expect(table.totals.filesOf('src')).toBe([...map.values()].filter(({ sourceId }) => sourceId === 'src').length);
        expect(table.totals.warnings).toBe([...map.values()].reduce((sum, { warnings }) => sum + warnings.length, 0));

        const stored = decodeFileTable(
          concatBytes(Array.from(table.encode({ skips: {}, scanWarnings: {} }), (piece) => piece.slice())),
        );
        const expected = [...table.sorted()].map(table.entry);
        expect([...stored.entries]).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('finds a row’s shard until its path or its leaf changes', () => {
    const [some] = fc.sample(entry, 1) as [FileEntry];
    const { refused: _, ...kept } = some;
    const one: FileEntry = { ...kept, sourceId: 'docs', relPath: 'a.md', path: 'a.md', shard: 4 };
    const table = createEntryTable([one, { ...one, relPath: 'b.md', path: 'b.md' }]);
    const row = table.find('docs', 'a.md') as number;
    expect([table.baseShard(row), table.baseCounts.get(4)]).toEqual([4, 2]);
    table.put({ ...one, mtimeMs: 5 });
    table.setShard(row, 7);
    expect(table.baseShard(row)).toBe(4);
    table.put({ ...one, leaf: { ...one.leaf, start: 99, end: 100 } });
    expect(table.baseShard(row)).toBe(-1);
    table.markBase();
    table.put({ ...table.entry(row), path: 'docs/a.md' });
    expect(table.baseShard(row)).toBe(-1);
  });
});

function paths(table: ReturnType<typeof createEntryTable>): string[] {
  return [...table.sorted()].map((row) => table.entry(row).path);
}

function sortedPaths(map: ReadonlyMap<string, FileEntry>): string[] {
  return [...map.values()].map(({ path }) => path).sort(compareUtf8);
}
