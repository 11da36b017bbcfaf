import { LIMITS } from '../limits.ts';

/**
 * A part of a collection, under a name, with what is wanted of it [P6]. It drives packs, exports and deltas alike. Paths and globs are looked up
 * whenever it is used, so it follows the collection.
 */
export interface Selection extends SelectionScope {
  /** Empty for the one that nobody has named. */
  readonly name: string;
  /** Unset until something was typed. */
  readonly query?: string;
  /** Unset: as this browser prefers. */
  readonly budgetTokens?: number;
  readonly format?: 'markdown' | 'xml';
  readonly mask: boolean;
}

/**
 * Which files and chunks. A file is in it if it is ticked or matches a glob of `include`, or if there are neither; what `exclude` matches is out.
 * Picked chunks are in it in any case, and alone where nothing else is said.
 */
export interface SelectionScope {
  /** Ticked in the tree. Folders end in a slash, and stand for all that is in them at the time. */
  readonly paths: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly picks: readonly PickedChunk[];
  /** The collection's only source when this was written: as soon as there are several, its slug stands before every path. */
  readonly root?: string;
}

/** One chunk picked by hand. Kept by id: refs move when a collection changes, ids do not. */
export interface PickedChunk {
  readonly id: string;
  readonly path: string;
  readonly label: string;
  readonly tokens: number;
  /** Finds it again when its path got another source's slug, which changes its id. */
  readonly content_hash?: string;
}

/** What a selection comes to in the collection as it is now. */
export interface SelectionFacts {
  readonly files: number;
  readonly chunks: number;
  readonly bytes: number;
  /** Estimated. */
  readonly tokens: number;
  /** What is in the selection and no longer in the collection. */
  readonly gone: {
    /** Ticked files and folders. */
    readonly paths: readonly string[];
    /** Globs that match no file. */
    readonly globs: readonly string[];
    /** Ids of picked chunks. */
    readonly picks: readonly string[];
  };
}

export const NO_SELECTION: Selection = { name: '', paths: [], include: [], exclude: [], picks: [], mask: true };
/** The selection that a collection begins with. */
export const FIRST_SELECTION = '0';

/** Files are neither ticked nor matched: everything is meant, or the picked chunks alone where there are some. */
export function isUnbounded({ paths, include, exclude }: SelectionScope): boolean {
  return paths.length + include.length + exclude.length === 0;
}

/** All of the collection. */
export function isEverything(scope: SelectionScope): boolean {
  return isUnbounded(scope) && scope.picks.length === 0;
}

/** It has no name and nobody has put anything into it. A question alone was asked in passing: it does not go out with an export. */
export function isUntouched({ name, ...scope }: Selection): boolean {
  return name === '' && isEverything(scope);
}

export interface SelectionExcess {
  readonly what: 'name' | 'paths' | 'path' | 'globs' | 'glob' | 'picks' | 'query';
  readonly max: number;
  readonly actual: number;
}

/** The first thing in it that is more than there may be. */
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
