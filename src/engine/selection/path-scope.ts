import { toBaseName } from '../../lib/base-name.ts';
import { AppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import type { SelectionScope } from '../../model/outputs/selection.ts';
import { isTicked } from '../../selection/scope.ts';
import { type MatchWork, toByteString } from '../../sources/ignore/path-pattern.ts';
import { type Glob, matchesGlob, parseGlobs } from '../../sources/ignore/user-globs.ts';

/** Decides which paths a selection contains, in this or an earlier state of the collection. Ignores picked chunks. */
export function createPathScope({ paths, include, exclude }: SelectionScope, maxSteps: number = LIMITS.maxGlobSteps) {
  const ticks = new Set(paths);
  const includes = include.map((text) => ({ text, globs: parseGlobs([text], { literalsAreNames: false }), hits: 0 }));
  const excludes = parseGlobs(exclude, { literalsAreNames: true });
  const isOpen = paths.length + include.length === 0;
  const work: MatchWork = { steps: 0 };

  /** By folder, since files share theirs. */
  const excludedFolders = new Map<string, boolean>();

  function fits(glob: Glob, path: string, name: string): boolean {
    if (++work.steps > maxSteps)
      throw new AppError('engine/bad-selection', 'the patterns take too long to match', {
        what: 'patterns',
        max: maxSteps,
        actual: work.steps,
      });
    return matchesGlob(glob, path, name, work);
  }

  /** An excluded folder excludes everything in it, as in an import. */
  function isInExcluded(path: string): boolean {
    if (excludes.length === 0) return false;
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash);
      const known = excludedFolders.get(folder) ?? excludes.some((glob) => fits(glob, folder, toBaseName(folder)));
      excludedFolders.set(folder, known);
      if (known) return true;
    }
    return false;
  }

  return {
    /** Throws `engine/bad-selection` after more steps than real patterns take. */
    matches(path: string): boolean {
      const bytes = toByteString(path);
      const name = toBaseName(bytes);
      let isIn = isOpen || isTicked(ticks, path);
      for (const one of includes) {
        // A glob with a known match need not be checked for a path that is already in.
        if (isIn && one.hits > 0) continue;
        if (!one.globs.some((glob) => fits(glob, bytes, name))) continue;
        one.hits++;
        isIn = true;
      }
      return isIn && !isInExcluded(bytes) && !excludes.some((glob) => fits(glob, bytes, name));
    },
    /** Globs that have matched no path yet. */
    listUnused: () => includes.filter(({ hits }) => hits === 0).map(({ text }) => text),
  };
}

export type PathScope = ReturnType<typeof createPathScope>;
