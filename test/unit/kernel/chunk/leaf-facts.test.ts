import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../src/model/settings.ts';
import { readOf } from '../../../support/make-leaf.ts';
import { loadNodeKernel } from '../../../support/node-kernel.ts';

const utf8 = new TextEncoder();
const kernel = await loadNodeKernel();

describe('the facts of a leaf', () => {
  it.each([
    ['a.md', 'markdown', utf8.encode('---\ntitle: T\ndescription: D\n---\n# A\n\ntext\u200b\n')],
    ['b.json', 'json', utf8.encode('{"a": }')],
    ['c.txt', 'text', new Uint8Array([0xff, 0xfe, 0x00])],
    ['d.txt', 'text', new Uint8Array([0x61, 0x00, 0x62])],
    ['e.txt', 'text', new Uint8Array([0xc3, 0x28])],
    ['f.svg', 'image', utf8.encode('<svg><title>T</title></svg>')],
  ] as const)('equal what its reader returns: %s', (path, kind, bytes) => {
    const input = { path, kind, bytes, settings: DEFAULT_SETTINGS };
    const { leaf, facts } = kernel.makeLeaf({ ...input, ...readOf(kernel, input) });
    const { chunks: _, headings: __, symbols: ___, links: ____, ...read } = kernel.readLeaf(leaf);
    expect(facts).toEqual(read);
    expect(JSON.stringify(facts.warnings)).toBe(JSON.stringify(read.warnings));
  });
});

describe('the contents of a leaf', () => {
  const make = (bytes: Uint8Array) =>
    kernel.makeLeaf({ path: 'a.md', kind: 'markdown', bytes, settings: DEFAULT_SETTINGS });

  it('are the input bytes if nothing changed', () => {
    const bytes = utf8.encode('# A\n\nb\n');
    expect(make(bytes).contents).toBe(bytes);
    expect(make(bytes).original).toBe(undefined);
  });

  it('own their buffer if the bytes are part of a larger one or were changed', () => {
    const view = utf8.encode('xx# A\n\nb\nyy').subarray(2, 9);
    const { contents, original } = make(view);
    expect(contents).toEqual(utf8.encode('# A\n\nb\n'));
    expect(contents.buffer.byteLength).toBe(contents.byteLength);
    expect(original).toBe(undefined);
    const crlf = utf8.encode('a\r\nb');
    expect(make(crlf)).toMatchObject({ contents: utf8.encode('a\nb'), original: crlf });
  });
});
