import { describe, expect, it } from 'vitest';
import { parseLlmsTxt } from '../../../src/crawl/discover/parse-llms-txt.ts';
import { splitLlmsFull } from '../../../src/crawl/discover/split-llms-full.ts';
import { reduceHtml } from '../../../src/html/reduce-html.ts';
import { maskFences } from '../../../src/markdown/fences.ts';
import { growthOf } from '../../support/growth-of.ts';
import { sampleOf } from '../../support/sample-size.ts';

type Hostile = readonly [name: string, make: (share: number) => string];

const PAGES: readonly Hostile[] = [
  ['open divs', (share) => `${'<div>'.repeat(60_000 * share)}deep`],
  ['open spans', (share) => `${'<span>'.repeat(40_000 * share)}deep`],
  ['open lists', (share) => `${'<ul><li>'.repeat(20_000 * share)}deep`],
  ['open quotes', (share) => `${'<blockquote>'.repeat(20_000 * share)}deep`],
  ['open tables', (share) => `${'<table><tr><td>'.repeat(10_000 * share)}deep`],
  ['formatting', (share) => `${'<b><i><a href=x>'.repeat(10_000 * share)}deep`],
  ['stray end tags', (share) => `<p>x${'</div></li></b>'.repeat(30_000 * share)}`],
  ['paragraphs in lists', (share) => `<ul>${'<li><p>item'.repeat(20_000 * share)}`],
  ['one long line', (share) => `<p>${'word '.repeat(200_000 * share)}</p>`],
  ['brackets', (share) => `<p>${'['.repeat(200_000 * share)}</p>`],
];

describe('[S6] hostile pages take time in proportion to their size', () => {
  it.each(sampleOf(PAGES))('%s', async (_, make) => {
    const reduce = (html: string) =>
      reduceHtml(`<html><body><main><h1>T</h1>${html}</main></body></html>`, 'https://x.test/').markdown;
    expect(reduce(make(1))).toMatch(/deep|x|item|word|\[/);
    expect(await growthOf(reduce, make(1 / 16), make(1))).toBeLessThan(6);
  });
});

const LLMS_FILES: readonly Hostile[] = [
  ['brackets', (share) => `- ${'['.repeat(200_000 * share)}`],
  ['links never closed', (share) => '- [a]('.repeat(20_000 * share)],
  ['bullets', (share) => '- [a](b)\n'.repeat(30_000 * share)],
  ['headings', (share) => '# h\n'.repeat(100_000 * share)],
  ['breaks', (share) => '---\n'.repeat(100_000 * share)],
  ['fences', (share) => '```\n'.repeat(100_001 * share)],
  [
    'fences of growing length',
    (share) => Array.from({ length: 2_000 * Math.sqrt(share) }, (_, i) => '`'.repeat(i + 3)).join('\n'),
  ],
  ['document tags', (share) => '<document path="a">\n'.repeat(50_000 * share)],
  ['one line', (share) => 'x '.repeat(300_000 * share)],
];

describe('[S3] [S4] hostile llms files take time in proportion to their size', () => {
  it.each(LLMS_FILES)('%s', async (_, make) => {
    const readers = [
      (text: string) => parseLlmsTxt(text, 'https://x.test/llms.txt'),
      (text: string) => splitLlmsFull(text, { url: 'https://x.test/llms-full.txt' }),
      (text: string) => maskFences(text.split('\n')),
    ];
    for (const read of readers) expect(await growthOf(read, make(1 / 16), make(1))).toBeLessThan(6);
  });
});
