import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLlmsTxt } from '../../../src/crawl/discover/parse-llms-txt.ts';
import { splitLlmsFull } from '../../../src/crawl/discover/split-llms-full.ts';
import { hashText, toPagePath } from '../../../src/crawl/page/page-path.ts';
import { toPageUrl } from '../../../src/crawl/queue/url.ts';
import { reduceHtml } from '../../../src/html/reduce-html.ts';

const piece = fc.constantFrom(
  ...'# ¦## ¦- ¦[a](b)¦](¦[¦```\n¦---\n¦url: /x\n¦Source: https://x.test/a\n¦<page>\n¦\n¦> '.split('¦'),
  ...'text ¦<div>¦|¦\0¦\uFEFF¦[x](¦<doc path="a">'.split('¦'),
);
const text = fc.array(fc.oneof(piece, fc.string({ maxLength: 12 })), { maxLength: 80 }).map((parts) => parts.join(''));
const tag = fc.constantFrom(
  ...'<div>¦</div>¦<p>¦</p>¦<li>¦<ul>¦</ul>¦<pre>¦</pre>¦<table>¦<tr>¦<td>¦</table>'.split('¦'),
  ...'<a href="x">¦</a>¦<h2>¦</h2>¦<code>¦<script>¦</script>¦<!--¦-->¦<b>¦&lt;¦<br>¦word '.split('¦'),
);
const html = fc.array(fc.oneof(tag, fc.string({ maxLength: 10 })), { maxLength: 120 }).map((parts) => parts.join(''));

describe('parsers of untrusted text', () => {
  it('[S3] [S4] never throw; line numbers are inside the file, in order', () => {
    fc.assert(
      fc.property(text, (source) => {
        const lines = source.replace(/\r\n?/g, '\n').split('\n').length;
        for (const link of parseLlmsTxt(source, 'https://x.test/llms.txt')) {
          expect(link.line).toBeGreaterThanOrEqual(1);
          expect(link.line).toBeLessThanOrEqual(lines);
        }
        let last = 0;
        for (const page of splitLlmsFull(source, { url: 'https://x.test/llms-full.txt' }).pages) {
          expect(page.startLine).toBeGreaterThan(last);
          expect(page.endLine).toBeGreaterThanOrEqual(page.startLine);
          expect(page.endLine).toBeLessThanOrEqual(lines);
          last = page.endLine;
        }
      }),
      { numRuns: 400 },
    );
  });

  it('[S6] turn any HTML into Markdown with LF line ends and one at the end', () => {
    fc.assert(
      fc.property(html, (source) => {
        const { markdown } = reduceHtml(source, 'https://x.test/');
        expect(markdown).not.toMatch(/\r|[\uE000\uE001]/);
        if (markdown !== '') expect(markdown).toMatch(/[^\n]\n$/);
      }),
      { numRuns: 300 },
    );
  });

  it('[S8] a canonical URL is its own canonical URL, and paths of different pages differ', async () => {
    const segment = fc.constantFrom(
      ...'a¦A¦index¦index.html¦b.md¦¦..¦%7e¦%2F¦a@12345678¦x y¦ü¦con¦?q=1¦#/r¦#f'.split('¦'),
    );
    const urls = fc.array(
      fc.array(segment, { maxLength: 4 }).map((parts) => `https://x.test/${parts.join('/')}`),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(urls, async (list) => {
        const keys = new Set<string>();
        for (const url of list) {
          const answer = toPageUrl(url, { allowQuery: true });
          if (!('page' in answer)) continue;
          const again = toPageUrl(answer.page.key, { allowQuery: true });
          expect('page' in again && again.page.key).toBe(answer.page.key);
          keys.add(answer.page.key);
        }
        const paths = new Set(
          await Promise.all([...keys].map(async (key) => toPagePath(key, await hashText(key), false))),
        );
        expect(paths.size).toBe(keys.size);
      }),
      { numRuns: 150 },
    );
  });
});
