import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { chunkNaively } from './naive-chunker.ts';

const kernel = await loadNodeKernel();
const decoder = new TextDecoder();

const word = fc.constantFrom('a', 'word', 'longer-word', 'naïve', '日本語', '😀😀', '`x`', '\u00a0');
const prose = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const heading = fc.tuple(fc.integer({ min: 1, max: 4 }), word).map(([level, text]) => `${'#'.repeat(level)} ${text}`);
const fence = fc.array(prose, { maxLength: 8 }).map((lines) => ['```', ...lines, '', '```'].join('\n'));
const list = fc
  .array(prose, { minLength: 1, maxLength: 3 })
  .map((lines) => lines.map((line) => `- ${line}`).join('\n'));
const block = fc.oneof(
  { weight: 4, arbitrary: prose },
  { weight: 4, arbitrary: heading },
  { weight: 2, arbitrary: fence },
  { weight: 1, arbitrary: list },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '> quote\n> # no', 'Set\n===', '~~~\nopen') },
  { weight: 1, arbitrary: prose.map((text) => text.replaceAll(' ', '').repeat(9)) },
);
const page = fc
  .array(fc.tuple(block, fc.constantFrom('\n', '\n\n', '\n \n')), { maxLength: 25 })
  .map((blocks) => blocks.map(([text, gap]) => text + gap).join(''));
const sizes = fc
  .tuple(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 40 }))
  .map(([target, more, min]) => ({
    ...DEFAULT_SETTINGS,
    chunk_target_chars: target,
    chunk_max_chars: target + more,
    chunk_min_chars: min,
  }));

describe('the chunker', () => {
  it('agrees with rules 1–3 applied by the letter', () => {
    fc.assert(
      fc.property(page, sizes, (source, settings) => {
        const { leaf, contents } = kernel.makeLeaf({
          path: 'a.md',
          kind: 'markdown',
          settings,
          bytes: new TextEncoder().encode(source),
        });
        const chunks = kernel.readLeaf(leaf).chunks.map((chunk) => ({
          from: chunk.startLine - 1,
          to: chunk.endLine,
          text: decoder.decode(contents.subarray(chunk.startByte, chunk.endByte)),
          part: chunk.part,
          parts: chunk.parts,
        }));
        expect(chunks).toEqual(chunkNaively(source, settings));
      }),
      { numRuns: 600 },
    );
  });
});
