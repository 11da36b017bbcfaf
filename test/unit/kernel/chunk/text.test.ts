import { describe, expect, it } from 'vitest';
import { readLeaf } from '../../../../src/kernel/chunk/leaf-view.ts';
import type { Cut } from '../../../../src/model/cut.ts';
import { makeLeafOf } from '../../../support/make-leaf.ts';
import { loadNodeKernel } from '../../../support/node-kernel.ts';

const kernel = await loadNodeKernel();
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => {
  const decoded = kernel.decode(bytes);
  return 'text' in decoded ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(decoded.text) : decoded.refused;
};

describe('decoding', () => {
  it('removes a BOM, drops CR before LF only, and keeps a lone CR', () => {
    expect(textOf(bytesOf('\ufeffa\r\nb\rc\r\r\n'))).toBe('a\nb\rc\r\n');
  });

  it('decodes UTF-16 in both byte orders by BOM; half pairs and half units become U+FFFD', () => {
    expect(textOf(Uint8Array.of(0xff, 0xfe, 97, 0, 13, 0, 10, 0, 0x3d, 0xd8, 0x00, 0xde))).toBe('a\n😀');
    expect(textOf(Uint8Array.of(0xfe, 0xff, 0, 97, 0xd8, 0x3d, 0, 98, 0))).toBe('a\ufffdb\ufffd');
  });

  it('treats a NUL in the first 8 KiB as binary, a later one not', () => {
    expect(textOf(bytesOf(`${'a'.repeat(8191)}\0`))).toBe('binary');
    expect(textOf(bytesOf(`${'a'.repeat(8192)}\0`))).toHaveLength(8193);
  });

  it('counts lines by their ends; the last may lack one, and an empty file has none', () => {
    const linesOf = (text: string) => readLeaf(makeLeafOf(kernel, text).leaf).lineCount;
    expect(['', '\ufeff', 'a', 'a\n', 'a\n\n', 'a\nb'].map(linesOf)).toEqual([0, 0, 1, 1, 2, 2]);
  });
});

describe('refused files', () => {
  it('have no chunks and report why, with limit and actual', () => {
    const made = makeLeafOf(kernel, 'abcdef', { settings: { max_file_bytes: 5 } });
    expect(made.view).toMatchObject({ refused: 'max-file-bytes', chunkCount: 0, chunks: [], headings: [] });
    expect(made.warnings).toMatchObject([{ code: 'max-file-bytes', limit: 5, actual: 6 }]);
    expect(made.contents).toHaveLength(0);
    expect(makeLeafOf(kernel, Uint8Array.of(97, 0xff)).view.refused).toBe('encoding');
  });
});

describe('hidden text', () => {
  it('is counted, with the first line; emoji sequences are not hidden', () => {
    const { warnings } = makeLeafOf(kernel, 'ok 👨‍👩‍👧\nzero\u200bwidth \u202e\n\u{e0041}\n');
    expect(warnings).toMatchObject([{ code: 'hidden-text', actual: 3, line: 2 }]);
    expect(makeLeafOf(kernel, '👨‍👩‍👧 ❤️‍🔥\n').warnings).toEqual([]);
  });
});

describe('images', () => {
  it('have one chunk with name and path; an SVG adds its title, description and text', () => {
    const svg = '<svg><title>A &amp; b</title><style>no</style><g><text>One <tspan>two</tspan></text></g></svg>';
    const made = makeLeafOf(kernel, svg, { path: 'x/pic.svg', kind: 'image' });
    expect(made.chunks.map((chunk) => chunk.content)).toEqual(['Image: pic.svg\nSource: x/pic.svg\nA & b\nOne two']);
    expect(made.chunks[0]).toMatchObject({ startLine: 1, endLine: 1 });
    const png = makeLeafOf(kernel, Uint8Array.of(0x89, 0x50, 0, 0), { path: 'p.png', kind: 'image' });
    expect(png.chunks[0]?.content).toBe('Image: p.png\nSource: p.png');
    expect(png.rewritten).toBe(true);
  });
});

const CODE = [
  'import a',
  '',
  '// c',
  'class A {',
  '  m() {',
  '    x',
  '  }',
  '',
  '  n() { y }',
  '}',
  '',
  'foo()',
  'function b() {}',
];
const CUTS: Cut[] = [
  { line: 3, level: 1, what: 'class', name: 'A', endLine: 10, symbolLine: 4 },
  { line: 5, level: 2, what: 'method', name: 'A.m', endLine: 7 },
  { line: 9, level: 2, what: 'method', name: 'A.n', endLine: 9 },
  { line: 13, level: 1, what: 'function', name: 'b', endLine: 13 },
];
const makeCode = (target: number) =>
  makeLeafOf(kernel, CODE.join('\n'), {
    path: 'a.ts',
    kind: 'java_script',
    language: 'typescript',
    read: { bytes: bytesOf(CODE.join('\n')), cuts: CUTS },
    settings: { chunk_min_chars: 0, chunk_target_chars: target, chunk_max_chars: target + 40 },
  });

describe('cuts of readers', () => {
  it('keep a declaration that fits whole, with the symbols inside it', () => {
    const { chunks, symbols } = makeCode(70);
    expect(chunks.map(({ symbol, symbols, startLine, endLine }) => [symbol, symbols, startLine, endLine])).toEqual([
      ['', [], 1, 1],
      ['A', ['A', 'A.m', 'A.n'], 3, 12],
      ['b', ['b'], 13, 13],
    ]);
    expect(symbols.map(({ name, startLine, endLine }) => [name, startLine, endLine])).toEqual([
      ['A', 4, 10],
      ['A.m', 5, 7],
      ['A.n', 9, 9],
      ['b', 13, 13],
    ]);
  });

  it('split a declaration that does not fit at its members', () => {
    expect(makeCode(20).chunks.map((chunk) => chunk.symbol)).toEqual(['', 'A', 'A.m', 'A.n', 'b']);
  });

  it('separate statements after a declaration if both together would be split', () => {
    expect(makeCode(50).chunks.map(({ symbol, startLine }) => [symbol, startLine])).toEqual([
      ['', 1],
      ['A', 3],
      ['', 12],
      ['b', 13],
    ]);
  });

  it('of kind address name their chunk, from the first to the last of joined ones', () => {
    const text = 'a: 1\nb: 2\nc: 3\nd: 4\n';
    const cuts = ['$.a', '$.b', '$.c', ''].map(
      (name, i) => ({ line: i + 1, level: 1, what: 'address', name }) as const,
    );
    const settings = { chunk_min_chars: 6 };
    const made = makeLeafOf(kernel, text, {
      kind: 'text',
      path: 'a.yml',
      settings,
      read: { bytes: bytesOf(text), cuts },
    });
    expect(made.chunks.map(({ address, content }) => [address, content])).toEqual([
      ['$.a…$.b', 'a: 1\nb: 2'],
      ['$.c', 'c: 3\nd: 4'],
    ]);
    expect([made.headings, made.symbols]).toEqual([[], []]);
  });

  it('that are soft name a chunk, and begin one only if they are not small', () => {
    const text = `function f() {\n}\n// why\nconst A = 1;\nconst B = [\n${'  1,\n'.repeat(10)}];\nconst C = 3;\n`;
    const cut = (name: string, line: number, symbolLine: number, endLine: number): Cut => {
      return { line, level: 1, what: 'const', name, endLine, symbolLine, isSoft: true };
    };
    const f: Cut = { line: 1, level: 1, what: 'function', name: 'f', endLine: 2, symbolLine: 1 };
    const cuts = [f, cut('A', 3, 4, 4), cut('B', 5, 5, 16), cut('C', 17, 17, 17)];
    const settings = { chunk_min_chars: 30 };
    const made = makeLeafOf(kernel, text, {
      kind: 'code',
      path: 'a.js',
      settings,
      read: { bytes: bytesOf(text), cuts },
    });
    expect(made.chunks.map(({ symbols, startLine, endLine }) => [symbols, startLine, endLine])).toEqual([
      [['f', 'A'], 1, 4],
      [['B', 'C'], 5, 17],
    ]);
    expect(made.symbols.map(({ name, startLine }) => [name, startLine])).toEqual([
      ['f', 1],
      ['A', 4],
      ['B', 5],
      ['C', 17],
    ]);
  });

  it('on a split line name only its first piece, and every piece has its section', () => {
    const text = `a${'x'.repeat(30)}\nb c ${'y '.repeat(40)}\n`;
    const cut = (name: string, line: number): Cut => ({ line, level: 1, what: 'function', name, endLine: line });
    const cuts = [cut('a', 1), cut('b', 2), cut('c', 2)];
    const settings = { chunk_target_chars: 40, chunk_max_chars: 40, chunk_min_chars: 0 };
    const read = { bytes: bytesOf(text), cuts };
    const made = makeLeafOf(kernel, text, { kind: 'text', path: 'a.sql', settings, read });
    expect(made.chunks.map(({ symbol, symbols }) => [symbol, symbols])).toEqual([
      ['a', ['a']],
      ['b', ['b', 'c']],
      ['b', ['b']],
      ['b', ['b']],
    ]);
  });

  it('map to lines of the source if the text is not the source', () => {
    const made = makeLeafOf(kernel, '<h1>T</h1>\n\n\n<p>x', {
      path: 'a.html',
      kind: 'html',
      read: {
        bytes: bytesOf('T\nx'),
        cuts: [{ line: 1, level: 1, what: 'heading', name: 'T' }],
        sourceLines: Uint32Array.of(1, 4),
        sourceLineCount: 4,
        title: 'Page',
      },
    });
    expect(made.chunks).toMatchObject([{ startLine: 1, endLine: 4, headingPath: ['T'], content: 'T\nx' }]);
    expect(made.view).toMatchObject({ lineCount: 4, title: 'Page' });
    expect(made.rewritten).toBe(true);
  });

  it('out of range, out of order or on one line never break the rules of chunks', () => {
    const cuts: Cut[] = [
      { line: 99, level: 9, what: 'heading', name: 'late' },
      { line: 1, level: 0, what: 'function', name: 'early', endLine: -3, symbolLine: 70 },
      { line: -5, level: 1, what: 'class', name: 'x', endLine: 1e9 },
    ];
    const made = makeLeafOf(kernel, 'a\nb\nc', {
      kind: 'code',
      path: 'a.c',
      read: { bytes: bytesOf('a\nb\nc'), cuts },
    });
    expect(made.chunks.map((chunk) => chunk.content).join('\n')).toBe('a\nb\nc');
  });
});

describe('leaves', () => {
  it('are refused if damaged', () => {
    const { leaf } = makeLeafOf(kernel, '# a\n');
    expect(() => readLeaf(new Uint8Array(3))).toThrowError(expect.objectContaining({ code: 'store/damaged' }));
    expect(() => readLeaf(leaf.slice(0, leaf.length - 1))).toThrowError(
      expect.objectContaining({ code: 'store/damaged' }),
    );
  });

  it('take at most 45 bytes per chunk besides their strings', () => {
    const source = Array.from({ length: 2000 }, (_, i) => `## H${i}\n\n${'some words of text '.repeat(15)}\n`).join('');
    const { view, leaf, chunks } = makeLeafOf(kernel, source);
    expect(view.chunkCount).toBe(2000);
    const strings = chunks.reduce((sum, chunk) => sum + chunk.headings.join('').length + 1, 0);
    const table = kernel.readLeaf(leaf);
    expect(table.chunks).toHaveLength(2000);
    expect((sectionLength(leaf) - strings) / 2000).toBeLessThanOrEqual(45);
  });
});

function sectionLength(leaf: Uint8Array): number {
  return new DataView(leaf.buffer).getUint32(5 + 5 + 1, true);
}
