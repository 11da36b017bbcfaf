import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MadeFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';

const WORDS = ['heron', 'herons', 'wade', 'wading', 'lake', 'duck', 'dive', 'water', 'test'];
const line = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const page = fc.record({ title: line, body: fc.array(line, { minLength: 1, maxLength: 6 }) });
const folder = fc.constantFrom('', 'src/', 'docs/lake/', 'tests/');

const toFiles = (pages: readonly { title: string; body: string[] }[], folders: string[], mark: string): MadeFiles =>
  Object.fromEntries(
    pages.map(({ title, body }, i) => [
      `${folders[i % folders.length] ?? ''}${mark}${i}.md`,
      `# ${title}\n\n${mark}${i} ${body.join('\n\n')}\n`,
    ]),
  );

describe('[P10] two collections searched together', () => {
  it('score every chunk like one collection with both', async () => {
    const { engine } = await makeEngine();
    await fc.assert(
      fc.asyncProperty(
        fc.array(page, { minLength: 1, maxLength: 6 }),
        fc.array(page, { minLength: 1, maxLength: 6 }),
        fc.array(folder, { minLength: 1, maxLength: 3 }),
        fc.array(fc.constantFrom(...WORDS, '-duck', '"heron wade"'), { minLength: 1, maxLength: 4 }),
        async (some, others, folders, words) => {
          const [one, other] = [toFiles(some, folders, 'a'), toFiles(others, folders, 'b')];
          const ids = [await makeCollection(engine, one), await makeCollection(engine, other)];
          const both = await makeCollection(engine, { ...one, ...other });
          const query = words.join(' ');
          const together = await engine.searchTogether(ids, query, { limit: 50 });
          const joined = await engine.search(both, query, { limit: 50 });
          const toScores = ({ hits }: typeof joined) =>
            Object.fromEntries(hits.map(({ id, score }) => [id, score] as const));
          expect(toScores(together)).toEqual(toScores(joined));
          expect(together.total).toBe(joined.total);
          expect(together.hits.map(({ score }) => score)).toEqual(joined.hits.map(({ score }) => score));
        },
      ),
      { numRuns: 10 },
    );
  });
});
