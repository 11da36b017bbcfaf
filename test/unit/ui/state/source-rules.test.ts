import { describe, expect, it } from 'vitest';
import { PathFilter } from '../../../../src/sources/ignore/path-filter.ts';
import { toGlob } from '../../../../src/ui/state/source-rules.ts';

const NO_RULES = { ignoreFiles: [] };
const NAMES = ['dist', 'a*b', 'x[1]', '{a,b}', 'back\\slash', 'why?', '!not', '#hash', ' blank', '+(x)|y'];

function filter(options: { include?: readonly string[]; exclude?: readonly string[] }) {
  return new PathFilter({ include: [], exclude: [], useDefaultList: true, ...options });
}

describe('one click on a path', () => {
  it.each(NAMES)('includes %j and everything below it, and excludes nothing else', (name) => {
    const include = [toGlob(`node_modules/${name}/`)];
    const only = filter({ include });
    expect(only.decideFile(`node_modules/${name}/deep/x.md`, 'x.md', NO_RULES).take).toBe(true);
    expect(only.decideFile('README.md', 'README.md', NO_RULES).take).toBe(true);
    expect(only.decideDirectory('guides', 'guides', NO_RULES).take).toBe(true);
    expect(only.decideDirectory('other/node_modules', 'node_modules', NO_RULES).take).toBe(false);
  });

  it.each(NAMES)('excludes %j at the root, but not its namesakes', (name) => {
    const without = filter({ exclude: [toGlob(name)] });
    expect(without.decideFile(name, name, NO_RULES).take).toBe(false);
    expect(without.decideFile(`deep/${name}`, name, NO_RULES).take).toBe(true);
    expect(without.decideFile('a.md', 'a.md', NO_RULES).take).toBe(true);
  });
});
