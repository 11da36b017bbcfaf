import { LIMITS } from '../model/limits.ts';
import type { Selection, SelectionScope } from '../model/outputs/selection.ts';

interface SelectionExcess {
  readonly what: 'name' | 'paths' | 'path' | 'globs' | 'glob' | 'picks' | 'query';
  readonly max: number;
  readonly actual: number;
}

/** Returns the first limit that it exceeds. */
export function findExcess(selection: Selection): SelectionExcess | undefined {
  const { name, paths, include, exclude, picks, query = '' } = selection;
  const longest = (texts: readonly string[]): number => texts.reduce((most, { length }) => Math.max(most, length), 0);
  const checks: readonly SelectionExcess[] = [
    { what: 'name', max: LIMITS.maxSelectionNameChars, actual: name.length },
    { what: 'paths', max: LIMITS.maxTicks, actual: paths.length },
    { what: 'path', max: LIMITS.maxPathBytes, actual: longest(paths) },
    { what: 'globs', max: LIMITS.maxGlobs, actual: Math.max(include.length, exclude.length) },
    { what: 'glob', max: LIMITS.maxGlobChars, actual: longest([...include, ...exclude]) },
    { what: 'picks', max: LIMITS.maxPicks, actual: picks.length },
    { what: 'query', max: LIMITS.maxQuestionChars, actual: query.length },
  ];
  return checks.find(({ max, actual }) => actual > max);
}

/** Whether a path is ticked, or is in a ticked folder: those end in a slash. */
export function isTicked(ticks: ReadonlySet<string>, path: string): boolean {
  if (ticks.has(path)) return true;
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    if (ticks.has(path.slice(0, slash + 1))) return true;
  return false;
}

/**
 * Returns the scope with current paths. With several sources every path begins with the slug of its source, with a single one none does: adding or
 * removing a source renames all files, and selections follow.
 */
export function followSources<T extends SelectionScope>(scope: T, sourceIds: readonly string[]): T {
  const { root, ...rest } = scope;
  const only = sourceIds.length === 1 ? sourceIds[0] : undefined;
  const rename = toRename(root, only, sourceIds);
  // Without a source there is nothing to rename, and a later source will be a different one.
  if (sourceIds.length === 0) return scope;
  const paths = scope.paths.map(rename);
  const include = scope.include.map((glob) => renameGlob(glob, rename, { namesOnly: false }));
  const moved = {
    ...rest,
    // A ticked source folder becomes everything once its source is the only one.
    paths: paths.filter((path) => path !== ''),
    include: paths.includes('') ? [...include, '/**'] : include,
    exclude: scope.exclude.map((glob) => renameGlob(glob, rename, { namesOnly: true })),
    picks: scope.picks.map((pick) => ({ ...pick, path: rename(pick.path) })),
    root: only,
  };
  return moved as unknown as T;
}

export function toScope({ paths, include, exclude, picks, root }: Selection): SelectionScope {
  return { paths, include, exclude, picks, root };
}

function toRename(
  root: string | undefined,
  only: string | undefined,
  sourceIds: readonly string[],
): (path: string) => string {
  if (root !== undefined && only === undefined && sourceIds.includes(root)) return (path) => `${root}/${path}`;
  if (root === undefined && only !== undefined)
    return (path) => (path.startsWith(`${only}/`) ? path.slice(only.length + 1) : path);
  return (path) => path;
}

/** Globs for names at any depth stay the same; others begin at the root. */
function renameGlob(
  glob: string,
  rename: (path: string) => string,
  { namesOnly }: { readonly namesOnly: boolean },
): string {
  const path = glob.trim().replace(/^(?:\.?\/)+/, '');
  const isRooted = path !== glob.trim();
  const hasSlash = path.replace(/\/+$/, '').includes('/');
  const isAnywhere = path.startsWith('**/') || (!isRooted && !hasSlash && (namesOnly || /[*?[]/.test(path)));
  const moved = rename(path);
  if (path === '' || isAnywhere || moved === path) return glob;
  // A path that had a slash only because it was rooted must not turn into a pattern for names.
  return moved.includes('/') ? moved : `/${moved}`;
}
