import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeCollection, makeFilled } from '../../support/make-engine.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { makeAnswers, type SourceFile } from './make-answers.ts';

it(
  '[P8] for generated answers 99 in a hundred verdicts are right, and nothing invented is exact',
  {
    timeout: 600_000,
  },
  () => checkAnswers(sampleSize({ sample: 25, whole: 1_000 }), 20),
);

const toFiles = (files: readonly SourceFile[]): Record<string, string> =>
  Object.fromEntries(files.map(({ path, lines }) => [path, lines.join('\n')]));

/** Checks `count` generated answers about files of pinned packages; fails if more than 1 % of the verdicts are wrong. */
async function checkAnswers(count: number, seed: number): Promise<void> {
  const before = ['node_modules/zod/src/v4/core', 'node_modules/zod/src/v4/mini', 'node_modules/comlink/src'].flatMap(
    (folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(
          (entry) =>
            entry.isFile() &&
            /\.(?:ts|md)$/.test(entry.name) &&
            !/node_modules.*node_modules|tests/.test(entry.parentPath),
        )
        .map(({ name, parentPath }) => ({
          path: `${parentPath.replace('node_modules/', '')}/${name}`,
          lines: readFileSync(`${parentPath}/${name}`, 'utf8').split('\n'),
        })),
  );
  const { now, answers } = makeAnswers(before, seed, count);
  const { engine, id: collectionId } = await makeFilled(toFiles(now));
  const beforeId = await makeCollection(engine, toFiles(before));
  const wrong: string[] = [];
  let verdicts = 0;
  for (const [i, { kind, text, verdict }] of answers.entries()) {
    const { citations } = await engine.checkCitations({ collectionId, beforeId, answer: text, jobId: `cite-${i}` });
    if (citations.length === 0) wrong.push(`${kind}: nothing found in ${text}`);
    for (const citation of citations) {
      verdicts++;
      if (kind === 'invented') expect(citation.verdict, text).not.toBe('exact');
      if (citation.verdict !== verdict)
        wrong.push(`${kind}: ${citation.text} is ${citation.verdict}, not ${verdict}, in ${text}`);
    }
  }
  expect(verdicts).toBeGreaterThanOrEqual(count);
  expect(wrong.length, wrong.join('\n\n')).toBeLessThanOrEqual(verdicts / 100);
}
