import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../src/search/parse-query.ts';

const words = (query: string) => parseQuery(query).words.map(({ text }) => text);

describe('parseQuery', () => {
  it('separates words, phrases, minus and filters', () => {
    const query =
      'load "the config" -test path:src/ KIND:md heading:"Getting started" -path:dist -Lang:js -heading:"a b"';
    expect(parseQuery(query)).toEqual({
      words: [
        { text: 'load', line: 0, prefix: false },
        { text: 'the', line: 0, prefix: false },
        { text: 'config', line: 0, prefix: false },
      ],
      phrases: ['the config'],
      minus: ['test'],
      minusPhrases: [],
      filters: { path: ['src/'], kind: ['markdown'], heading: ['Getting started'] },
      minusFilters: { path: ['dist'], lang: ['js'], heading: ['a b'] },
    });
  });
  it('collects repeated filters', () => {
    expect(parseQuery('path:a path:b').filters).toEqual({ path: ['a', 'b'] });
  });
  it('treats signs inside words and unknown filter names as text', () => {
    expect(words('utf-8 http://x.y --flag - 5" "open')).toEqual(['utf-8', 'http://x.y', '--flag', '-', '5"', '"open']);
    expect(parseQuery('-"old way"').minusPhrases).toEqual(['old way']);
  });
  it('ignores a filter without a value', () => {
    expect(parseQuery('path:').filters).toEqual({});
    expect(words('path:')).toEqual([]);
  });
  it('treats only a word at the very end as still being typed', () => {
    expect(parseQuery('get us', { typing: true }).words.map(({ prefix }) => prefix)).toEqual([false, true]);
    expect(parseQuery('get us ', { typing: true }).words.map(({ prefix }) => prefix)).toEqual([false, false]);
  });
  it('reads a pasted text of several lines as words with their lines', () => {
    const query = parseQuery('Crash on "save"\n\n-- at path:src/a.ts\n');
    expect(query).toMatchObject({ phrases: [], minus: [], filters: {} });
    expect(query.words.map(({ text, line }) => `${line} ${text}`)).toEqual([
      '0 Crash',
      '0 on',
      '0 "save"',
      '1 --',
      '1 at',
      '1 path:src/a.ts',
    ]);
  });
});
