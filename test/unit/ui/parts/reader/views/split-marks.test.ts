import { describe, expect, it } from 'vitest';
import { splitMarks } from '../../../../../../src/ui/parts/reader/views/marked-runs.tsx';

describe('marks in the reader', () => {
  const read = (text: string, spans: readonly [number, number][]) =>
    splitMarks(text, spans).map((line) => line.marks.map(([from, to]) => line.text.slice(from, to)));

  it('are in the lines they belong to', () => {
    expect(
      read('one two\n\nthree one', [
        [0, 3],
        [9, 14],
      ]),
    ).toEqual([['one'], [], ['three']]);
    expect(read('plain\ntext', [])).toEqual([[], []]);
  });

  it('that cross a line end are marked on both sides of it', () => {
    expect(read('a rate\nlimit b', [[2, 12]])).toEqual([['rate'], ['limit']]);
  });
});
