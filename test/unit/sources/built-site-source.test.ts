import { describe, expect, it } from 'vitest';
import { compareUtf8 } from '../../../src/lib/bytes.ts';
import { createPageReader, type ReadPage } from '../../../src/sources/built-page.ts';
import { createBuiltSiteSource } from '../../../src/sources/built-site-source.ts';
import { fakeFolder } from '../../support/fake-folder.ts';
import { SCAN_OPTIONS } from '../../support/scan-all.ts';

const toHtml = (path: string): string => `<title>${path}</title><p>The page ${path}.</p>`;

async function scan(paths: readonly string[], readPage: ReadPage = createPageReader('')) {
  const folder = fakeFolder(Object.fromEntries(paths.map((path) => [path, toHtml(path)])));
  const rows: [string, string | undefined][] = [];
  for await (const item of createBuiltSiteSource('site', folder, readPage).scan(SCAN_OPTIONS))
    if (item.type === 'file') rows.push([item.file.path, item.file.meta?.title]);
  return rows;
}

const NAMES = [
  ...['index.html', 'index.ja.html', 'index.zh.html', 'index.html.html', 'index/a.html', 'index-a.html'],
  ...['a.HTML', 'a.htm.html', 'a.nl.html', 'a/index.html', 'a.html.d/index.html', 'b.md.html', 'b.html', 'b.txt'],
];

describe('the pages of a built site', () => {
  it('come in the order of their names as Markdown', async () => {
    const read = await scan(NAMES);
    const pages = NAMES.filter((path) => !path.endsWith('.txt'));
    const expected = pages.map((path) => [path.replace(/html$/i, 'md'), path]);
    expect(read).toEqual(expected.sort(([a = ''], [b = '']) => compareUtf8(a, b)));
  });

  it('keep it when later ones are read sooner', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `${i}.html`);
    const readPage = createPageReader('');
    let delay = 100;
    const read = await scan(names, async (html) => {
      await new Promise((resolve) => setTimeout(resolve, delay--));
      return readPage(html);
    });
    expect(read).toHaveLength(100);
    expect(read.map(([, title]) => title)).toEqual(names.sort());
  });

  it('end with the error of one that cannot be read', async () => {
    const failing: ReadPage = async () => Promise.reject(new Error('no page'));
    await expect(scan(NAMES, failing)).rejects.toThrow('no page');
  });
});
