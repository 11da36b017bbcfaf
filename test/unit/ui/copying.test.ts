import { describe, expect, it } from 'vitest';
import type { Chunk, FileRow } from '../../../src/model/chunk.ts';
import { toChunkMarkdown, toFence } from '../../../src/ui/chunk-markdown.ts';
import { parseBudget, toBudgetText } from '../../../src/ui/screens/pack/parse-budget.ts';
import { splitMarks } from '../../../src/ui/split-marks.ts';

const CHUNK: Chunk = {
  id: 'a'.repeat(64),
  short_id: 'a'.repeat(12),
  ref: 'c0001',
  slug: 's',
  path: 'guides/limits.md',
  kind: 'markdown',
  chunk_index: 0,
  start_line: 3,
  end_line: 9,
  content: 'text with ```` four',
  content_hash: 'b'.repeat(64),
  token_estimate: 5,
  heading_path: ['Limits', 'Rate\nlimits'],
};
const FILE = { path: CHUNK.path, url: 'https://docs.example.org/limits' } as FileRow;

describe('a chunk copied with its source', () => {
  it('says path, lines, section, address and hash', () => {
    const text = toChunkMarkdown(CHUNK, FILE, 'acme');
    expect(text).toContain('`guides/limits.md:3-9`');
    expect(text).toContain('Limits > Rate limits');
    expect(text).toContain('https://docs.example.org/limits');
    expect(text).toContain(CHUNK.content_hash);
  });

  it('stands in a fence that nothing inside can close', () => {
    expect(toFence('a ```` b')).toBe('`````');
    expect(toFence('plain')).toBe('```');
    expect(toChunkMarkdown(CHUNK, FILE, 'acme')).toContain('\n`````\ntext with ```` four\n`````\n');
  });
});

describe('marks in the reader', () => {
  const read = (text: string, spans: readonly [number, number][]) =>
    splitMarks(text, spans).map((line) => line.marks.map(([from, to]) => line.text.slice(from, to)));

  it('stand in the lines they belong to', () => {
    expect(
      read('one two\n\nthree one', [
        [0, 3],
        [9, 14],
      ]),
    ).toEqual([['one'], [], ['three']]);
    expect(read('plain\ntext', [])).toEqual([[], []]);
  });

  it('that reach over a line end are marked on both sides of it', () => {
    expect(read('a rate\nlimit b', [[2, 12]])).toEqual([['rate'], ['limit']]);
  });
});

describe('a token budget', () => {
  it.each([
    ['8k', 8_000],
    ['32K tokens', 32_000],
    ['1.5k', 1_500],
    ['12 000', 12_000],
    ['12,000', 12_000],
    ['0.2m', 200_000],
    ['500', 500],
  ])('%s is %i', (text, tokens) => expect(parseBudget(text)).toBe(tokens));

  it.each(['', 'many', '0', '-5', '5', '1e99', '99999999999'])('%s is none', (text) =>
    expect(parseBudget(text)).toBeUndefined(),
  );

  it.each([8_000, 32_000, 128_000, 500, 12_345, 1_500])('%i is written so that it reads back', (tokens) => {
    expect(parseBudget(toBudgetText(tokens))).toBe(tokens);
  });
});
