import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../../../src/model/chunk.ts';
import { toFileHref } from '../../../../../../src/places/file-href.ts';
import { findLinkedLine } from '../../../../../../src/ui/parts/reader/source-chunks.ts';
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
    ['a.md', '#place', 'a.md'],
  ])('of %s to %s', (from, href, path) => {
    expect(toFileHref(from, href)).toBe(path);
  });
});

describe('a link to a place of a file', () => {
  const toChunk = (ref: string, startLine: number, content: string) =>
    ({ ref, path: 'a.md', startLine, endLine: startLine + content.split('\n').length - 1, content }) as Chunk;
  const chunks = [
    toChunk('c1', 1, '---\n# x: 1\ny: 2\n---\n# A\n\n```\n# Usage'),
    toChunk('c2', 9, 'code\n```\n## Usage\n\n## The [`config`](c.md) *file*, in C\n\nWords\nof it. ^b-1'),
    toChunk('c3', 20, '## Usage\n\n## \u00dcber uns\n\n## Names {#own.id}\n\n| a |\n|---|\n\n^t1'),
  ];

  it.each([
    ['#usage', 11],
    ['#usage-1', 20],
    ['b.md#the-config-file-in-c', 13],
    ['b.md#The%20config%20file,%20in%20C', 13],
    ['#%C3%BCber-uns', 22],
    ['#own.id', 24],
    ['b.md#^b-1', 16],
    ['b.md#%5Et1', 27],
    ['#x-1', undefined],
    ['#^b', undefined],
    ['#%', undefined],
  ])('%s leads to its heading or block', (href, line) => {
    expect(findLinkedLine(chunks, href)).toBe(line);
  });

  it('leads nowhere in a file without chunks', () => {
    expect(findLinkedLine([], '#a')).toBeUndefined();
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
