import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Lists quotes like `file › title`, whose title is a part of one in that file. */
function listNamed(page: string): { file: string; title: string }[] {
  const named = readFileSync(page, 'utf8').matchAll(/`(test\/[\w./-]+) › ([^`]+)`/g);
  return [...named].map(([, file, title]) => ({ file: file as string, title: title as string }));
}

describe.each([
  ['docs/security.md', 35],
  ['docs/reliability.md', 15],
  ['docs/seeds.md', 25],
])('%s', (page, atLeast) => {
  it('names tests that exist, by file and title', () => {
    const named = listNamed(page);
    expect(named.length).toBeGreaterThanOrEqual(atLeast);
    expect(named.filter(({ file, title }) => !existsSync(file) || !hasTitle(file, title))).toEqual([]);
  });
});

function hasTitle(file: string, title: string): boolean {
  const text = readFileSync(file, 'utf8');
  const titles = [...text.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , content]) => content as string);
  return titles.some((found) => found.replaceAll("\\'", "'").includes(title));
}

it('every threat in the tables names a test', () => {
  const rows = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!threat|-)/.test(line));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => !/`test\/[^`]+ › [^`]+` \|$/.test(row))).toEqual([]);
});
