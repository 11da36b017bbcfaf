import { isGlobSpecial, toByteString, wildmatch } from './wildmatch.ts';

/** The rules of one `.gitignore` or `.ignore`. `base` is its directory (`''` or `sub/`), `path` the file as rules are quoted. */
export interface IgnoreFile {
  readonly base: string;
  readonly path: string;
  /** Last rule first, because the last match decides. */
  readonly rules: readonly IgnoreRule[];
}

export interface IgnoreRule {
  readonly line: number;
  /** The line as written, for people. */
  readonly text: string;
  readonly negated: boolean;
  readonly mustBeDirectory: boolean;
  /** Without an inner slash a rule is about names, else about paths below `base`. */
  readonly nameOnly: boolean;
  readonly endsWith: boolean;
  readonly pattern: string;
  /** Length of the start that has no wildcard. */
  readonly literalLength: number;
}

/** What is asked about: byte strings, `path` relative to the root of the walk. */
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
  const endsWith = pattern.startsWith('*') && findLiteralLength(pattern, 1) === pattern.length;
  const mustBeDirectory = pattern.endsWith('/');
  if (mustBeDirectory) pattern = pattern.slice(0, -1);
  const nameOnly = !pattern.includes('/');
  if (pattern.startsWith('/')) pattern = pattern.slice(1);
  if (pattern === '') return undefined;
  const literalLength = findLiteralLength(pattern, 0);
  return { line: number, text, negated, mustBeDirectory, nameOnly, endsWith, pattern, literalLength };
}

/** Only spaces, and not one that a backslash quotes. */
function trimTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  if (end === line.length) return line;
  let backslashes = 0;
  while (end - backslashes > 0 && line[end - 1 - backslashes] === '\\') backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

function findLiteralLength(pattern: string, from: number): number {
  let at = from;
  while (at < pattern.length && !isGlobSpecial(pattern.charCodeAt(at))) at++;
  return at;
}

export function findIgnoreRule(file: IgnoreFile, query: IgnoreQuery): IgnoreRule | undefined {
  let relative: string | undefined;
  for (const rule of file.rules) {
    if (rule.mustBeDirectory && !query.isDirectory) continue;
    if (rule.nameOnly) {
      if (matchesName(rule, query.name)) return rule;
      continue;
    }
    relative ??= query.path.slice(file.base.length);
    if (matchesPath(rule, relative)) return rule;
  }
  return undefined;
}

function matchesName(rule: IgnoreRule, name: string): boolean {
  const { pattern, literalLength } = rule;
  if (literalLength === pattern.length) return name === pattern;
  if (rule.endsWith) return name.endsWith(pattern.slice(1));
  return name.startsWith(pattern.slice(0, literalLength)) && wildmatch(pattern, name, false);
}

function matchesPath(rule: IgnoreRule, path: string): boolean {
  const { pattern, literalLength } = rule;
  if (literalLength === pattern.length) return path === pattern;
  if (literalLength > 0 && !path.startsWith(pattern.slice(0, literalLength))) return false;
  // git cuts the literal start off before matching, which decides whether a `**` after it counts as leading.
  return wildmatch(pattern.slice(literalLength), path.slice(literalLength), true);
}
