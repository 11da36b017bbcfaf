import { describe, expect, it } from 'vitest';
import type { Cut } from '../../../../src/model/cut.ts';
import { makeLeafOf } from '../../../support/make-leaf.ts';
import { loadNodeKernel } from '../../../support/node-kernel.ts';

const kernel = await loadNodeKernel();
const line = 'word '.repeat(60).trim();
const BYTES = new Uint8Array(64).fill(7);

function leafOf(text: string, cuts: readonly Cut[]) {
  return makeLeafOf(kernel, BYTES, {
    path: 'a.pdf',
    kind: 'document',
    read: { bytes: new TextEncoder().encode(text), cuts },
  });
}

describe('documents', () => {
  it('use the place of a heading as the address of its chunk, and pages under the last heading', () => {
    const text = [line, 'Intro', line, line, 'Aims', line].join('\n');
    const { chunks } = leafOf(text, [
      { line: 1, level: 7, what: 'address', name: 'p. 1' },
      { line: 2, level: 1, what: 'heading', name: 'Intro', address: 'p. 1' },
      { line: 4, level: 7, what: 'address', name: 'p. 2' },
      { line: 5, level: 2, what: 'heading', name: 'Aims', address: 'p. 2' },
    ]);
    expect(chunks.map(({ address, headingPath }) => [address, ...headingPath])).toEqual([
      ['p. 1'],
      ['p. 1', 'Intro'],
      ['p. 2', 'Intro'],
      ['p. 2', 'Intro', 'Aims'],
    ]);
  });

  it('have their file name as title if they give none, never their first heading', () => {
    const { view } = leafOf('Sheet1\n\na', [{ line: 1, level: 1, what: 'heading', name: 'Sheet1' }]);
    expect(view.title).toBe('a');
  });

  it('join small pages, with the first and last place as their address', () => {
    const { chunks } = leafOf('a\n\nb\n\nc', [
      { line: 1, level: 1, what: 'heading', name: 'A', address: 'slide 1' },
      { line: 3, level: 1, what: 'heading', name: 'B', address: 'slide 2' },
      { line: 5, level: 1, what: 'address', name: 'slide 3' },
    ]);
    expect(chunks.map(({ address }) => address)).toEqual(['slide 1…slide 3']);
  });

  it('have no text yet without a reader, whatever their bytes', () => {
    const made = makeLeafOf(kernel, 'looks like text', { path: 'a.pdf', kind: 'document' });
    expect([made.contents.length, made.chunks.length, made.view.refused, made.rewritten]).toEqual([
      0,
      0,
      undefined,
      true,
    ]);
  });

  it('may be ten times as large as other files, and warn beyond that', () => {
    const settings = { max_file_bytes: 10 };
    const at = (bytes: number) =>
      makeLeafOf(kernel, new Uint8Array(bytes), { path: 'a.docx', kind: 'document', settings }).warnings;
    expect(at(100)).toEqual([]);
    expect(at(101)).toMatchObject([{ code: 'max-file-bytes', limit: 100, actual: 101 }]);
  });

  it('report once why they were refused', () => {
    const warning = { path: 'a.docx', code: 'encrypted', message: 'The document is encrypted.' } as const;
    const read = { bytes: new Uint8Array(), refused: 'encrypted', warnings: [warning] } as const;
    const { warnings, view } = makeLeafOf(kernel, BYTES, { path: 'a.docx', kind: 'document', read });
    expect([view.refused, warnings]).toEqual(['encrypted', [{ ...warning, path: '' }]]);
  });
});
