import { describe, expect, it } from 'vitest';
import type { Match } from '../../../src/search/matcher.ts';
import { toReadable } from '../../../src/search/readable.ts';
import { makeSnippet as makeChunkSnippet } from '../../../src/search/snippet.ts';

const makeSnippet = (text: string, matches: readonly Match[]) =>
  makeChunkSnippet({ text, kind: 'text', path: 'a.txt', startLine: 1, context: [] }, matches, {
    find: () => matches,
    toReadable,
  });

const at = (text: string, needle: string, word: number) => {
  const start = text.indexOf(needle);
  return { start, end: start + needle.length, word, how: 'exact' as const };
};

describe('makeSnippet', () => {
  it('shows the part with the most query words close together', () => {
    const text = `alpha ${'x '.repeat(400)}\nhere alpha meets beta\n${'y '.repeat(400)}beta`;
    const near = text.indexOf('here');
    const matches = [
      at(text, 'alpha', 0),
      { start: near + 5, end: near + 10, word: 0, how: 'exact' as const },
      { start: near + 17, end: near + 21, word: 1, how: 'exact' as const },
    ];
    const { snippet, ranges } = makeSnippet(text, matches);
    expect(ranges.map(([start, end]) => snippet.slice(start, end))).toEqual(['alpha', 'beta']);
    expect(snippet.startsWith('…here alpha meets beta')).toBe(true);
    expect(snippet.endsWith('…')).toBe(true);
  });
  it('shows the words where they are next to each other, not where one of them is repeated', () => {
    const text = `unknown key: action action action\n${'x '.repeat(200)}\nNew("unknown action: " + spec)`;
    const matches = [...text.matchAll(/unknown|action/g)].map(({ index, 0: word }) => {
      return { start: index, end: index + word.length, word: word === 'action' ? 1 : 0, how: 'exact' as const };
    });
    expect(makeSnippet(text, matches).snippet).toBe('…New("unknown action: " + spec)');
  });
  it('is one line of at most 240 characters and two ellipses, with shifted marks', () => {
    const text = `  a\t\tb\n\n   needle   \n${'word '.repeat(200)}`;
    const { snippet, ranges } = makeSnippet(text, [at(text, 'needle', 0)]);
    expect(snippet.length).toBeLessThanOrEqual(242);
    expect(snippet).toMatch(/^a b needle word/);
    expect(ranges.map(([start, end]) => snippet.slice(start, end))).toEqual(['needle']);
  });
  it('is the beginning of a text without matches', () => {
    expect(makeSnippet('# Title\n\nText', [])).toEqual({ snippet: '# Title Text', ranges: [] });
    expect(makeSnippet('', [])).toEqual({ snippet: '', ranges: [] });
  });
  it('never splits a surrogate pair', () => {
    const text = '😀'.repeat(400);
    expect(makeSnippet(text, []).snippet).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });
});
