import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { buildKernel } from '../../../scripts/build-kernel.mjs';
import { loadKernel } from '../../../src/kernel/load/load-kernel.ts';
import type { Cut } from '../../../src/model/cut.ts';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';

const [simd, js] = await Promise.all([loadNodeKernel('simd'), loadNodeKernel('js')]);
const kernels = [simd, js];

const prose = '# Título\n\nUn café.\r\n\r\n```\n# no\n```\n\n## [a]\n\n日本語 😀\n\n[a]: b\n'.repeat(40);
const json = JSON.stringify({
  a: [1, 2, { 'b c': 'é\n😀' }],
  d: 'x'.repeat(9000),
  e: Array.from({ length: 300 }, (_, i) => i),
});
const notebook = JSON.stringify({
  cells: [
    { cell_type: 'markdown', source: ['# H\n', 'x'] },
    { cell_type: 'code', source: 'y' },
  ],
});
const cuts: Cut[] = [
  { line: 1, level: 1, what: 'class', name: 'A', endLine: 4 },
  { line: 2, level: 2, what: 'method', name: 'A.b', endLine: 3 },
];
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('every build of the kernel', () => {
  it('[E2] makes the same leaf, byte for byte', () => {
    for (const make of [
      (kernel: typeof simd) => makeLeafOf(kernel, prose),
      (kernel: typeof simd) =>
        makeLeafOf(kernel, prose, { settings: { chunk_target_chars: 50, chunk_max_chars: 70, stemming: false } }),
      (kernel: typeof simd) => makeLeafOf(kernel, json, { path: 'a.json', kind: 'json' }),
      (kernel: typeof simd) => makeLeafOf(kernel, `${json}\n${json}\n`, { path: 'a.jsonl', kind: 'json' }),
      (kernel: typeof simd) => makeLeafOf(kernel, '{"a": }', { path: 'a.json', kind: 'json' }),
      (kernel: typeof simd) => makeLeafOf(kernel, '{// c\n a: 1,}', { path: 'a.json5', kind: 'json' }),
      (kernel: typeof simd) => makeLeafOf(kernel, notebook, { path: 'a.ipynb', kind: 'json' }),
      (kernel: typeof simd) => makeLeafOf(kernel, prose, { path: 'a.txt', kind: 'text' }),
      (kernel: typeof simd) => makeLeafOf(kernel, '<svg><title>t</title></svg>', { path: 'x/a.svg', kind: 'image' }),
      (kernel: typeof simd) =>
        makeLeafOf(kernel, 'class A {\n  b() {\n  }\n}\n', {
          path: 'a.ts',
          kind: 'java_script',
          read: { bytes: bytesOf('class A {\n  b() {\n  }\n}\n'), cuts },
        }),
    ]) {
      const [first, ...others] = kernels.map(make);
      for (const other of others) {
        expect(other.leaf).toEqual(first?.leaf);
        expect(other.contents).toEqual(first?.contents);
        expect(other.rewritten).toBe(first?.rewritten);
      }
    }
  });

  it('hashes like node:crypto at every length around a block', () => {
    const random = createRandom(3);
    for (const kernel of kernels) {
      for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1000, 100_003]) {
        const bytes = Uint8Array.from({ length }, () => random.below(256));
        expect(Buffer.from(kernel.sha256(bytes)).toString('hex')).toBe(
          createHash('sha256').update(bytes).digest('hex'),
        );
      }
    }
  });

  it('hashes pieces like their concatenation', () => {
    const random = createRandom(4);
    for (const kernel of kernels) {
      for (const lengths of [[], [0], [1, 63], [64, 64], [65_535, 2], [65_536], [70_000, 0, 61, 131_072], [7, 3]]) {
        const pieces = lengths.map((length) => Uint8Array.from({ length }, () => random.below(256)));
        // Another hash in between must not disturb the current one.
        function* list(): Generator<Uint8Array> {
          for (const piece of pieces) {
            kernel.sha256(piece);
            yield piece;
          }
        }
        expect(Buffer.from(kernel.sha256Of(list())).toString('hex')).toBe(
          createHash('sha256').update(Buffer.concat(pieces)).digest('hex'),
        );
      }
    }
  });

  it('gives each chunk the hash of its content and counts equal ones', () => {
    for (const kernel of kernels) {
      const { chunks } = makeLeafOf(kernel, prose, { settings: { chunk_min_chars: 0, chunk_target_chars: 60 } });
      const seen = new Map<string, number>();
      for (const chunk of chunks) {
        const hash = createHash('sha256').update(chunk.content).digest('hex');
        expect(Buffer.from(chunk.contentHash).toString('hex')).toBe(hash);
        expect(chunk.occurrence).toBe(seen.get(hash) ?? 0);
        seen.set(hash, chunk.occurrence + 1);
      }
      expect(chunks.length).toBeGreaterThan(50);
    }
  });

  it('gives its memory back: three hundred leaves need no more than ten', () => {
    for (const kernel of kernels) {
      const make = (count: number) => {
        for (let i = 0; i < count; i++)
          makeLeafOf(kernel, i % 2 ? prose : json, i % 2 ? {} : { path: 'a.json', kind: 'json' });
        return kernel.memory().highWaterBytes;
      };
      expect(make(10)).toBe(make(300));
    }
  });
});

describe('loading', () => {
  it('takes bytes, a buffer or a compiled module, which may be used again', async () => {
    const bytes = await readFile((await buildKernel()).simd);
    const module = await WebAssembly.compile(bytes);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    for (const simd of [bytes, buffer, module, module]) expect((await loadKernel({ simd })).build).toBe('simd');
  });

  it('falls back to the next build if one does not start, and reports why if none does', async () => {
    const broken = new Uint8Array([0, 97, 115, 109]);
    await expect(loadKernel({ simd: broken })).rejects.toMatchObject({ code: 'kernel/unavailable' });
    const kernel = await loadKernel({
      simd: broken,
      js: async () => ({ instantiate: () => ({ nothing: true }) }),
    }).catch((e) => e);
    expect(kernel.details).toMatchObject({ simd: expect.any(String), js: expect.any(String) });
  });
});
