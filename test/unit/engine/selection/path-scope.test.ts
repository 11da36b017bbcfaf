import { describe, expect, it } from 'vitest';
import { createPathScope } from '../../../../src/engine/selection/path-scope.ts';
import { NO_SELECTION } from '../../../../src/model/outputs/selection.ts';

const listIn = (scope: Partial<typeof NO_SELECTION>, paths: readonly string[]) =>
  paths.filter(createPathScope({ ...NO_SELECTION, ...scope }).matches);

const PATHS = [
  'README.md',
  'docs/a.md',
  'docs/deep/b.md',
  'docs2/a.md',
  'src/a.py',
  'src/tests/test_a.py',
  'naïve/ä.md',
];

describe('[P6] the paths of a selection', () => {
  it('are all, unless a path is ticked or matched', () => {
    expect(listIn({}, PATHS)).toEqual(PATHS);
    expect(listIn({ exclude: ['docs', '*.py'] }, PATHS)).toEqual(['README.md', 'docs2/a.md', 'naïve/ä.md']);
  });

  it('are ticked files and everything below ticked folders', () => {
    expect(listIn({ paths: ['docs/', 'src/a.py'] }, PATHS)).toEqual(['docs/a.md', 'docs/deep/b.md', 'src/a.py']);
    expect(listIn({ paths: ['docs'] }, PATHS)).toEqual([]);
  });

  it('combine ticks and includes; excludes win, with everything below a folder', () => {
    const scope = { paths: ['README.md'], include: ['*.py', 'docs/**', 'naïve'], exclude: ['tests', 'docs/deep'] };
    expect(listIn(scope, PATHS)).toEqual(['README.md', 'docs/a.md', 'src/a.py', 'naïve/ä.md']);
  });

  it('list includes without a match, and not those whose paths were ticked', () => {
    const scope = createPathScope({ ...NO_SELECTION, paths: ['docs/'], include: ['docs/*.md', '*.rst'] });
    PATHS.forEach(scope.matches);
    expect(scope.listUnused()).toEqual(['*.rst']);
  });

  it('are refused with a sentence instead of a freeze if their patterns take too many steps', () => {
    const bomb = `${'*a'.repeat(30)}b`;
    const include = Array.from({ length: 200 }, () => bomb);
    const { matches } = createPathScope({ ...NO_SELECTION, include }, 2_000_000);
    const path = 'a'.repeat(120);
    const matchAll = () => {
      for (let i = 0; i < 100_000; i++) matches(`${path}${i}`);
    };
    expect(matchAll).toThrow(expect.objectContaining({ code: 'engine/bad-selection' }));
  });
});
