import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../src/search/parse-query.ts';

const words = (query: string) => parseQuery(query).words.map(({ text }) => text);

describe('parseQuery', () => {
  it('takes words, phrases, minus and filters apart', () => {
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
  it('repeated filters are kept together', () => {
    expect(parseQuery('path:a path:b').filters).toEqual({ path: ['a', 'b'] });
  });
  it('signs inside words and names that are no filter are text', () => {
    expect(words('utf-8 http://x.y --flag - 5" "open')).toEqual(['utf-8', 'http://x.y', '--flag', '-', '5"', '"open']);
    expect(parseQuery('-"old way"').minusPhrases).toEqual(['old way']);
  });
  it('a filter without a value asks for nothing yet', () => {
    expect(parseQuery('path:').filters).toEqual({});
    expect(words('path:')).toEqual([]);
  });
  it('only the word at the very end is still being typed', () => {
    expect(parseQuery('get us', { typing: true }).words.map(({ prefix }) => prefix)).toEqual([false, true]);
    expect(parseQuery('get us ', { typing: true }).words.map(({ prefix }) => prefix)).toEqual([false, false]);
  });
  it('a pasted text of several lines is words only, with their lines', () => {
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
