import { findPlainLength, matchesPath, type PathPattern, parsePathPattern, toByteString } from './path-pattern.ts';

/** Rules of one `.gitignore` or `.ignore`. `base` is its directory (`''` or `sub/`), `path` the file name shown with its rules. */
export interface IgnoreFile {
  readonly base: string;
  readonly path: string;
  /** Last rule first, because the last match decides. */
  readonly rules: readonly IgnoreRule[];
}

export interface IgnoreRule {
  readonly line: number;
  /** The line as written, for display. */
  readonly text: string;
  readonly negated: boolean;
  readonly mustBeDirectory: boolean;
  /** A rule without an inner slash matches names, any other matches paths below `base`. */
  readonly nameOnly: boolean;
  /** The start without wildcards; `rest` is the pattern after it, if any. */
  readonly plainStart: string;
  readonly rest: PathPattern | undefined;
}

/** The entry to check, as byte strings; `path` is relative to the root of the walk. */
export interface IgnoreQuery {
  readonly path: string;
  readonly name: string;
  readonly isDirectory: boolean;
}

export function parseIgnoreFile(options: { base: string; fileName: string; text: string }): IgnoreFile {
  const lines = options.text.replace(/^\ufeff/, '').split('\n');
  const rules: IgnoreRule[] = [];
  lines.forEach((line, index) => {
    const rule = parseRule(line.endsWith('\r') ? line.slice(0, -1) : line, index + 1);
    if (rule) rules.push(rule);
  });
  const base = toByteString(options.base);
  return { base, path: options.base + options.fileName, rules: rules.reverse() };
}

function parseRule(line: string, number: number): IgnoreRule | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const text = trimTrailingSpaces(line);
  const negated = text.startsWith('!');
  let pattern = toByteString(text.slice(negated ? 1 : 0).normalize('NFC'));
  const mustBeDirectory = pattern.endsWith('/');
  if (mustBeDirectory) pattern = pattern.slice(0, -1);
  const nameOnly = !pattern.includes('/');
  if (pattern.startsWith('/')) pattern = pattern.slice(1);
  if (pattern === '') return undefined;
  const plainStart = pattern.slice(0, findPlainLength(pattern));
  const rest = plainStart === pattern ? undefined : parsePathPattern(pattern.slice(plainStart.length));
  return { line: number, text, negated, mustBeDirectory, nameOnly, plainStart, rest };
}

/** Removes only spaces, and not a quoted one. */
function trimTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  if (end === line.length) return line;
  let backslashes = 0;
  while (end - backslashes > 0 && line[end - 1 - backslashes] === '\\') backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

export function findIgnoreRule(file: IgnoreFile, query: IgnoreQuery): IgnoreRule | undefined {
  let relative: string | undefined;
  for (const rule of file.rules) {
    if (rule.mustBeDirectory && !query.isDirectory) continue;
    if (rule.nameOnly) {
      if (matchesRule(rule, query.name)) return rule;
      continue;
    }
    relative ??= query.path.slice(file.base.length);
    if (matchesRule(rule, relative)) return rule;
  }
  return undefined;
}

/** Matches the rest as a pattern of its own, as `git check-ignore` does, so that `**` in `/foo**` may match many segments. */
function matchesRule({ plainStart, rest }: IgnoreRule, path: string): boolean {
  if (rest === undefined) return path === plainStart;
  return path.startsWith(plainStart) && matchesPath(rest, path.slice(plainStart.length));
}
