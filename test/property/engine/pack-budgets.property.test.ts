import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, PackAnswer } from '../../../src/engine/contract.ts';
import { makeFilled } from '../../support/make-engine.ts';
import { packOf } from '../../support/read-exports.ts';
import { sampleSize } from '../../support/sample-size.ts';

const BIRDS = ['heron', 'osprey', 'plover', 'grebe', 'bittern', 'curlew', 'dunlin'];
const VERBS = ['wade', 'dive', 'roost', 'nest', 'molt', 'call'];
const nameOf = (i: number): string => `${VERBS[i % VERBS.length]}_${BIRDS[(i * 3) % BIRDS.length]}`;

/** Small and large files of code, tests and notes, much more than the largest budget. */
const FILES = Object.fromEntries([
  ...Array.from({ length: 40 }, (_, i) => {
    const method = (n: number): string =>
      `    def ${nameOf(i + n)}_${n}(self, depth):\n        """Lets the ${BIRDS[(i + n) % BIRDS.length]} ${VERBS[n % VERBS.length]}."""\n${`        self.steps_${n}.append(${nameOf(i * n)}(depth + ${n}))\n`.repeat(4 + ((i * n) % 23))}`;
    const methods = Array.from({ length: 2 + ((i * 7) % 31) }, (_, n) => method(n));
    return [
      `src/${nameOf(i)}_${i}.py`,
      `import pond_${i}\n\n\nclass Bird${i}:\n    level = PondLevel${i}(Bird${(i * 7) % 40})\n\n${methods.join('\n')}`,
    ] as const;
  }),
  ...Array.from(
    { length: 40 },
    (_, i) => [`lib/level_${i}.py`, `class PondLevel${i}:\n    pass\n\n\ndef fill_${i}():\n    return ${i}\n`] as const,
  ),
  ...BIRDS.map((bird, i) => {
    const test = `def test_${bird}():\n    assert ${nameOf(i)}(${i}) == ${i}\n\n\n`;
    return [`tests/test_${bird}.py`, test.repeat(20)] as const;
  }),
  ...BIRDS.map((bird) => [`docs/${bird}.md`, `# ${bird}\n\n${`A ${bird} wades and dives. `.repeat(40)}\n`] as const),
]);

function listLines({ items }: PackAnswer): Set<string> {
  const lines = items.flatMap(({ path, lines }) =>
    lines.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => `${path}:${first + i}`)),
  );
  return new Set(lines);
}

describe('[P1] [P3] a pack with a larger budget', () => {
  let engine: Engine;
  let collectionId: string;
  beforeAll(async () => {
    const made = await makeFilled(FILES);
    engine = made.engine;
    collectionId = made.id;
  }, 120_000);

  it('contains every line and outline of a smaller one', { timeout: 300_000 }, async () => {
    const word = fc.constantFrom(...BIRDS, ...VERBS, ...VERBS.map((_, i) => nameOf(i)), 'tests', 'depth');
    const asked = fc.record({
      words: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
      detail: fc.constantFrom('chunks' as const, 'signatures' as const),
      citesLines: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ words, ...rest }) => {
        const options = packOf(collectionId, { query: words.join(' '), mask: false, ...rest, budgetTokens: 0 });
        let smaller: PackAnswer | undefined;
        for (const budgetTokens of [8_000, 11_000, 16_000, 32_000]) {
          const pack = await engine.makePack({ ...options, budgetTokens });
          expect(pack.tokens).toBeLessThanOrEqual(budgetTokens);
          const lines = listLines(pack);
          const lost = [...(smaller === undefined ? [] : listLines(smaller))].filter((line) => !lines.has(line));
          expect(lost).toEqual([]);
          // Budgets between the ones offered keep what the next smaller one offered has.
          if (budgetTokens !== 11_000) smaller = pack;
        }
      }),
      { numRuns: sampleSize({ sample: 8, whole: 100 }) },
    );
  });
});
