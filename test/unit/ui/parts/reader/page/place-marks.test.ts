import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../../../src/model/chunk.ts';
import type { PlacedText } from '../../../../../../src/model/pdf-pages.ts';
import { createPlacer, toPageParts } from '../../../../../../src/ui/parts/reader/page/place-marks.ts';

/** Letters of ten points: each has a width of ten, and its box begins eight above the baseline. */
function piece(text: string, x: number, y: number, rest: Partial<PlacedText> = {}): PlacedText {
  const edges = [...text].map((_, i) => [10 * i, 10 * i + 10] as const);
  return { text, x, y, angle: 0, height: 10, ascent: 0.8, edges, ...rest };
}

function mark(pieces: readonly PlacedText[], text: string, word: string, from = 0) {
  const start = text.indexOf(word, from);
  return createPlacer(pieces)(text, [[start, start + word.length]])[0];
}

describe('a match is placed on its page', () => {
  it('over its letters', () => {
    expect(mark([piece('of quinces', 50, 100)], 'of quinces', 'quinces')).toEqual([
      { x: 80, y: 92, width: 70, height: 10, angle: 0 },
    ]);
  });

  it('in two parts where the page has a line end with a hyphen', () => {
    const pieces = [piece('of quin-', 0, 100), piece('ces and', 0, 120)];
    expect(mark(pieces, 'of quinces and', 'quinces')).toMatchObject([
      { x: 30, y: 92, width: 40 },
      { x: 0, y: 112, width: 30 },
    ]);
  });

  it('where ligatures, accents and spaces are written in another way', () => {
    const pieces = [piece('e\u00b4ﬁne   r', 0, 100)];
    expect(mark(pieces, 'éfine r', 'fine')).toMatchObject([{ x: 20, width: 30 }]);
  });

  it('by the words around it if the page has it twice', () => {
    const pieces = [piece('see the pear', 0, 100), piece('eat the pear', 0, 120)];
    const text = 'eat the pear\nsee the pear';
    expect(mark(pieces, text, 'pear')).toMatchObject([{ y: 112 }]);
    expect(mark(pieces, text, 'pear', 15)).toMatchObject([{ y: 92 }]);
  });

  it('never inside another word', () => {
    const pieces = [piece('a pearl', 0, 100), piece('pear', 0, 120)];
    expect(mark(pieces, 'pear', 'pear')).toMatchObject([{ y: 112 }]);
    expect(mark(pieces, 'pearl', 'pear')).toMatchObject([{ y: 92 }]);
  });

  it('from the right in text that runs from the right', () => {
    const { edges } = piece('שלום עולם', 0, 0);
    const pieces = [piece('שלום עולם', 100, 100, { edges: edges.toReversed() })];
    expect(mark(pieces, 'שלום עולם', 'שלום')).toMatchObject([{ x: 150, width: 40 }]);
  });

  it('along turned text', () => {
    const [turned] = mark([piece('up the page', 100, 300, { angle: -Math.PI / 2 })], 'up the page', 'the') ?? [];
    expect(turned?.x).toBeCloseTo(92);
    expect(turned?.y).toBeCloseTo(270);
  });

  it('nowhere if the page does not have it', () => {
    expect(mark([piece('of quinces', 0, 100)], 'of medlars', 'medlars')).toEqual([]);
  });
});

it('the text of a page is the lines of its chunks between the starts of two pages', () => {
  const chunk = {
    kind: 'document',
    startLine: 5,
    content: 'one\ntwo\nthree',
    address: 'p. 1…p. 2',
    places: [
      { line: 5, address: 'p. 1' },
      { line: 7, address: 'p. 2' },
    ],
  } as unknown as Chunk;
  expect([...toPageParts([chunk])]).toEqual([
    [1, [{ chunk, start: 0, end: 8 }]],
    [2, [{ chunk, start: 8, end: 13 }]],
  ]);
});
