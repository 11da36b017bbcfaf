import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readText } from '../../../src/read/read-file.ts';
import { expectGrowth } from '../../support/growth-of.ts';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { isWhole, sampleOf } from '../../support/sample-size.ts';
import { listCuts } from '../../support/scan-text.ts';
import { HOSTILE_MARKUP, HOSTILE_TEXTS } from './hostile-texts.ts';

const kernel = await loadNodeKernel();
const MB = 1_000_000;

/** Steps per byte of a text, and of one twice as long. */
interface StepCount {
  readonly text: string;
  readonly once: number;
  readonly twice: number;
}

describe('hostile text formats', () => {
  for (const [name, path, make] of sampleOf(HOSTILE_TEXTS)) {
    it(`[E3][E4] ${path}, ${name}: every chunk is within the cap and work grows with size, not with its square`, async () => {
      const [small, large] = [MB / 64, MB / 4].map((bytes) => new TextEncoder().encode(make(bytes))) as [
        Uint8Array,
        Uint8Array,
      ];
      const scan = (bytes: Uint8Array) => readText(path, bytes, 4_000);
      const { chunks } = makeLeafOf(kernel, large, { kind: 'text', path, read: scan(large) });
      expect(chunks.length).toBeGreaterThan(0);
      expect(chunks.filter((chunk) => chunk.chars > 8_000)).toEqual([]);
      await expectGrowth(scan, { sixteenth: small, whole: large, below: 6 });
    });
  }

  it.runIf(isWhole)('twice the text takes no more than twice the steps, with a tenth to spare', () => {
    // V8 counts no calls of optimised functions, and drops counters together with flushed bytecode.
    const flags = ['--no-opt', '--no-maglev', '--no-flush-bytecode', '--import', 'tsx'];
    const args = [...flags, 'test/hostile/read/count-text-steps.ts'];
    const counts = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as StepCount[];
    expect(counts).toHaveLength(HOSTILE_TEXTS.length + HOSTILE_MARKUP.length);
    expect(counts.filter(({ once, twice }) => !(once > 0 && twice <= 1.1 * once))).toEqual([]);
  });

  it('100,000 keys of YAML become chunks with addresses, without omissions', () => {
    const text = Array.from({ length: 100_000 }, (_, i) => `key_${i}: value\n`).join('');
    const read = readText('a.yaml', new TextEncoder().encode(text), 4_000);
    const { chunks, warnings } = makeLeafOf(kernel, text, { kind: 'text', path: 'a.yaml', read });
    expect(warnings).toEqual([]);
    expect(chunks.map((chunk) => chunk.content).join('\n')).toBe(text.trimEnd());
    expect(chunks.at(-1)?.address).toMatch(/\$\.key_99999$/);
  });

  it.each([
    ['a.rst', '\tTitle\n\t=====\n \t\n====\t\n'],
    ['a.yaml', '\ta: 1\n\t- b\n  \tc: 2\n'],
    ['a.toml', '\t[a\n]\t\n'],
    ['Makefile', '    \ta: b\n'],
  ])('mixed tabs of %s give no cut', (path, text) => {
    expect(listCuts(path, text)).toEqual([]);
  });
});
