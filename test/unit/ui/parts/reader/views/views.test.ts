import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../../../src/model/chunk.ts';
import { toFileHref } from '../../../../../../src/places/file-href.ts';
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
