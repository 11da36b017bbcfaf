import { isGlobSpecial, type MatchWork, toByteString, wildmatch } from './wildmatch.ts';

/** `{a,b}` is written out before matching; more variants than this are not looked at. */
const MAX_VARIANTS = 64;

/**
 * One glob typed by a person, in the dialect of ignore files plus `{a,b}`. With a wildcard and no slash it is about names at any depth, else about
 * paths from the root. A glob that ends in a plain segment also covers what is below a directory of that name.
 */
export interface Glob {
  readonly text: string;
  readonly literal: boolean;
  readonly pattern: string;
  readonly nameOnly: boolean;
  /** The pattern for what is below, or undefined. */
  readonly below: string | undefined;
  /** Plain directories at its start, as `a/b`; empty when it begins with a wildcard. */
  readonly base: string;
}

export function parseGlobs(texts: readonly string[], options: { literalsAreNames: boolean }): readonly Glob[] {
  return texts.flatMap((text) => toGlobs(text.trim(), options.literalsAreNames));
}

/** `path` and `name` are byte strings. */
export function matchesGlob(glob: Glob, path: string, name: string, work?: MatchWork): boolean {
  if (glob.nameOnly) return glob.literal ? name === glob.pattern : wildmatch(glob.pattern, name, false, work);
  if (glob.literal) return path === glob.pattern || path.startsWith(`${glob.pattern}/`);
  if (wildmatch(glob.pattern, path, true, work)) return true;
  return glob.below !== undefined && wildmatch(glob.below, path, true, work);
}

/** `docs/**` covers the directory `docs` itself. */
export function coversDirectory(glob: Glob, path: string, name: string): boolean {
  if (matchesGlob(glob, path, name)) return true;
  if (!glob.pattern.endsWith('/**')) return false;
  return wildmatch(glob.pattern.slice(0, -3), path, true);
}

/** True when the glob's plain start lies in the directory or the directory lies in it. */
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
    const literal = findWildcard(raw, 0) < 0;
    const pattern = literal ? raw.replace(/\\(.)/gs, '$1') : raw;
    const nameOnly = !rooted && !pattern.includes('/') && (!literal || literalsAreNames);
    const lastIsPlain = findWildcard(pattern, pattern.lastIndexOf('/') + 1) < 0;
    const below = !literal && !nameOnly && lastIsPlain ? `${pattern}/**` : undefined;
    return { text, literal, pattern, nameOnly, below, base: nameOnly ? '' : toBase(pattern, literal) };
  });
}

function findWildcard(pattern: string, from: number): number {
  for (let i = from; i < pattern.length; i++) {
    const unit = pattern.charCodeAt(i);
    if (unit === 92) i++;
    else if (isGlobSpecial(unit)) return i;
  }
  return -1;
}

function toBase(pattern: string, literal: boolean): string {
  if (literal) return pattern;
  let end = 0;
  while (end < pattern.length && !isGlobSpecial(pattern.charCodeAt(end))) end++;
  const slash = pattern.slice(0, end).lastIndexOf('/');
  return slash < 0 ? '' : pattern.slice(0, slash);
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
