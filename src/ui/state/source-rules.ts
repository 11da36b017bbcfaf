/** Globs a person gave for one source, kept in this browser: the next sync must use them again. */
export interface SourceRules {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const KEY = 'quire.rules';
const NONE: SourceRules = { include: [], exclude: [] };

export function readRules(sourceId: string): SourceRules {
  return readAll()[sourceId] ?? NONE;
}

export function writeRules(sourceId: string, rules: SourceRules): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [sourceId]: rules }));
  } catch {
    // Refused storage: the rules hold for this sync only.
  }
}

/**
 * A path as a glob that matches only itself, and for a folder all below it. It begins at the root (a bare name would leave out every file
 * of that name) and has no wildcard (an include with one would leave out everything else).
 */
export function toGlob(path: string): string {
  return `/${path.replace(/\/+$/, '').replace(/[\\*?[\]{}]/g, '\\$&')}`;
}

function readAll(): Record<string, SourceRules> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, SourceRules>) : {};
  } catch {
    return {};
  }
}
