import { describe, expect, it } from 'vitest';
import { type MatchHow, matchLines, toPattern } from '../../../src/lib/match-lines.ts';

describe('matches of a typed text', () => {
  const found = (text: string, query: string, how: MatchHow = {}) => {
    const matches = matchLines(text, toPattern(query, how) ?? /$^/g);
    return Array.from({ length: matches.length / 3 }, (_, i) => text.slice(matches[3 * i + 1], matches[3 * i + 2]));
  };

  it('are in any case, without overlaps', () => {
    expect(found('Aaa aAa', 'AA')).toEqual(['Aa', 'aA']);
    expect(found('İx x', 'x')).toEqual(['x', 'x']);
    expect(found('a.b axb [a-b]', 'a.b')).toEqual(['a.b']);
    expect(found('a.b [a-b]', '[a-b]')).toEqual(['[a-b]']);
  });

  it('are of exact case, whole words and regular expressions', () => {
    expect(found('Heron heron', 'Heron', { case: true })).toEqual(['Heron']);
    expect(found('herons heron_x heron, Straße', 'heron', { word: true })).toEqual(['heron']);
    expect(found('v1 v22 x', 'v\\d+', { regex: true })).toEqual(['v1', 'v22']);
    expect(found('one\ntwo', '^two$', { regex: true })).toEqual(['two']);
    expect(found('aaa', 'b*', { regex: true })).toEqual([]);
  });

  it('know the line in which they begin', () => {
    const text = 'a\n\nb a\r\nxa\na';
    expect([...matchLines(text, /a|\n\n/g)]).toEqual([0, 0, 1, 0, 1, 3, 2, 5, 6, 3, 9, 10, 4, 11, 12]);
  });

  it('have no pattern without text and for an invalid regular expression', () => {
    for (const text of ['', '(', '[z']) expect(toPattern(text, { regex: true }), text).toBeUndefined();
    expect(toPattern('(a+)+$', {})).toBeDefined();
  });
});
