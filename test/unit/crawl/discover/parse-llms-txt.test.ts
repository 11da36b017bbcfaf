import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseLlmsTxt } from '../../../../src/crawl/discover/parse-llms-txt.ts';
import { splitLlmsFull } from '../../../../src/crawl/discover/split-llms-full.ts';
import { testData } from '../../../support/test-data.ts';

/** Bullets with a Markdown link outside fences, and without any, bullets with a bare URL; checked by a regular expression and by reading the files. */
const INDEX_LINKS = 1_315;
/** Files, pages and pages that name their URL, by the rule that splits the file; checked by reading the files. */
const FULL_PAGES = {
  'front-matter-url': [3, 478, 478],
  'heading-permalink': [2, 174, 174],
  'heading-quote': [1, 41, 41],
  'doc-tag': [1, 3, 0],
  banner: [1, 9, 0],
  'break-h1': [4, 71, 0],
  'bare-h1': [4, 94, 0],
  'break-h2': [4, 41, 0],
  whole: [2, 2, 0],
};

const BASE = 'https://x.test/docs/llms.txt';

function first(text: string) {
  return parseLlmsTxt(`# T\n\n## S\n\n${text}\n`, BASE)[0];
}

describe('[S3] forms of a link', () => {
  it.each([
    ['- [a](u): d', 'https://x.test/docs/u', 'd'],
    ['- [a](/u) - d', 'https://x.test/u', 'd'],
    ['* [a](u) – d', 'https://x.test/docs/u', 'd'],
    ['+ [a](u)：d', 'https://x.test/docs/u', 'd'],
    ['1. [a](u) — d: e', 'https://x.test/docs/u', 'd: e'],
    ['    - [a](u)', 'https://x.test/docs/u', ''],
    ['- [a](u):', 'https://x.test/docs/u', ''],
    ['- [a](u) [stable]: d', 'https://x.test/docs/u', '[stable]: d'],
    ['- [a](https://y.test/w_(x)): d', 'https://y.test/w_(x)', 'd'],
    ['- [a](<u v>): d', 'https://x.test/docs/u%20v', 'd'],
    ['- [a](u "title"): d', 'https://x.test/docs/u', 'd'],
    ['- **[a](u)**: d', 'https://x.test/docs/u', 'd'],
    ['- [**a**](u): d with [b](v)', 'https://x.test/docs/u', 'd with [b](v)'],
    ['- [a](https://y.test/#/route)', 'https://y.test/#/route', ''],
    ['- see [a](u)', 'https://x.test/docs/u', 'see'],
    ['- [a\n  ](u): long\n  text', 'https://x.test/docs/u', 'long text'],
  ])('%j', (line, url, description) => {
    expect(first(line)).toMatchObject({ title: 'a', url, description, section: 'S', line: 5 });
  });

  it('images and badges are not links', () => {
    expect(
      parseLlmsTxt('# T\n\n- ![i](i.png)\n- [![b](b.svg)](https://ci.test)\n- [a](u)\n').map((link) => link.url),
    ).toEqual(['u']);
  });

  it('the text before a link describes it when nothing follows, without markup and badges', () => {
    const text =
      '# T\n- The `code` of [a](a)\n- [![ok](b.svg)](https://ci) [b](b)\n- **Label**: [c](c)\n- x [d](d): y\n';
    expect(parseLlmsTxt(text).map((link) => link.description)).toEqual(['The code of', '', '', 'y']);
  });

  it('links in fences are examples, unless the fence never closes', () => {
    expect(parseLlmsTxt('# T\n\n```\n- [a](u)\n```\n- [b](v)\n').map((link) => link.title)).toEqual(['b']);
    expect(parseLlmsTxt('# T\n\n```\n- [a](u)\n').map((link) => link.title)).toEqual(['a']);
  });

  it('section is the nearest H2, or a later H1; Optional is found in any letter case', () => {
    const links = parseLlmsTxt(
      '# T\n- [o](o)\n## A\n### B\n- [a](u)\n## OPTIONAL \n- [b](v)\n# Part\n- [p](p)\n## Sub\n- [s](s)\n',
    );
    expect(links.map(({ section, optional }) => [section, optional])).toEqual([
      ['', false],
      ['A', false],
      ['OPTIONAL', true],
      ['Part', false],
      ['Sub', false],
    ]);
  });

  it('without bullet links, links in tables and paragraphs count, then bare URLs in bullets', () => {
    expect(parseLlmsTxt('# T\n\n| [a](u) | x |\n\nSee [b](v).\n').map((link) => link.title)).toEqual(['a', 'b']);
    expect(
      parseLlmsTxt('# T\n\n- Docs: https://x.test/d.\n- <https://x.test/e>\n').map((link) => [link.title, link.url]),
    ).toEqual([
      ['Docs', 'https://x.test/d'],
      ['https://x.test/e', 'https://x.test/e'],
    ]);
  });
});

describe('[S3] forms of a file', () => {
  it.each([
    ['H1 alone', '# T'],
    ['H1 then H2', '# T\n## S\n'],
    ['BOM and CRLF', '\uFEFF# T\r\n\r\n## S\r\n- [a](u): d\r\n'],
    ['no H1', '- [a](u)\n'],
    ['empty', ''],
    ['paragraph under H2', '# T\n## S\nword\n'],
  ])('%s does not throw', (_, text) => {
    for (const link of parseLlmsTxt(text, BASE))
      expect(link).toMatchObject({ title: 'a', url: 'https://x.test/docs/u' });
  });

  it('a system line or a div at the start is not an HTML page; HTML and NUL are refused', () => {
    expect(parseLlmsTxt('<SYSTEM>x</SYSTEM>\n# T\n- [a](u)\n')).toHaveLength(1);
    expect(parseLlmsTxt('<div class="x">\n\n# T\n- [a](u)\n')).toHaveLength(1);
    expect(parseLlmsTxt('<!DOCTYPE html><html><a href="u">- [a](u)</a></html>')).toEqual([]);
    expect(parseLlmsTxt('# T\0\n- [a](u)')).toEqual([]);
  });
});

describe.skipIf(!testData.available)(
  `[S3] [S4] real files (${testData.available ? 'present' : testData.reason})`,
  () => {
    const rows = testData.available
      ? readFileSync(testData.path('llms-txt', 'manifest.tsv'), 'utf8')
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => line.split('\t'))
      : [];
    const read = (file: string) => readFileSync(testData.path('llms-txt', file), 'utf8');

    it('indexes have the checked number of links in lists', () => {
      const files = rows.filter((row) => row[5] === 'index').map((row) => read(row[6] as string));
      expect([files.length, files.flatMap((text) => parseLlmsTxt(text, BASE)).length]).toEqual([43, INDEX_LINKS]);
    });

    it('full files split by the checked rules, and each page has the URL written in its own lines', () => {
      const found: Record<string, [files: number, pages: number, marked: number]> = {};
      for (const row of rows.filter((row) => row[5] === 'full')) {
        const lines = read(row[6] as string).split('\n');
        const { rule, pages } = splitLlmsFull(lines.join('\n'));
        const marked = pages.filter((page) => page.urlSource === 'marker');
        for (const { url, startLine, endLine } of marked)
          expect(lines.slice(startLine - 1, endLine).join('\n')).toContain(url);
        const [files, all, named] = found[rule] ?? [0, 0, 0];
        found[rule] = [files + 1, all + pages.length, named + marked.length];
      }
      expect(found).toEqual(FULL_PAGES);
    });
  },
);
