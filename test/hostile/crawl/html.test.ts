import { describe, expect, it } from 'vitest';
import { parseLlmsTxt } from '../../../src/crawl/discover/parse-llms-txt.ts';
import { splitLlmsFull } from '../../../src/crawl/discover/split-llms-full.ts';
import { reduceHtml } from '../../../src/html/reduce-html.ts';
import { maskFences } from '../../../src/markdown/fences.ts';
import { sampleOf } from '../../support/sample-size.ts';

/** Processor time, only to distinguish linear from quadratic: the quadratic versions take minutes, the linear ones a second. */
const BOUND_MS = 15_000;

function timed(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1_000;
}

describe('[S6] hostile pages end soon', () => {
  it.each(
    sampleOf([
      ['open divs', `${'<div>'.repeat(60_000)}deep`],
      ['open spans', `${'<span>'.repeat(40_000)}deep`],
      ['open lists', `${'<ul><li>'.repeat(20_000)}deep`],
      ['open quotes', `${'<blockquote>'.repeat(20_000)}deep`],
      ['open tables', `${'<table><tr><td>'.repeat(10_000)}deep`],
      ['formatting', `${'<b><i><a href=x>'.repeat(10_000)}deep`],
      ['stray end tags', `<p>x${'</div></li></b>'.repeat(30_000)}`],
      ['paragraphs in lists', `<ul>${'<li><p>item'.repeat(20_000)}`],
      ['one long line', `<p>${'word '.repeat(200_000)}</p>`],
      ['brackets', `<p>${'['.repeat(200_000)}</p>`],
    ]),
  )('%s', (_, html) => {
    let markdown = '';
    const ms = timed(() => {
      markdown = reduceHtml(`<html><body><main><h1>T</h1>${html}</main></body></html>`, 'https://x.test/').markdown;
    });
    expect(markdown).toMatch(/deep|x|item|word|\[/);
    expect(ms).toBeLessThan(BOUND_MS);
  });
});

describe('[S3] [S4] hostile llms files end soon', () => {
  it.each([
    ['brackets', `- ${'['.repeat(200_000)}`],
    ['links never closed', '- [a]('.repeat(20_000)],
    ['bullets', '- [a](b)\n'.repeat(30_000)],
    ['headings', '# h\n'.repeat(100_000)],
    ['breaks', '---\n'.repeat(100_000)],
    ['fences', '```\n'.repeat(100_001)],
    ['fences of growing length', Array.from({ length: 2_000 }, (_, i) => '`'.repeat(i + 3)).join('\n')],
    ['document tags', '<document path="a">\n'.repeat(50_000)],
    ['one line', 'x '.repeat(300_000)],
  ])('%s', (_, text) => {
    expect(timed(() => parseLlmsTxt(text, 'https://x.test/llms.txt'))).toBeLessThan(BOUND_MS);
    expect(timed(() => splitLlmsFull(text, { url: 'https://x.test/llms-full.txt' }))).toBeLessThan(BOUND_MS);
    expect(timed(() => maskFences(text.split('\n')))).toBeLessThan(BOUND_MS);
  });
});
