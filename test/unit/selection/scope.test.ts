import { describe, expect, it } from 'vitest';
import { NO_SELECTION } from '../../../src/model/outputs/selection.ts';
import { followSources } from '../../../src/selection/scope.ts';

const SCOPE = {
  ...NO_SELECTION,
  paths: ['docs/', 'a.md'],
  include: ['*.py', 'src', 'src/*.ts', '**/x', '/top'],
  exclude: ['tests', '/tests', 'src/gen/**', '*.po'],
};

describe('[P6] a selection, when sources are added or removed,', () => {
  it('gets the slug of its source before its paths and rooted globs', () => {
    const moved = followSources({ ...SCOPE, root: 'one' }, ['one', 'two']);
    expect(moved.paths).toEqual(['one/docs/', 'one/a.md']);
    expect(moved.include).toEqual(['*.py', 'one/src', 'one/src/*.ts', '**/x', 'one/top']);
    expect(moved.exclude).toEqual(['tests', 'one/tests', 'one/src/gen/**', '*.po']);
    expect(moved.root).toBeUndefined();
  });

  it('loses it again when its source is the only one, and equals its earlier state', () => {
    const there = followSources({ ...SCOPE, root: 'one' }, ['one', 'two']);
    const back = followSources(there, ['one']);
    expect(back).toEqual({
      ...SCOPE,
      include: ['*.py', '/src', 'src/*.ts', '**/x', '/top'],
      root: 'one',
    });
    expect(followSources(back, ['one'])).toEqual(back);
    expect(followSources(there, ['one', 'three'])).toEqual(there);
  });

  it('still covers a fully ticked source once it is the only one, and not the next one', () => {
    const alone = followSources({ ...NO_SELECTION, paths: ['one/', 'two/a.md'] }, ['one']);
    expect(alone).toMatchObject({ paths: ['two/a.md'], include: ['/**'], root: 'one' });
    expect(followSources(alone, ['one', 'three'])).toMatchObject({ include: ['one/**'] });
  });

  it('keeps its paths if its source is gone', () => {
    const gone = followSources({ ...SCOPE, root: 'gone' }, ['one', 'two']);
    expect(gone.paths).toEqual(SCOPE.paths);
    expect(followSources({ ...SCOPE, root: 'gone' }, [])).toEqual({ ...SCOPE, root: 'gone' });
  });
});
