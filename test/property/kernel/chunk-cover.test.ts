import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../src/model/kind.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import { expectCovered } from '../../support/expect-covered.ts';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';

const kernel = await loadNodeKernel();

const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('\n', '\n\n', ' ', 'word ', 'x'.repeat(30), '# H\n', '```\n', '- ', '> ', '\t'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('😀', '日本', 'é', '\u00a0', '\u3000', '\ufeff', '\u2028', '\r', '\r\n', '\u0001', '\v'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('{"a":', '[1,2', '},', ']', '"k": "v",\n', '{\n', '}\n', '1\n', 'null', '"'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);
const source = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
const json = fc
  .json({ maxDepth: 5 })
  .chain((text) =>
    fc.constantFrom(0, 1, 2).map((indent) => (indent === 0 ? text : JSON.stringify(JSON.parse(text), null, indent))),
  );
const file = fc.oneof(
  fc.tuple(
    source,
    fc.constantFrom<[string, Kind]>(['a.md', 'markdown'], ['a.txt', 'text'], ['a.json', 'json'], ['a.jsonl', 'json']),
  ),
  fc.tuple(json, fc.constantFrom<[string, Kind]>(['a.json', 'json'], ['a.json5', 'json'])),
);
const sizes = fc
  .tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: 40 }))
  .map(([target, more, min]) => ({ chunk_target_chars: target, chunk_max_chars: target + more, chunk_min_chars: min }));

describe('chunks of any text', () => {
  it('[E3] cover every visible line, have exact lines, share a line only if it was split; [E4] stay within the cap', () => {
    fc.assert(
      fc.property(file, sizes, ([text, [path, kind]], settings) => {
        const made = makeLeafOf(kernel, text, { path, kind, settings });
        if (made.view.refused) {
          expect(text.slice(0, 8192)).toMatch(/\0|[\ud800-\udfff]/);
          return;
        }
        expectCovered(made, settings);
      }),
      { numRuns: 800 },
    );
  });

  it('[E1] depend only on the text, not on earlier files', () => {
    const text = '# A\n\ntext\n\n## B\n\n[a]: b\n\n## [a]\n';
    const first = makeLeafOf(kernel, text).leaf;
    fc.assert(
      fc.property(file, ([other, [path, kind]]) => {
        makeLeafOf(kernel, other, { path, kind });
        expect(makeLeafOf(kernel, text).leaf).toEqual(first);
      }),
      { numRuns: 100 },
    );
  });

  it('are slightly below the target: paragraphs and members fill it, and small sections are joined', () => {
    const random = createRandom(7);
    const { chunk_target_chars: target, chunk_min_chars: min } = DEFAULT_SETTINGS;
    const words = (chars: number) => 'lorem ipsum dolor '.repeat(1 + chars / 18).slice(0, chars);
    const paragraphs = Array.from({ length: 400 }, () => words(20 + random.below(600)));
    const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, text: words(random.below(200)) }));
    // Ranges of an array are halved until they fit, so they are smaller.
    for (const { text, path, kind, share } of [
      { text: paragraphs.join('\n\n'), path: 'a.txt', kind: 'text', share: 0.9 },
      { text: `# One section\n\n${paragraphs.join('\n\n')}`, path: 'a.md', kind: 'markdown', share: 0.9 },
      { text: rows.map((row) => JSON.stringify(row)).join('\n'), path: 'a.jsonl', kind: 'json', share: 0.6 },
    ] as const) {
      const chars = makeLeafOf(kernel, text, { path, kind }).chunks.map((chunk) => chunk.chars);
      const inner = chars.slice(0, -1).sort((a, b) => a - b);
      expect(inner[0], path).toBeGreaterThan(target / 2);
      expect(inner[inner.length >> 1], path).toBeGreaterThan(target * share);
      expect(inner.at(-1), path).toBeLessThanOrEqual(target);
    }
    const sections = paragraphs.map((text, i) => `## ${i}\n\n${text}`).join('\n\n');
    const chars = makeLeafOf(kernel, sections).chunks.map((chunk) => chunk.chars);
    expect(chars.slice(0, -1).filter((size) => size < min)).toEqual([]);
  });
});
