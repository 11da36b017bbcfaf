import { describe, expect, it } from 'vitest';
import type { Chunk, FileRow } from '../../../src/model/chunk.ts';
import { toChunkMarkdown, toFence } from '../../../src/ui/chunk-markdown.ts';
import { parseBudget, toBudgetText } from '../../../src/ui/parse-budget.ts';
import { createMarker, toWords } from '../../../src/ui/query-marks.ts';

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

describe('words marked in the reader', () => {
  it('come from words and phrases, not from filters and exclusions', () => {
    expect(toWords('retry "rate limit" path:src/ -draft -"not this" symbol:Store')).toEqual([
      'rate limit',
      'retry',
      'Store',
    ]);
  });

  it('take the ending of a word with them, and nothing of a longer one', () => {
    const mark = (text: string) => createMarker('shard button')(text).map(([from, to]) => text.slice(from, to));
    expect(mark('Shards and sharding, sharded, buttons')).toEqual(['Shards', 'sharding', 'sharded', 'buttons']);
    expect(mark('shardTable removeButtonLabel shard_id')).toEqual(['shard', 'Button', 'shard']);
  });

  it('are found whatever their case, and pattern characters are plain', () => {
    expect(createMarker('a.b (c')('A.B x (c')).toEqual([
      [0, 3],
      [6, 8],
    ]);
    expect(createMarker('')('anything')).toEqual([]);
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
