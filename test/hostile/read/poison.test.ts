import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cut } from '../../../src/model/cut.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { nodeParser } from '../../support/node-parser.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { POISONS } from '../poisons.ts';

const encoder = new TextEncoder();

/** The parser has one runtime per thread; a reader with its own source starts a new one. */
const createFreshReader = () => createCodeReader({ ...nodeParser });

/** One of each way to break, and every third of the others. */
const SAMPLE = POISONS.filter(({ isShort }, i) => isShort || i % sampleSize({ sample: 6, whole: 1 }) === 0);

describe('code that breaks or hangs the parser', () => {
  it.each(SAMPLE)(
    '$language of $name stops after counted work, and the next file is read normally [E1][E4]',
    async ({ language, text }) => {
      const reader = createFreshReader();
      expect(await reader.read(encoder.encode(text), language)).toBeUndefined();
      expect((await reader.read(encoder.encode('class A {}'), 'typescript'))?.cuts).toMatchObject([{ name: 'A' }]);
    },
  );

  it('does not change the result of any other file, in any order [E1][E2][E3]', { timeout: 120_000 }, async () => {
    const alone = new Map<string, readonly Cut[] | undefined>();
    for (const { language, text } of PLAIN) {
      alone.set(text, (await createFreshReader().read(encoder.encode(text), language))?.cuts);
    }
    expect([...alone.values()].filter((cuts) => cuts && cuts.length > 0)).toHaveLength(PLAIN.length);
    const orders = fc.shuffledSubarray(FILES, { minLength: FILES.length - 2 });
    const check = async (files: typeof FILES) => {
      const reader = createFreshReader();
      // All at once, like a batch of an import.
      const read = await Promise.all(files.map(({ language, text }) => reader.read(encoder.encode(text), language)));
      expect(read.map((outline) => outline?.cuts)).toEqual(files.map(({ text }) => alone.get(text)));
    };
    await fc.assert(fc.asyncProperty(orders, check), { numRuns: sampleSize({ sample: 1, whole: 2 }) });
  });
});

const PLAIN = [
  { language: 'typescript', text: 'export function f(a: number) {\n  return a;\n}\n' },
  { language: 'tsx', text: 'export const View = () => <b>hello</b>;\nfunction g() {}\n' },
  { language: 'python', text: 'class A:\n    def b(self):\n        pass\n' },
  { language: 'go', text: 'package a\n\nfunc F() int { return 1 }\n' },
  { language: 'java', text: 'class A { void b() {} }\n' },
  { language: 'javascript', text: 'class C { d() {} }\n' },
];

/** One poison of each kind: a trap, a hang in error recovery, a scanner that reads to the end again and again. */
const FILES = [...PLAIN, ...POISONS.filter(({ isShort }) => isShort)];
