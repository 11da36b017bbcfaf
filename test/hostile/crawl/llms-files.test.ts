import { describe, it } from 'vitest';
import { parseLlmsTxt } from '../../../src/crawl/discover/parse-llms-txt.ts';
import { splitLlmsFull } from '../../../src/crawl/discover/split-llms-full.ts';
import { maskFences } from '../../../src/markdown/fences.ts';
import { expectGrowth } from '../../support/growth-of.ts';

const LLMS_FILES: readonly (readonly [name: string, make: (share: number) => string])[] = [
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
    for (const read of readers) await expectGrowth(read, { sixteenth: make(1 / 16), whole: make(1), below: 6 });
  });
});
