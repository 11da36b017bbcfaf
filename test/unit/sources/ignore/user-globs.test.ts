import { describe, expect, it } from 'vitest';
import { coversDirectory, matchesGlob, parseGlobs, pointsInto } from '../../../../src/sources/ignore/user-globs.ts';

function matches(glob: string, path: string, literalsAreNames = false): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return parseGlobs([glob], { literalsAreNames }).some((parsed) => matchesGlob(parsed, path, name));
}

describe('globs typed by the user', () => {
  it.each([
    ['*.md', 'a/b/c.md', true],
    ['/*.md', 'a/c.md', false],
    ['docs/*.md', 'docs/a.md', true],
    ['docs/*.md', 'docs/a/b.md', false],
    ['docs/**', 'docs/a/b.md', true],
    ['**/test/**', 'a/test/b.md', true],
    ['**/docs', 'a/docs/b.md', true],
    ['packages/*/docs', 'packages/a/docs/x/y.md', true],
    ['*.{ts,tsx}', 'a/b.tsx', true],
    ['{a,b}/{c,d}.md', 'b/c.md', true],
    ['docs', 'docs/a.md', true],
    ['docs/', 'docs/a.md', true],
    ['./docs', 'docs/a.md', true],
    ['docs', 'x/docs/a.md', false],
    ['docs', 'docs2/a.md', false],
    ['[id].md', '[id].md', false],
    ['\\[id\\].md', '[id].md', true],
  ])('%s on %s: %s', (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected);
  });

  it('an exclude without a slash matches names at any depth', () => {
    expect(matches('test', 'a/test', true)).toBe(true);
    expect(matches('/test', 'a/test', true)).toBe(false);
  });

  it('`docs/**` covers the directory itself', () => {
    const [glob] = parseGlobs(['docs/**'], { literalsAreNames: true });
    expect(glob && coversDirectory(glob, 'docs', 'docs')).toBe(true);
    expect(glob && coversDirectory(glob, 'docs2', 'docs2')).toBe(false);
  });

  it('only a plain start leads into directories that are skipped otherwise', () => {
    const [plain, wild] = parseGlobs(['dist/app/*.js', '**/*.js'], { literalsAreNames: false });
    expect(plain && pointsInto(plain, 'dist')).toBe(true);
    expect(plain && pointsInto(plain, 'dist/app/deep')).toBe(true);
    expect(plain && pointsInto(plain, 'node_modules')).toBe(false);
    expect(wild && pointsInto(wild, 'node_modules')).toBe(false);
  });

  it('empty globs match nothing, and many braces are limited', () => {
    expect(parseGlobs(['', '  ', '/'], { literalsAreNames: false })).toEqual([]);
    expect(parseGlobs(['{a,b}'.repeat(30)], { literalsAreNames: false }).length).toBeLessThanOrEqual(64);
  });
});
