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

/** A path as a glob that matches only itself, and for a folder all below it. */
export function toGlob(path: string, isDirectory: boolean): string {
  const escaped = path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
  return isDirectory ? `${escaped.replace(/\/$/, '')}/**` : escaped;
}

function readAll(): Record<string, SourceRules> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, SourceRules>) : {};
  } catch {
    return {};
  }
}
