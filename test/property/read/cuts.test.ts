import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduceHtml } from '../../../src/html/reduce-html.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { nodeParser } from '../../support/node-parser.ts';
import { expectSound } from './expect-sound.ts';

const encoder = new TextEncoder();
const reader = createCodeReader(nodeParser);

const PIECES = [
  ...'class A {¦}¦function f() {¦export const g = () => {};¦/** doc */¦// line¦@dec'.split('¦'),
  ...'interface I {}¦m() {}¦enum E {¦namespace N {¦type T = 1;¦\n¦\n\n¦ ¦def f():¦\tpass¦😀¦"¦`¦('.split('¦'),
  ...'get x() {¦export default¦declare module "m" {'.split('¦'),
];

describe('cuts', () => {
  it.each(['typescript', 'python', 'javascript'])(
    'of any %s are in order and inside the file [E3]',
    async (language) => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), async (pieces) => {
          const text = pieces.join(' ');
          const outline = await reader.read(encoder.encode(text), language);
          expectSound(outline?.cuts ?? [], text.split('\n').length);
        }),
        { numRuns: 120, seed: 5 },
      );
    },
  );

  it('are not needed for HTML, whose every line has existing source lines [E3]', () => {
    const tags = '<h1> </h1> <h3> <p> <pre> </pre> <td> <table> </div> <div> <!-- --> <svg> <script> </script>'.split(
      ' ',
    );
    const piece = fc.oneof(fc.constantFrom(...tags, '\n', '\n\n', ' '), fc.string({ unit: 'binary', maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join('').replace(/\r/g, '');
        const { lines, markdown } = reduceHtml(html, '');
        expect(lines).toHaveLength(markdown.split('\n').length - 1);
        for (const { first, last } of lines) {
          expect(first).toBeGreaterThan(0);
          expect(last).toBeGreaterThanOrEqual(first);
          expect(last).toBeLessThanOrEqual(html.split('\n').length);
        }
      }),
      { numRuns: 400, seed: 5 },
    );
  });
});
