import { expect, test } from 'vitest';
import { findUnsupported } from '../../../../../src/answer/find-unsupported.ts';
import { groupBlocks, splitBlocks } from '../../../../../src/ui/screens/pack/answer-text.tsx';

test('a long answer is judged section by section as it is judged whole', () => {
  const parts = [
    'Requests above the rate limit get 429. The queue slows down then\nand waits for the header.',
    '```ts\nconst four = words that are code. Not a sentence here.\n```',
    `${'A paragraph that is longer than a block has many sentences in it. '.repeat(200)}`,
    '- An item has five words here.\n- Another one has as many words.',
    '> A quotation has words, too. It has no source.',
    '## A heading of five words. It ends here',
  ];
  const text = Array.from({ length: 100 }, (_, i) => parts[(i * i + (i >> 3)) % parts.length]).join('\n\n');
  const blocks = splitBlocks(text);
  const sections = groupBlocks(blocks);
  expect(sections.length).toBeGreaterThan(5);
  expect(sections.flatMap((section) => section.blocks)).toEqual(blocks);
  const found = sections.flatMap(({ start }, i) =>
    findUnsupported(text.slice(start, sections[i + 1]?.start), []).map((span) => [
      span.start + start,
      span.end + start,
    ]),
  );
  expect(found).toEqual(findUnsupported(text, []).map(({ start, end }) => [start, end]));
});
