import { describe, expect, it } from 'vitest';
import { decodeFileTable } from '../../../src/engine/decode-file-table.ts';
import type { FileEntry } from '../../../src/engine/file-entry.ts';
import { encodeFileTable, type FileTable } from '../../../src/engine/file-table.ts';
import { COLUMN_BYTES } from '../../../src/engine/table-columns.ts';

const entry: FileEntry = {
  sourceId: 'acme',
  relPath: 'docs/ä.md',
  path: 'acme/docs/ä.md',
  kind: 'markdown',
  language: '',
  bytes: 5_000_000_000,
  sha256: new Uint8Array(32).fill(7),
  mtimeMs: 1_790_000_000_123,
  meta: { title: 'T', source_url: 'https://example.org/' },
  lineCount: 12,
  chunkCount: 3,
  tokenTotal: 99,
  title: 'T',
  description: '',
  url: 'https://example.org/',
  warnings: [{ path: '', code: 'max-chunks', message: 'cut', limit: 1, actual: 2, line: 3 }],
  shard: 2,
  leaf: { pack: 'p1', start: 0, end: 10 },
  contents: { pack: 'p2', start: 10, end: 400 },
  original: { pack: 'p3', start: 1, end: 2 },
};
const bare: FileEntry = { ...entry, relPath: 'x', path: 'x', mtimeMs: -1, refused: 'binary', shard: -1, warnings: [] };
delete (bare as { original?: unknown }).original;
delete (bare as { meta?: unknown }).meta;

const table: FileTable = {
  entries: [entry, bare],
  skips: { acme: [{ path: 'dist', isDirectory: true, reason: 'ignored', rule: '.gitignore:1 dist/' }] },
  scanWarnings: {},
};

describe('file table', () => {
  it('gives back every field it was given', () => {
    const { entries, skips, scanWarnings } = decodeFileTable(encodeFileTable(table));
    expect({ entries, skips, scanWarnings }).toEqual(table);
  });

  it('tells what a search needs of a file without decoding it', () => {
    const open = decodeFileTable(encodeFileTable(table));
    expect(open.names(0)).toEqual({ path: 'acme/docs/ä.md', kind: 'markdown', source: 'acme' });
    expect([open.isKept(0), open.isKept(1)]).toEqual([true, false]);
    expect([...open.shards]).toEqual([2, -1]);
    expect([...open.chunkCounts]).toEqual([3, 3]);
    expect(open.entry(1)).toEqual(bare);
  });

  it('of version 1, which had no columns, is read as before', () => {
    const now = encodeFileTable(table);
    const before = now.slice(0, Math.floor((now.length - table.entries.length * COLUMN_BYTES) / 4) * 4);
    before[0] = 1;
    const { entries, shards, chunkCounts, facets, isKept } = decodeFileTable(before);
    const open = decodeFileTable(now);
    expect(entries).toEqual(table.entries);
    expect([[...shards], [...chunkCounts], isKept(0), isKept(1)]).toEqual([[2, -1], [3, 3], true, false]);
    const read = (columns: typeof facets) =>
      [columns.kind, columns.folder, columns.source].map(({ numbers, names }) => [...numbers].map((n) => names[n]));
    expect(read(facets)).toEqual(read(open.facets));
    expect(read(facets)).toEqual([
      ['markdown', 'markdown'],
      ['acme/', ''],
      ['acme', 'acme'],
    ]);
  });

  it('says store/damaged for any cut-off table', () => {
    const bytes = encodeFileTable(table);
    for (let length = 0; length < bytes.length; length += 7) {
      expect(() => decodeFileTable(bytes.subarray(0, length))).toThrow(
        expect.objectContaining({ code: 'store/damaged' }),
      );
    }
  });

  it('says store/newer-format for a table of a later version', () => {
    const bytes = encodeFileTable(table);
    bytes[0] = 99;
    expect(() => decodeFileTable(bytes)).toThrow(expect.objectContaining({ code: 'store/newer-format' }));
  });
});
