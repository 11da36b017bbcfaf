import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../src/model/kind.ts';
import { expectGrowth } from '../../support/growth-of.ts';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { sampleOf, sampleSize } from '../../support/sample-size.ts';

const kernel = await loadNodeKernel();
const MB = 1_000_000;
const LARGE = sampleSize({ sample: MB / 4, whole: MB });

/** [E4] Each of these once made some chunker quadratic, recursive or endless. */
const HOSTILE: readonly (readonly [name: string, kind: Kind, path: string, make: (bytes: number) => string])[] = [
  ['one line', 'markdown', 'a.md', (n) => 'x'.repeat(n)],
  ['one line of astral characters', 'text', 'a.txt', (n) => '😀'.repeat(n / 4)],
  ['one line of words', 'text', 'a.txt', (n) => 'word '.repeat(n / 5)],
  ['one heading', 'markdown', 'a.md', (n) => `# ${'*a _b '.repeat(n / 6)}`],
  ['headings', 'markdown', 'a.md', (n) => '###### a\n'.repeat(n / 9)],
  ['setext headings', 'markdown', 'a.md', (n) => 'a\n=\n'.repeat(n / 4)],
  ['an unclosed fence', 'markdown', 'a.md', (n) => `\`\`\`\n${'code\n'.repeat(n / 5)}`],
  ['fences of growing length', 'markdown', 'a.md', (n) => '````\n```\n'.repeat(n / 9)],
  ['nested quotes', 'markdown', 'a.md', (n) => '>'.repeat(n)],
  ['nested list items, then blank lines', 'markdown', 'a.md', (n) => `${'- '.repeat(n / 4)}x\n${'\n'.repeat(n / 2)}`],
  [
    'deeper and deeper lists',
    'markdown',
    'a.md',
    (n) => Array.from({ length: Math.sqrt(n / 2) }, (_, i) => `${'  '.repeat(i)}- x\n`).join(''),
  ],
  ['link definitions without an end', 'markdown', 'a.md', (n) => '[a]: b (x\n'.repeat(n / 10)],
  ['definitions under underlines', 'markdown', 'a.md', (n) => '[a]: b\n===\n'.repeat(n / 11)],
  ['open brackets in a heading', 'markdown', 'a.md', (n) => `${`# ${'['.repeat(2000)}\n`.repeat(n / 2003)}`],
  ['backticks in headings', 'markdown', 'a.md', (n) => `# ${'` `` ``` '.repeat(200)}\n`.repeat(n / 1800)],
  ['html comments without an end', 'markdown', 'a.md', (n) => '<!-- \n'.repeat(n / 6)],
  ['tags without an end', 'markdown', 'a.md', (n) => '<a x="\n'.repeat(n / 7)],
  ['blank lines', 'text', 'a.txt', (n) => '\n'.repeat(n)],
  ['lone carriage returns', 'markdown', 'a.md', (n) => '# a\r'.repeat(n / 4)],
  ['front matter without an end', 'markdown', 'a.md', (n) => `---\na: b\n${'c: d\n'.repeat(n / 5)}`],
  ['nested brackets', 'json', 'a.json', (n) => '['.repeat(n / 2) + ']'.repeat(n / 2)],
  ['nested brackets, unclosed', 'json', 'a.json', (n) => '['.repeat(n)],
  ['nested objects', 'json', 'a.json', (n) => '{"a":'.repeat(n / 6) + 1 + '}'.repeat(n / 6)],
  ['a long string', 'json', 'a.json', (n) => `{"a": "${'\\n'.repeat(n / 2)}"}`],
  ['a long key', 'json', 'a.json', (n) => `{"${'k'.repeat(n)}": 1}`],
  ['numbers', 'json', 'a.json', (n) => `[${'1,'.repeat(n / 2)}1]`],
  [
    'arrays of large elements',
    'json',
    'a.json',
    (n) => `[${Array.from({ length: n / 10_000 }, () => `{"a":"${'x'.repeat(9990)}"}`).join()}]`,
  ],
  ['json lines', 'json', 'a.jsonl', (n) => '{"a":1}\n'.repeat(n / 8)],
  ['white space no JSON knows', 'json', 'a.jsonl', (n) => '\v\n'.repeat(n / 2)],
  [
    'cells',
    'json',
    'a.ipynb',
    (n) =>
      `{"cells":[${Array.from({ length: n / 50 }, () => '{"cell_type":"markdown","source":["# a\\n","b"]}').join()}]}`,
  ],
  ['svg text elements', 'image', 'a.svg', (n) => '<text>'.repeat(n / 6)],
];

describe('hostile files', () => {
  for (const [name, kind, path, make] of sampleOf(HOSTILE)) {
    it(`[E3][E4] ${name}: every chunk is within the cap and work grows with size, not with its square`, async () => {
      const run = (source: string) => makeLeafOf(kernel, source, { kind, path }).view;
      const large = make(LARGE);
      expect(run(large).chunks.filter(({ chars }) => chars > 8_000)).toEqual([]);
      await expectGrowth(run, { sixteenth: make(LARGE / 16), whole: large, below: 6 });
    });
  }

  it('[E4] a 10 MB line, 1,000,000 headings and 100,000 nested brackets are read completely', () => {
    const settings = { max_file_bytes: 20 * MB };
    const line = makeLeafOf(kernel, 'word '.repeat(2 * MB), { settings });
    expect(line.chunks.map((chunk) => chunk.content).join('')).toBe('word '.repeat(2 * MB));
    const headings = makeLeafOf(kernel, '# h\n'.repeat(MB), { settings });
    expect(headings.headings).toHaveLength(MB);
    expect(headings.warnings).toEqual([]);
    const brackets = makeLeafOf(kernel, '['.repeat(100_000) + ']'.repeat(100_000), {
      path: 'a.json',
      kind: 'json',
      settings,
    });
    expect(brackets.warnings).toEqual([]);
    expect(brackets.chunks.map((chunk) => chunk.content).join('')).toHaveLength(200_000);
  });

  it('stops at the limit of chunks and reports the line and the total', () => {
    const made = makeLeafOf(kernel, '# h\n\ntext\n\n'.repeat(50), {
      settings: { chunk_min_chars: 0, max_chunks_per_file: 20 },
    });
    expect(made.chunks).toHaveLength(20);
    expect(made.headings).toHaveLength(50);
    expect(made.warnings).toMatchObject([{ code: 'max-chunks', limit: 20, actual: 50, line: 81 }]);
  });

  it('never cuts a character: astral ones at every offset of a cut', () => {
    for (let shift = 0; shift < 12; shift++) {
      for (const character of ['é', '日', '😀']) {
        const source = `${'a'.repeat(shift)}${character.repeat(60)}`;
        const made = makeLeafOf(kernel, source, { settings: { chunk_target_chars: 10, chunk_max_chars: 10 } });
        expect(made.chunks.map((chunk) => chunk.content).join('')).toBe(source);
        expect(made.chunks.every((chunk) => chunk.chars <= 10)).toBe(true);
      }
    }
  });

  it('refuses invalid UTF-8 at any position, including whole blocks and ends', () => {
    for (const bad of [
      [0x80],
      [0xc0, 0x80],
      [0xe2, 0x82],
      [0xed, 0xa0, 0x80],
      [0xf0, 0x80, 0x80, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xff],
    ]) {
      for (const at of [0, 1, 14, 15, 16, 17, 31, 32, 33, 63, 64]) {
        for (const tail of [0, 1, 40]) {
          const bytes = new Uint8Array(at + bad.length + tail).fill(97);
          bytes.set(bad, at);
          expect(kernel.decode(bytes), `${bad} at ${at}`).toEqual({ refused: 'encoding' });
        }
      }
    }
  });

  it('accepts and refuses as a strict TextDecoder does on random bytes', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    let state = 7;
    for (let round = 0; round < 3000; round++) {
      const bytes = Uint8Array.from({ length: round % 40 }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        const value = state >>> 24;
        return value < 120 ? 97 : value || 1;
      });
      if (bytes[0] === 0xef || bytes[0] === 0xfe || bytes[0] === 0xff) continue;
      let valid = true;
      try {
        strict.decode(bytes);
      } catch {
        valid = false;
      }
      expect('text' in kernel.decode(bytes)).toBe(valid);
    }
  });
});
