import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { listMissing } from '../../../src/ui/text/list-missing.ts';
import { libraryRules } from '../../support/import-rules.ts';
import { distRoot } from '../../support/serve-dist.ts';

/** Size budgets of built files in KB, wasm as gzip. A kind that is not listed has 60 KB. Grammars come unchanged from their packages. */
const budgets: readonly (readonly [pattern: RegExp, maxKb: number])[] = [
  [/^assets\/later\/tree-sitter-[a-z_-]+-.{8}\.wasm$/, 550],
  [/^assets\/later\/o200k_base-/, 2_100],
  [/^assets\/later\/pdfjs-worker-/, 1_250],
  [/^assets\/later\/pdfjs-maps-/, 900],
  [/^assets\/later\/pdfjs-api-/, 480],
  [/^assets\/later\/mcp-server-/, 1_900],
  [/^assets\/later\/page-/, 2_080],
  [/^assets\/later\/tree-sitter-/, 230],
  [/^assets\/later\/kernel-/, 230],
  [/^assets\/later\/search\/kernel-/, 230],
  [/^assets\/later\/search\/find-pages-/, 250],
  [/^assets\/later\/formula-/, 210],
  [/^assets\/kernel\.simd-/, 60],
  [/^assets\/engine-worker-/, 600],
  [/^assets\/later\/local-engine-/, 640],
  [/^assets\/requested\/pdfjs-fonts-/, 560],
  [/^assets\/later\/same-domain-/, 290],
  [/^assets\/later\/thread-leaf-maker-/, 270],
  [/^assets\/crawl\/crawl-worker-/, 680],
  [/^assets\/ingest-worker-/, 470],
  [/^assets\/same-domain-/, 290],
  [/^assets\/thread-leaf-maker-/, 325],
  [/^assets\/index-.{8}\.js$/, 380],
  [/^assets\/useMultipleSelectionState-/, 150],
  [/^assets\/pack-/, 125],
  [/^assets\/style-/, 70],
  [/^assets\/requested\/pdfjs-drawing-/, 165],
  [/^assets\/requested\/pdfjs-fonts-/, 545],
  [/^assets\/requested\/tesseract-core-simd-lstm-.{8}\.wasm$/, 1_100],
  [/^assets\/requested\/tesseract-/, 95],
  [/^assets\/requested\/[a-z_]+\.traineddata-/, 3_100],
  [/^sample\.json$/, 400],
  [/^licences\.txt$/, 135],
];

const files = readdirSync(distRoot, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const toPath = (file: string) => file.slice(distRoot.length + 1).replaceAll('\\', '/');

test('no built file is larger than its budget; all of them, without the data of text recognition, less than 21 MB', {
  tag: '@long-in-firefox',
}, () => {
  const sizes = files.map((file) => ({ path: toPath(file), kb: statSync(file).size / 1_000 }));
  const budgetOf = (path: string) => budgets.find(([pattern]) => pattern.test(path))?.[1] ?? 60;
  expect(sizes.filter(({ path, kb }) => kb > budgetOf(path))).toEqual([]);
  expect(budgets.filter(([pattern]) => !sizes.some(({ path }) => pattern.test(path)))).toEqual([]);
  const others = sizes.filter(({ path }) => !path.startsWith('assets/requested/'));
  expect(others.reduce((sum, { kb }) => sum + kb, 0)).toBeLessThan(21_000);
});

/** Page and workers each bundle the same small helpers. Large modules are built once (scripts/vite/shared-modules.ts). */
test('no lazily loaded file is in the build twice', { tag: '@long-in-firefox' }, () => {
  const names = files.map(toPath).filter((path) => path.startsWith('assets/later/'));
  // A stemmer is such a helper.
  const large = names.filter((path) => !/\/[a-z]{2}-[^/]*\.js$/.test(path));
  const kinds = large.map((path) => path.replace(/-[\w-]{8}(\.\w+)$/, '$1'));
  expect(names.length).toBeGreaterThan(15);
  expect(kinds.filter((kind, at) => kinds.indexOf(kind) !== at)).toEqual([]);
});

test('every lazily loaded file has a description', { tag: '@long-in-firefox' }, () => {
  const later = files.map(toPath).filter((path) => /^assets\/(later|crawl)\//.test(path));
  const said = listMissing(later.map((path) => ({ url: `https://example.org/${path}` })));
  expect(said).toContain('PDF documents');
  expect(said.filter((name) => !/^[A-Z]|^[a-z]+( [a-zA-Z]+)*$/.test(name))).toEqual([]);
});

test('the service worker stores at most 1.6 MB gzip at install', { tag: '@long-in-firefox' }, () => {
  const shell = files.filter((file) => !/assets\/(later|crawl|requested)\//.test(toPath(file)));
  const bytes = shell.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  expect(bytes, `${bytes} bytes gzip`).toBeLessThan(1_600_000);
});

test('the build includes the licence notices of every bundled package', { tag: '@long-in-firefox' }, () => {
  const notice = readFileSync(join(distRoot, 'licences.txt'), 'utf8');
  expect(Object.keys(libraryRules).filter((name) => !notice.includes(`\n${name} `))).toEqual([]);
});

test('the built page switches DNS prefetch off, before anything could cause one, and names no other host', {
  tag: '@long-in-firefox',
}, () => {
  const html = readFileSync(join(distRoot, 'index.html'), 'utf8');
  const off = html.search(/<meta\s+http-equiv="x-dns-prefetch-control"\s+content="off"\s*\/?>/i);
  expect(off).toBeGreaterThan(html.indexOf('<head'));
  expect(off).toBeLessThan(html.search(/<(?:link|script|body)\b/i));
  expect(html).not.toMatch(
    /dns-prefetch-control"\s+content="on"|rel="(?:dns-prefetch|preconnect)"|(?:src|href)="(?:https?:)?\/\//i,
  );
  const everywhere = /^\/\*\n((?: {2}.*\n)+)/m.exec(readFileSync(join(distRoot, '_headers'), 'utf8'))?.[1];
  expect(everywhere).toContain('  X-DNS-Prefetch-Control: off\n');
});
