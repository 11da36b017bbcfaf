import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDecisionIndex, readDecisions } from '../../../scripts/list-decisions.mjs';

const decisions = readDecisions();

describe('decisions', () => {
  it('each have a number, a title and a date', () => {
    expect(decisions.length).toBeGreaterThan(30);
    expect(decisions.filter(({ file, number }) => !file.startsWith(`${number}-`))).toEqual([]);
    expect(decisions.filter(({ title, date }) => title === '' || date === '')).toEqual([]);
    expect(new Set(decisions.map(({ number }) => number)).size).toBe(decisions.length);
  });

  it('are all in the index (written by `node scripts/list-decisions.mjs`)', () => {
    expect(readFileSync('docs/decisions/README.md', 'utf8')).toBe(makeDecisionIndex());
  });

  it('exist wherever a page or a comment refers to one', () => {
    const numbers = new Set(decisions.map(({ number }) => number));
    expect(listReferences().filter(({ number }) => !numbers.has(number))).toEqual([]);
  });
});

function listReferences(): { path: string; number: string }[] {
  const folders = ['docs', 'src', 'scripts', 'test', 'wasm/assembly'];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`),
  );
  return [...readdirSync('.'), ...files]
    .filter((path) => /\.(md|ts|tsx|mjs)$/.test(path) && !path.includes('fixtures'))
    .flatMap((path) => {
      const named = readFileSync(path, 'utf8').matchAll(/\bdecisions? (\d{3}(?:(?:, | and )\d{3})*)/gi);
      return [...named].flatMap(([, list]) => (list?.match(/\d{3}/g) ?? []).map((number) => ({ path, number })));
    });
}
