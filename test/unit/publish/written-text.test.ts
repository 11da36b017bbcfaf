import { expect, it } from 'vitest';
import { createByteWriter } from '../../../src/lib/byte-writer.ts';
import type { FileRow } from '../../../src/model/chunk.ts';
import { toCollectionAddress } from '../../../src/publish/collection-address.ts';
import { decodePieces, encodePiece, type TextChunk } from '../../../src/publish/format/text-block.ts';
import { writePlainPages } from '../../../src/publish/write/plain-pages.ts';
import { toPublishedPage } from '../../../src/publish/write/publish-app.ts';
import { makeSink } from './make-published.ts';

const FILE: FileRow = {
  ...{ path: 'a/<b>.md', source: 's', kind: 'markdown', bytes: 30, sha256: 'ab'.repeat(32) },
  ...{ line_count: 3, chunk_count: 2, token_total: 9, title: '"T" & <script>' },
};

const toRow = (startByte: number, endByte: number): TextChunk['row'] => ({
  ...{ startByte, endByte, startLine: 1, endLine: 2, chars: endByte - startByte, occurrence: 1, part: 1, parts: 1 },
  ...{
    headingPath: ['One', 'Zwei'],
    headings: [],
    symbol: '',
    symbols: ['f'],
    address: '',
    context: ['Sheet'],
    bodyLength: 4,
  },
});

it('pieces of text decode to the same values, and a truncated one is refused', () => {
  const chunks: TextChunk[] = [
    { row: toRow(0, 5), text: Buffer.from('first') },
    { row: toRow(5, 11), text: Buffer.from('second'), contentHash: new Uint8Array(32).fill(9) },
  ];
  const piece = { fileIndex: 7, file: FILE, outline: { start: 3, end: 90 }, chunks };
  const out = createByteWriter();
  encodePiece(out, piece);
  encodePiece(out, { ...piece, fileIndex: 8, chunks: [] });
  const bytes = out.finish();
  const read = decodePieces(bytes);
  expect(read.map(({ fileIndex }) => fileIndex)).toEqual([7, 8]);
  expect(read[0]).toMatchObject({ file: FILE, outline: piece.outline });
  expect(read[0]?.chunks.map(({ text }) => Buffer.from(text).toString())).toEqual(['first', 'second']);
  expect(read[0]?.chunks[1]?.contentHash).toEqual(chunks[1]?.contentHash);
  for (let end = 1; end < bytes.length; end += 5) {
    try {
      decodePieces(bytes.subarray(0, end));
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  }
});

it('plain pages and llms files contain names and texts as text', async () => {
  const sink = makeSink();
  const text = '</pre><script>alert(1)</script>';
  const url = 'javascript:alert(1)';
  await writePlainPages({ name: '<N>', fileCount: 1, readFile: async () => ({ row: { ...FILE, url }, text }) }, sink);
  const pages = [...sink.files]
    .filter(([path]) => path.endsWith('.html'))
    .map(([, bytes]) => Buffer.from(bytes).toString());
  expect(pages.length).toBe(2);
  for (const page of pages) expect(page).not.toMatch(/<script|<N>|<b>|href="javascript/);
  expect(Buffer.from(sink.files.get('llms-full.txt') as Uint8Array).toString()).toContain(text);
});

it('plain pages have at most 100,000 characters, llms.txt and its parts 50,000, with every text and link in them', async () => {
  const sink = makeSink();
  const long = 'a < b & c\n'.repeat(30_000) + '&😀'.repeat(60_000);
  const readFile = async (i: number) => ({
    row: {
      ...FILE,
      path: `folder-${i % 7}/${i}.md`,
      title: `File ${i}`,
      description: 'x'.repeat(i === 3 ? 90_000 : 60),
    },
    text: i === 5 ? long : `text of ${i}`,
  });
  await writePlainPages({ name: 'N', fileCount: 2_000, readFile }, sink);
  const read = (path: string): string => Buffer.from(sink.files.get(path) as Uint8Array).toString();
  const paths = [...sink.files.keys()];
  const pages = paths.filter((path) => path.endsWith('.html'));
  for (const path of pages) expect(read(path).length, path).toBeLessThanOrEqual(100_000);
  const lists = paths.filter((path) => /llms(\.txt|\/)/.test(path));
  for (const path of lists) expect(read(path).length, path).toBeLessThanOrEqual(50_000);
  const parts = [...read('llms.txt').matchAll(/\((llms\/\d+\.txt)\)/g)].map(([, path]) => path as string);
  expect(parts.length).toBeGreaterThan(1);
  const links = parts.flatMap((path) => [...read(path).matchAll(/\(\.\.\/(pages\/\d+\.html)#(f\d+)\)/g)]);
  expect(links).toHaveLength(2_000);
  for (const [, path, id] of links) expect(read(path as string)).toContain(`id="${id}"`);
  const texts = pages.flatMap((path) => [...read(path).matchAll(/id="f6(?:-\d+)?".*?<pre>([^<]*)<\/pre>/gs)]);
  const plain = texts
    .map(([, text]) => text)
    .join('')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
  expect(plain).toBe(long);
});

it('a path with line feeds stays on its line in the llms files', async () => {
  const sink = makeSink();
  const row = { ...FILE, path: 'a\n## b\r\n# c.md', title: '' };
  await writePlainPages({ name: 'N', fileCount: 1, readFile: async () => ({ row, text: 'text' }) }, sink);
  const [short, full] = ['llms.txt', 'llms-full.txt'].map((name) =>
    Buffer.from(sink.files.get(name) as Uint8Array).toString(),
  );
  expect(short).toContain('- [a ## b # c.md](pages/0001.html#f1)\n');
  expect(full).toMatch(/^# a ## b # c\.md\n\nSource: a ## b # c\.md\n\ntext\n/);
});

it('a page is converted to a published one only once', () => {
  const page = toPublishedPage('<!doctype html><html><head></head><body></body></html>');
  expect(page.match(/quire-collection/g)?.length).toBe(1);
  expect(toPublishedPage(page)).toBe(page);
});

it('an address may be the page, its folder, the collection or its manifest', () => {
  const wanted = 'https://host.test/docs/collection/';
  for (const end of ['', 'index.html', 'index.html?x#/y', 'collection', 'collection/', 'collection/manifest.json'])
    expect(toCollectionAddress(` https://host.test/docs/${end} `)).toBe(wanted);
  for (const text of ['', 'docs', 'ftp://host.test/', 'javascript:1', 'https://u:p@host.test/', 'file:///etc/passwd'])
    expect(() => toCollectionAddress(text)).toThrow(expect.objectContaining({ code: 'publish/not-published' }));
});
