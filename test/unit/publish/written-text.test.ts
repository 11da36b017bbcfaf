import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteWriter } from '../../../src/lib/byte-writer.ts';
import type { FileRow } from '../../../src/model/chunk.ts';
import { toCollectionAddress } from '../../../src/publish/collection-address.ts';
import { decodePieces, encodePiece, type TextChunk } from '../../../src/publish/format/text-block.ts';
import { type PlainInput, writePlainPages } from '../../../src/publish/write/plain-pages.ts';
import { toProseHtml } from '../../../src/publish/write/prose-html.ts';
import { toPublishedPage } from '../../../src/publish/write/publish-app.ts';
import { makeSink } from './make-published.ts';

const FILE: FileRow = {
  ...{ path: 'a/<b>.md', source: 's', kind: 'markdown', bytes: 30, sha256: 'ab'.repeat(32) },
  ...{ lineCount: 3, chunkCount: 2, tokenTotal: 9, title: '"T" & <script>' },
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
  const out = new ByteWriter();
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

const toInput = (texts: readonly string[], toRow = (_: number): Partial<FileRow> => ({})): PlainInput => ({
  name: '<N>',
  description: 'A "book" & more',
  fileCount: texts.length,
  row: (i) => ({ ...FILE, ...toRow(i) }),
  readText: async (i) => ({ text: texts[i] as string, places: [] }),
  findLinked: (from, target) => new URL(target, `https://h.test/${from}`).pathname.slice(1),
});

async function write(input: PlainInput) {
  const sink = makeSink();
  const start = await writePlainPages(input, sink);
  const read = (path: string): string => Buffer.from(sink.files.get(path) as Uint8Array).toString();
  const pages = [...sink.files.keys()].filter((path) => path.endsWith('.html'));
  return { start, read, pages, paths: [...sink.files.keys()] };
}

it('plain pages and llms files contain names and texts as text', async () => {
  const text = '</pre><script>alert(1)</script>';
  const { start, read, pages } = await write(toInput([text], () => ({ kind: 'text', url: 'javascript:alert(1)' })));
  expect(pages.length).toBe(3);
  for (const page of [start, ...pages.map(read)]) expect(page).not.toMatch(/<script|<N>|<b>|href="javascript/);
  expect(read('pages/index.html')).toContain('<meta name="description" content="A &quot;book&quot; &amp; more">');
  expect(read('llms-full.txt')).toContain(text);
});

it('Markdown becomes HTML with links to the pages of other files, and no element or address of its own', async () => {
  const markdown =
    '---\nx: 1\n---\n# A *b*\n\n[two](../two.md#c) [web](https://a.test/) [gone](gone.md) ![alt](x.png)\n';
  const { read } = await write(toInput([markdown, 'two'], (i) => ({ path: i === 0 ? 'a/one.md' : 'two.md' })));
  expect(read('pages/a-one-md.html')).toContain(
    '<h1 id="a-b">A <em>b</em></h1>\n<p><a href="two-md.html#c" rel="noopener noreferrer">two</a> <a href="https://a.test/" rel="noopener noreferrer">web</a> gone alt</p>',
  );
  const bits = [
    ...['<script>', '<img src=x onerror=1 ', '</script>', '<pre>', '](javascript:1)', '[a', '`', '&lt;', '"', '\n'],
    ...['> ', '|-|', '<a href="', '&#x3c;', '~', '*'],
  ];
  const anyText = fc.array(fc.constantFrom(...bits), { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(anyText, (text) => {
      const html = toProseHtml(text, () => undefined)?.join('') ?? '';
      const allowed =
        /<\/?(p|pre|code|a|h\d|em|strong|del|br|hr|blockquote|ul|ol|li|input|table|thead|tbody|tr|th|td)( (id|href|rel|class|align|start|type|checked|disabled)="[^"<>]*")*>/g;
      expect(html.replace(allowed, '')).not.toMatch(/[<>]/);
      expect(html).not.toMatch(/href="javascript/i);
    }),
  );
  for (const bit of ['>', '_a*', '![']) expect(toProseHtml(bit.repeat(50_000), () => undefined)).toBeUndefined();
});

it('comments of notes are on no page and in no text for models, and marked words are marked', async () => {
  const text = '%%\nhidden\n\nhidden\n%%\n\nA ==b *c*== %%hidden%% of [[no such note]].\n\n```\n%%code%%\n```\n';
  const { read, paths } = await write(toInput([text], () => ({ path: 'a.md' })));
  for (const path of paths) expect(read(path), path).not.toContain('hidden');
  expect(read('pages/a-md.html')).toContain('<p>A <mark>b <em>c</em></mark>  of no such note.</p>');
  expect(read('pages/a-md.html')).toContain('<meta name="description" content="A b c of no such note.">');
  for (const path of ['pages/a-md.html', 'pages/a-md.md', 'llms-full.txt']) expect(read(path)).toContain('%%code%%');
  const { read: readText } = await write(toInput([text], () => ({ path: 'a.txt', kind: 'text' })));
  expect(readText('pages/a-txt.html')).toContain('%%hidden%%');
});

it('character references, wikilinks, callouts and TOML are read as the reader reads them, and a wikilink that leads nowhere is its text', () => {
  const text =
    '+++\nx = 1\n+++\n# &Eacute;t&eacute; {#e}\n\n> [!NOTE]\n> [[A b|c]] [[Prototype]] H<sub>2</sub>O &rarrhk; [[[x]]](https://y.test/)\n';
  const html = toProseHtml(text, (target) => (target === 'Prototype' ? undefined : 'a.html'));
  expect(html?.join('')).toBe(
    '<h1 id="e">Été</h1>\n<blockquote class="admonition">\n<p><strong>Note</strong></p>\n<p><a href="a.html" rel="noopener noreferrer">c</a> Prototype H 2 O ↪ <a href="https://y.test/" rel="noopener noreferrer">[[x]]</a></p>\n</blockquote>\n',
  );
});

it('strong text that ends in punctuation before a letter of a script without spaces stays strong', () => {
  expect(toProseHtml('**力（ちから）**は**大事**。a **b.**c', () => undefined)).toEqual([
    '<p><strong>力（ちから）</strong>は<strong>大事</strong>。a **b.**c</p>\n',
  ]);
});

it('the list of files is nested by chapters or folders, and each page leads to the next one of it', async () => {
  const paths = ['SUMMARY.md', 'a/one.md', 'a/two.md', 'b/x.md', 'b/y.md', 'without-text.png'];
  const texts = ['# Summary\n- [Second](a/two.md)\n  - [First](a/one.md)\n', '', '', '', '', ''];
  const toRow = (i: number) => ({ path: paths[i] as string, title: `T${i}`, chunkCount: i < 5 ? 1 : 0 });
  const { start, read } = await write(toInput(texts, toRow));
  const list =
    '<ul>\n<li><a href="pages/a-two-md.html">Second</a><ul>\n<li><a href="pages/a-one-md.html">First</a></li>\n</ul></li>\n<li>b<ul>\n<li><a href="pages/b-x-md.html">T3</a></li>\n<li><a href="pages/b-y-md.html">T4</a></li>\n</ul>\n</li>\n</ul>\n';
  expect(start).toContain(list);
  expect(read('pages/index.html')).toContain(list.replaceAll('pages/', ''));
  expect(read('pages/a-two-md.html')).toContain('Next: <a href="a-one-md.html">');
  expect(read('pages/index.html')).toContain('<a href="others.html">');
  expect(read('pages/others.html')).toContain(
    '<ul>\n<li><a href="summary-md.html">SUMMARY.md</a></li>\n<li><a href="without-text-png.html">without-text.png</a></li>\n</ul>',
  );
  expect([...read('llms.txt').matchAll(/^## .*|pages\/.*?(?=\))/gm)].map(String)).toEqual([
    ...['## Second', 'pages/a-two-md.md', 'pages/a-one-md.md', '## b', 'pages/b-x-md.md', 'pages/b-y-md.md'],
    ...['## Optional', 'pages/summary-md.md', 'pages/without-text-png.md'],
  ]);
});

it('documents have a heading for each page, and their full text has the marks of other exports', async () => {
  const places = [2, 4].map((line) => ({ line, address: `p. ${line / 2}` }));
  const input = toInput([''], () => ({ kind: 'document', path: 'a.pdf' }));
  const { read } = await write({ ...input, readText: async () => ({ text: 'zero\none\n1\ntwo', places }) });
  expect(read('pages/a-pdf.html')).toContain(
    '<pre>zero</pre>\n<h2>p. 1</h2>\n<pre>one\n1</pre>\n<h2>p. 2</h2>\n<pre>two</pre>',
  );
  expect(read('llms-full.txt')).toContain('zero\n[p. 1]\none\n1\n[p. 2]\ntwo\n');
});

it('plain pages have at most 100,000 characters, llms.txt and its parts 50,000, with every text and link in them', async () => {
  const long = 'a < b & c\n'.repeat(30_000) + '&😀'.repeat(60_000);
  const texts = Array.from({ length: 700 }, (_, i) => (i === 5 ? long : `text of ${i}`));
  const { read, pages, paths } = await write(
    toInput(texts, (i) => ({
      ...{ kind: 'text', path: `folder-${i % 7}/${i}.md`, title: `File ${i}` },
      description: 'x'.repeat(i === 3 ? 90_000 : 60),
    })),
  );
  for (const path of pages) expect(read(path).length, path).toBeLessThanOrEqual(100_000);
  const lists = paths.filter((path) => /llms(\.txt|\/)/.test(path));
  for (const path of lists) expect(read(path).length, path).toBeLessThanOrEqual(50_000);
  const parts = [...read('llms.txt').matchAll(/\((llms\/\d+\.txt)\)/g)].map(([, path]) => path as string);
  expect(parts.length).toBeGreaterThan(1);
  const links = parts.flatMap((path) => [...read(path).matchAll(/\(\.\.\/(pages\/[\w-]+\.md)\)/g)]);
  expect(new Set(links.map(([, path]) => path)).size).toBe(700);
  for (const [, path] of links) expect(paths).toContain(path);
  const own = pages.filter((path) => path.startsWith('pages/folder-5-5-md.'));
  expect(own.slice(0, 2)).toEqual(['pages/folder-5-5-md.html', 'pages/folder-5-5-md.2.html']);
  const plain = own
    .flatMap((path) => [...read(path).matchAll(/<pre>([^<]*)<\/pre>/g)].map(([, text]) => text))
    .join('')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
  expect(plain).toBe(long);
});

it('a path with line feeds stays on its line in the llms files', async () => {
  const { read } = await write(toInput(['text'], () => ({ path: 'a\n## b\r\n# c.md', title: '' })));
  expect(read('llms.txt')).toContain('- [a ## b # c.md](pages/a-b-c-md.md)\n');
  expect(read('llms-full.txt')).toMatch(/^# a ## b # c\.md\n\nSource: a ## b # c\.md\n\ntext\n/);
});

it('the page of a published folder has the name, description and contents of its site, also when it publishes again', () => {
  const html = readFileSync('index.html', 'utf8');
  const once = toPublishedPage(html, { name: 'My <book>', description: 'All of it', html: '<h1>My book</h1>' });
  expect(once).toContain('<title>My &lt;book&gt;</title>');
  expect(once).toContain('<meta property="og:description" content="All of it">');
  const models = '<p><small>For models: <a href="./llms.txt">llms.txt</a></small></p>';
  expect(once).toContain(`<noscript><div class="plain-start">${models}<h1>My book</h1></div>`);
  expect(once).not.toMatch(/needs JavaScript|Turns a folder/);
  const again = toPublishedPage(once, { name: 'Other', html: '' });
  expect(again).not.toMatch(/book|All of it/);
  expect(again.match(/quire-collection/g)?.length).toBe(1);
  expect(toPublishedPage(html)).toContain('<title>Quire</title>');
});

it('an address may be the page, its folder, the collection or its manifest', () => {
  const wanted = 'https://host.test/docs/collection/';
  for (const end of ['', 'index.html', 'index.html?x#/y', 'collection', 'collection/', 'collection/manifest.json'])
    expect(toCollectionAddress(` https://host.test/docs/${end} `)).toBe(wanted);
  for (const text of ['', 'docs', 'ftp://host.test/', 'javascript:1', 'https://u:p@host.test/', 'file:///etc/passwd'])
    expect(() => toCollectionAddress(text)).toThrow(expect.objectContaining({ code: 'publish/not-published' }));
});
