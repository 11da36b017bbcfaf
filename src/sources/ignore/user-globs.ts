import {
  findPlainLength,
  type MatchWork,
  matchesPath,
  type PathPattern,
  parsePathPattern,
  toByteString,
} from './path-pattern.ts';

/** Most variants of a glob with `{a,b}`, which is expanded before matching; the rest are ignored. */
const MAX_VARIANTS = 64;

/**
 * One glob typed by the user, in the dialect of ignore files plus `{a,b}`. With a wildcard and no slash it matches names at any depth, otherwise
 * paths from the root. A glob that ends in a plain segment also covers everything below a directory of that name.
 */
export interface Glob {
  readonly text: string;
  /** The name or path itself, if the glob has no wildcard. */
  readonly literal: string | undefined;
  readonly pattern: PathPattern;
  readonly nameOnly: boolean;
  /** Pattern for everything below, if covered. */
  readonly below: PathPattern | undefined;
  /** Pattern of the directory itself, for a glob that ends in `/**`. */
  readonly directory: PathPattern | undefined;
  /** Plain directories at its start, as `a/b`; empty if it begins with a wildcard. */
  readonly base: string;
}

export function parseGlobs(texts: readonly string[], options: { literalsAreNames: boolean }): readonly Glob[] {
  return texts.flatMap((text) => toGlobs(text.trim(), options.literalsAreNames));
}

/** `path` and `name` are byte strings. */
export function matchesGlob(glob: Glob, path: string, name: string, work?: MatchWork): boolean {
  const { literal, nameOnly, pattern, below } = glob;
  if (literal !== undefined) {
    if (nameOnly) return name === literal;
    return path === literal || path.startsWith(`${literal}/`);
  }
  if (nameOnly) return matchesPath(pattern, name, work);
  return matchesPath(pattern, path, work) || (below !== undefined && matchesPath(below, path, work));
}

/** `docs/**` covers the directory `docs` itself. */
export function coversDirectory(glob: Glob, path: string, name: string): boolean {
  return matchesGlob(glob, path, name) || (glob.directory !== undefined && matchesPath(glob.directory, path));
}

/** Returns true if the glob's plain start is inside the directory, or the directory inside it. */
export function pointsInto(glob: Glob, directory: string): boolean {
  if (glob.base === '') return false;
  return `${glob.base}/`.startsWith(`${directory}/`) || directory.startsWith(`${glob.base}/`);
}

function toGlobs(text: string, literalsAreNames: boolean): readonly Glob[] {
  const trimmed = text.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
  if (trimmed === '') return [];
  const rooted = /^\.?\//.test(text);
  return expandBraces(trimmed).map((variant) => {
    const raw = toByteString(variant.normalize('NFC'));
    const literal = hasWildcard(raw) ? undefined : raw.replace(/\\(.)/gs, '$1');
    const isLiteral = literal !== undefined;
    const nameOnly = !rooted && !(literal ?? raw).includes('/') && (!isLiteral || literalsAreNames);
    const lastIsPlain = !hasWildcard(raw.slice(raw.lastIndexOf('/') + 1));
    return {
      text,
      literal,
      nameOnly,
      pattern: parsePathPattern(raw),
      below: !isLiteral && !nameOnly && lastIsPlain ? parsePathPattern(`${raw}/**`) : undefined,
      directory: raw.endsWith('/**') ? parsePathPattern(raw.slice(0, -3)) : undefined,
      base: nameOnly ? '' : (literal ?? findPlainFolder(raw)),
    };
  });
}

function hasWildcard(pattern: string): boolean {
  return /[*?[]/.test(pattern.replace(/\\./gs, ''));
}

function findPlainFolder(pattern: string): string {
  const plain = pattern.slice(0, findPlainLength(pattern));
  return plain.slice(0, Math.max(0, plain.lastIndexOf('/')));
}

function expandBraces(text: string): readonly string[] {
  let variants: readonly string[] = [text];
  for (let round = 0; round < 8; round++) {
    const next = variants.flatMap(expandFirst).slice(0, MAX_VARIANTS);
    if (next.length === variants.length) return next;
    variants = next;
  }
  return variants;
}

function expandFirst(text: string): readonly string[] {
  const open = text.search(/(?<!\\)\{[^{}]*,[^{}]*\}/);
  if (open < 0) return [text];
  const close = text.indexOf('}', open);
  const parts = text.slice(open + 1, close).split(',');
  return parts.map((part) => text.slice(0, open) + part + text.slice(close + 1));
}
