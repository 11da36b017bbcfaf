import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseLlmsTxt } from '../../../../src/crawl/discover/parse-llms-txt.ts';
import { splitLlmsFull } from '../../../../src/crawl/discover/split-llms-full.ts';
import { testData } from '../../../support/test-data.ts';
import { FULL_PAGES, INDEX_LINKS } from './llms-counts.ts';

const BASE = 'https://x.test/docs/llms.txt';

function first(text: string) {
  return parseLlmsTxt(`# T\n\n## S\n\n${text}\n`, BASE).links[0];
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
      parseLlmsTxt('# T\n\n- ![i](i.png)\n- [![b](b.svg)](https://ci.test)\n- [a](u)\n').links.map((link) => link.url),
    ).toEqual(['u']);
  });

  it('the text before a link describes it when nothing follows, without markup and badges', () => {
    const text =
      '# T\n- The `code` of [a](a)\n- [![ok](b.svg)](https://ci) [b](b)\n- **Label**: [c](c)\n- x [d](d): y\n';
    expect(parseLlmsTxt(text).links.map((link) => link.description)).toEqual(['The code of', '', '', 'y']);
  });

  it('links in fences are examples, unless the fence never closes', () => {
    expect(parseLlmsTxt('# T\n\n```\n- [a](u)\n```\n- [b](v)\n').links.map((link) => link.title)).toEqual(['b']);
    expect(parseLlmsTxt('# T\n\n```\n- [a](u)\n').links.map((link) => link.title)).toEqual(['a']);
  });

  it('section is the nearest H2, H3 stay in the trail, Optional is found in any letter case', () => {
    const { links } = parseLlmsTxt('# T\n- [o](o)\n## A\n### B\n- [a](u)\n## A\n- [c](c)\n## OPTIONAL \n- [b](v)\n');
    expect(links.map((link) => [link.section, link.trail, link.optional])).toEqual([
      ['', [], false],
      ['A', ['A', 'B'], false],
      ['A', ['A'], false],
      ['OPTIONAL', ['OPTIONAL'], true],
    ]);
    const parts = parseLlmsTxt('# T\n# Part\n- [p](p)\n## Sub\n- [s](s)\n').links;
    expect(parts.map((link) => [link.section, link.trail])).toEqual([
      ['Part', ['Part']],
      ['Sub', ['Part', 'Sub']],
    ]);
  });

  it('without bullet links, links in tables and paragraphs count, then bare URLs in bullets', () => {
    expect(parseLlmsTxt('# T\n\n| [a](u) | x |\n\nSee [b](v).\n').links.map((link) => link.title)).toEqual(['a', 'b']);
    expect(
      parseLlmsTxt('# T\n\n- Docs: https://x.test/d.\n- <https://x.test/e>\n').links.map((link) => [
        link.title,
        link.url,
      ]),
    ).toEqual([
      ['Docs', 'https://x.test/d'],
      ['https://x.test/e', 'https://x.test/e'],
    ]);
  });
});

describe('[S3] forms of a file', () => {
  it('H1, multi-line summary and info', () => {
    const index = parseLlmsTxt('# Title\n\n> one\n> two\n\nSome info.\n\n## S\n- [a](u)\n');
    expect(index).toMatchObject({
      title: 'Title',
      summary: 'one\ntwo',
      info: 'Some info.',
      sections: [{ name: 'S', line: 8 }],
    });
  });

  it.each([
    ['H1 alone', '# T'],
    ['H1 then H2', '# T\n## S\n'],
    ['BOM and CRLF', '\uFEFF# T\r\n\r\n## S\r\n- [a](u): d\r\n'],
    ['no H1', '- [a](u)\n'],
    ['empty', ''],
    ['paragraph under H2', '# T\n## S\nword\n'],
  ])('%s does not throw', (_, text) => {
    const index = parseLlmsTxt(text, BASE);
    for (const link of index.links) expect(link).toMatchObject({ title: 'a', url: 'https://x.test/docs/u' });
  });

  it('a system line or a div at the start is not an HTML page; HTML and NUL are refused', () => {
    expect(parseLlmsTxt('<SYSTEM>x</SYSTEM>\n# T\n- [a](u)\n').links).toHaveLength(1);
    expect(parseLlmsTxt('<div class="x">\n\n# T\n- [a](u)\n').links).toHaveLength(1);
    expect(parseLlmsTxt('<!DOCTYPE html><html></html>').problems[0]?.kind).toBe('not-llms');
    expect(parseLlmsTxt('# T\0').problems[0]?.kind).toBe('not-llms');
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

    it('none of the files makes either parser throw', () => {
      expect(rows).toHaveLength(65);
      for (const row of rows) {
        const text = read(row[6] as string);
        expect(() => parseLlmsTxt(text, BASE)).not.toThrow();
        expect(() => splitLlmsFull(text, { url: 'https://x.test/llms-full.txt' })).not.toThrow();
      }
    });

    it('finds at least 99 % of the checked-in counts of list links, in each file and overall', () => {
      const files = rows.filter((row) => row[5] === 'index').map((row) => row[6] as string);
      expect(Object.keys(INDEX_LINKS).sort()).toEqual(files.sort());
      let expected = 0;
      let kept = 0;
      for (const file of files) {
        const count = INDEX_LINKS[file] as number;
        const found = parseLlmsTxt(read(file), BASE).links.length;
        expect(found, file).toBe(count);
        expected += count;
        kept += Math.min(found, count);
      }
      expect(kept / expected).toBeGreaterThanOrEqual(0.99);
    });

    it('llms-full files split into the checked-in number of pages, each with the URL its marker gives', () => {
      for (const [file, { rule, pages, marked }] of Object.entries(FULL_PAGES)) {
        const split = splitLlmsFull(read(file), { url: 'https://x.test/llms-full.txt' });
        expect([file, split.rule, split.pages.length]).toEqual([file, rule, pages]);
        expect([file, split.pages.filter((page) => page.urlSource === 'marker').length]).toEqual([file, marked]);
      }
    });

    it('the URL of a page is the one written in its own lines', () => {
      for (const file of Object.keys(FULL_PAGES).filter((name) => (FULL_PAGES[name]?.marked ?? 0) > 0)) {
        const lines = read(file).split('\n');
        for (const page of splitLlmsFull(lines.join('\n')).pages) {
          const own = lines.slice(page.startLine - 1, page.endLine).join('\n');
          expect(own).toContain(page.url);
        }
      }
    });
  },
);
