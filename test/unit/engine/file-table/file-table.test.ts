import { describe, expect, it } from 'vitest';
import { decodeFileTable, encodeFileTable } from '../../../../src/engine/file-table/decode-file-table.ts';
import type { FileEntry, FileTable } from '../../../../src/engine/file-table/file-entry.ts';

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
  document: { authors: ['Ada Byron'], year: 1843, scannedPages: [2] },
  tags: ['bird', 'pond'],
  warnings: [{ path: '', code: 'max-chunks', message: 'cut', limit: 1, actual: 2, line: 3 }],
  shard: 2,
  leaf: { bundle: 'p1', start: 0, end: 10 },
  contents: { bundle: 'p2', start: 10, end: 400 },
  original: { bundle: 'p3', start: 1, end: 2 },
};
const bare: FileEntry = { ...entry, relPath: 'x', path: 'x', mtimeMs: -1, refused: 'binary', shard: -1, warnings: [] };
delete (bare as { original?: unknown }).original;
delete (bare as { meta?: unknown }).meta;

const table: FileTable = {
  entries: [entry, bare],
  skips: { acme: [{ path: 'dist', isDirectory: true, reason: 'ignored', rule: '.gitignore:1 dist/' }] },
  scanWarnings: {},
};

/** `table` in the format of 1.0.0-rc.2, before files had tags. */
const VERSION_3 =
  'AwkEYWNtZQVhY21lLwAGYmluYXJ5AnAxAnAyAnAzBWFjbWUvAAK5AgAKZG9jcy/DpC5tZAEAAoDkl9ASBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH' +
  'BwcHBwcHBwf82MGijDQCDANjAVQAFGh0dHBzOi8vZXhhbXBsZS5vcmcvMXsidGl0bGUiOiJUIiwic291cmNlX3VybCI6Imh0dHBzOi8vZXhhbXBs' +
  'ZS5vcmcvIn1PW3sicGF0aCI6IiIsImNvZGUiOiJtYXgtY2h1bmtzIiwibWVzc2FnZSI6ImN1dCIsImxpbWl0IjoxLCJhY3R1YWwiOjIsImxpbmUi' +
  'OjN9XQADBAAKBQqGAwEGAQEAAXgCAAKA5JfQEgcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHAAMMA2MBVAAUaHR0cHM6Ly9leGFtcGxl' +
  'Lm9yZy8AAAAABAAKBQqGAwB4eyJza2lwcyI6eyJhY21lIjpbeyJwYXRoIjoiZGlzdCIsImlzRGlyZWN0b3J5Ijp0cnVlLCJyZWFzb24iOiJpZ25v' +
  'cmVkIiwicnVsZSI6Ii5naXRpZ25vcmU6MSBkaXN0LyJ9XX0sInNjYW5XYXJuaW5ncyI6e319AAAAAAAA5QAAAAMAAAADAAAAAgAAAP////8AAAAA' +
  'AAAAAAcAAAAIAAAAAAABAA==';

describe('file table', () => {
  it('of an older release can be read, so that its collection can be rebuilt', () => {
    const { entries, skips } = decodeFileTable(Uint8Array.from(Buffer.from(VERSION_3, 'base64')));
    const untagged = Array.from(table.entries, ({ document: _, ...entry }) => ({ ...entry, tags: [] }));
    expect({ entries: [...entries], skips, scanWarnings: {} }).toEqual({ ...table, entries: untagged });
  });

  it('returns every field it was given', () => {
    const { entries, skips, scanWarnings } = decodeFileTable(encodeFileTable(table));
    expect({ entries: [...entries], skips, scanWarnings }).toEqual(table);
  });

  it('returns a file’s search facts without decoding its entry', () => {
    const open = decodeFileTable(encodeFileTable(table));
    const tags = ['bird', 'pond'];
    expect(open.names(0)).toEqual({ path: 'acme/docs/ä.md', kind: 'markdown', source: 'acme', tags });
    expect([...open.kept]).toEqual([1, 0]);
    expect([...open.shards]).toEqual([2, -1]);
    expect([...open.chunkCounts]).toEqual([3, 3]);
    expect(open.entry(1)).toEqual(bare);
  });

  it('throws store/damaged for any truncated table', () => {
    const bytes = encodeFileTable(table);
    for (let length = 0; length < bytes.length; length += 7) {
      expect(() => decodeFileTable(bytes.subarray(0, length))).toThrow(
        expect.objectContaining({ code: 'store/damaged' }),
      );
    }
  });

  it('throws store/newer-format for a table of a later version, and store/damaged for one of a build that never shipped', () => {
    const bytes = encodeFileTable(table);
    bytes[0] = 99;
    expect(() => decodeFileTable(bytes)).toThrow(expect.objectContaining({ code: 'store/newer-format' }));
    bytes[0] = 1;
    expect(() => decodeFileTable(bytes)).toThrow(expect.objectContaining({ code: 'store/damaged' }));
  });
});
