// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { Chunk, FileRow } from '../../../../../src/model/chunk.ts';
import { readSelection, toChunkMarkdown, toFence } from '../../../../../src/ui/parts/reader/chunk-markdown.ts';

const CHUNK: Chunk = {
  id: 'a'.repeat(64),
  shortId: 'a'.repeat(12),
  ref: 'c0001',
  slug: 's',
  path: 'guides/limits.md',
  kind: 'markdown',
  chunkIndex: 0,
  startLine: 3,
  endLine: 9,
  content: 'text with ```` four',
  contentHash: 'b'.repeat(64),
  tokenEstimate: 5,
  headingPath: ['Limits', 'Rate\nlimits'],
};
const FILE = { path: CHUNK.path, url: 'https://docs.example.org/limits' } as FileRow;

describe('a chunk copied with its source', () => {
  it('includes the context of its lines', () => {
    const text = toChunkMarkdown({ ...CHUNK, context: ['The yearbook', 'bird | eggs'] }, FILE, 'acme');
    expect(text).toContain('> Context: The yearbook · bird | eggs  \n');
  });

  it('includes path, lines, section and address, and no hash', () => {
    const text = toChunkMarkdown(CHUNK, FILE, 'acme');
    expect(text).toContain('`guides/limits.md:3-9`');
    expect(text).toContain('Limits > Rate limits');
    expect(text).toContain('https://docs.example.org/limits');
    expect(text).not.toContain(CHUNK.contentHash);
  });

  it('is in a fence that its content cannot close', () => {
    expect(toFence('a ```` b')).toBe('`````');
    expect(toFence('plain')).toBe('```');
    expect(toChunkMarkdown(CHUNK, FILE, 'acme')).toContain('\n`````\ntext with ```` four\n`````\n');
  });
});

describe('a selection copied with its source', () => {
  const FIRST: Chunk = { ...CHUNK, kind: 'document', startLine: 1, endLine: 2, address: 'p. 1' };
  const SECOND: Chunk = { ...FIRST, ref: 'c0002', startLine: 3, endLine: 4, address: 'p. 2' };

  /** Selects from a text of the page to another one. */
  function select(from: [line: number, offset: number], to: [line: number, offset: number]) {
    document.body.innerHTML = '<div data-n="1">first</div><div data-n="2">second</div><div data-n="3">third</div>';
    const at = (line: number) => document.body.children[line - 1]?.firstChild as Node;
    getSelection()?.setBaseAndExtent(at(from[0]), from[1], at(to[0]), to[1]);
    return readSelection(document.body, [FIRST, SECOND]);
  }

  it('names only lines with selected text: a triple click ends at the start of the next line', () => {
    expect(select([2, 0], [3, 0])).toMatchObject({ text: 'second', lines: [2, 2] });
    expect(select([1, 5], [2, 3])).toMatchObject({ text: 'sec', lines: [2, 2] });
    expect(select([1, 2], [3, 1])).toMatchObject({ lines: [1, 3] });
    expect(select([2, 2], [2, 2])).toBeUndefined();
  });

  it('names the lines of a quotation, not its first one', () => {
    document.body.innerHTML = '<blockquote data-n="1"><p data-n="1">first</p><p data-n="3">third</p></blockquote>';
    getSelection()?.selectAllChildren(document.querySelector('p[data-n="3"]') as Node);
    expect(readSelection(document.body, [FIRST])).toMatchObject({ lines: [3, 3] });
  });

  it('names the page outside the open chunk, too', () => {
    expect(toChunkMarkdown(FIRST, FILE, 'acme', select([3, 0], [3, 4]))).toContain('`guides/limits.md p. 2`');
    expect(toChunkMarkdown(FIRST, FILE, 'acme', select([2, 0], [3, 4]))).toContain('`guides/limits.md p. 1-2`');
  });
});
