import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../../../src/model/chunk.ts';
import { toFileHref } from '../../../../../../src/places/file-href.ts';
import { type FindHow, findText, toPattern } from '../../../../../../src/ui/parts/reader/find.tsx';
import { parseRows } from '../../../../../../src/ui/parts/reader/views/chunk-table.tsx';
import { findFences, findReadAs } from '../../../../../../src/ui/parts/reader/views/layout.ts';

describe('rows of a table', () => {
  it('have quoted cells with separators, quotes and line breaks', () => {
    expect(parseRows('a,"b, ""c""\nd"\n1,2\r\n', ',')).toEqual([
      { cells: ['a', 'b, "c"\nd'], line: 0 },
      { cells: ['1', '2'], line: 2 },
    ]);
  });

  it('end with their line where a quote is unclosed', () => {
    expect(parseRows('"a,b\nc,d', ',').map(({ cells }) => cells)).toEqual([
      ['"a', 'b'],
      ['c', 'd'],
    ]);
  });
});

it('reads a book and MDX as prose, and a template as its source', () => {
  expect(findReadAs({ kind: 'document', path: 'a.EPUB' })).toBe('prose');
  expect(findReadAs({ kind: 'markdown', path: 'a.mdx' })).toBe('prose');
  expect(findReadAs({ kind: 'code', path: 'a.html' })).toBeUndefined();
});

describe('a link in a file', () => {
  it.each([
    ['guides/a.md', '../img/x%20y.png#top', 'img/x y.png'],
    ['guides/a.md', './b.md', 'guides/b.md'],
    ['guides/a.md', '/docs/c.md', 'docs/c.md'],
    ['a.md', '../../../etc/passwd', 'etc/passwd'],
    ['a.md', 'https://example.org/', undefined],
    ['a.md', '//example.org/x.png', undefined],
    ['a.md', 'javascript:alert(1)', undefined],
    ['a.md', '#place', undefined],
  ])('of %s to %s', (from, href, path) => {
    expect(toFileHref(from, href)).toBe(path);
  });
});

describe('a chunk inside a block of code', () => {
  const toChunks = (...contents: string[]) => contents.map((content, i) => ({ ref: `c${i}`, content }) as Chunk);

  it('knows the fence it is in', () => {
    const fences = findFences(toChunks('text\n````js\nlet a\n', '```\nstill code', 'more\n````\ntext', 'text'));
    expect([...fences]).toEqual([
      ['c1', '````'],
      ['c2', '````'],
    ]);
  });
});

describe('find in file', () => {
  const found = (text: string, query: string, how: FindHow = {}) =>
    findText(text, toPattern(query, how)).map(([from, to]) => text.slice(from, to));

  it('finds text in any case, without overlaps', () => {
    expect(found('Aaa aAa', 'AA')).toEqual(['Aa', 'aA']);
    expect(found('İx x', 'x')).toEqual(['x', 'x']);
    expect(found('a.b axb [a-b]', 'a.b')).toEqual(['a.b']);
    expect(found('a.b [a-b]', '[a-b]')).toEqual(['[a-b]']);
  });

  it('finds exact case, whole words and regular expressions', () => {
    expect(found('Heron heron', 'Heron', { case: true })).toEqual(['Heron']);
    expect(found('herons heron_x heron, Straße', 'heron', { word: true })).toEqual(['heron']);
    expect(found('v1 v22 x', 'v\\d+', { regex: true })).toEqual(['v1', 'v22']);
    expect(found('one\ntwo', '^two$', { regex: true })).toEqual(['two']);
    expect(found('aaa', 'b*', { regex: true })).toEqual([]);
  });

  it('refuses a regular expression that is invalid or could hang the page', () => {
    for (const text of ['(', '[z', '(a+)+$', '(x*)*', '(\\w{2,}b?)*'])
      expect(toPattern(text, { regex: true }), text).toBeUndefined();
    expect(toPattern('(a+)+$', {})).toBeDefined();
  });
});
