/**
 * A named part of a collection with its settings [P6], used for packs, exports and deltas. Paths and globs are resolved at every use, so it follows
 * the collection.
 */
export interface Selection extends SelectionScope {
  /** Empty until the user names it. */
  readonly name: string;
  /** Unset until the user types one. */
  readonly query?: string;
  /** Unset: the browser's preference. */
  readonly budgetTokens?: number;
  readonly format?: 'markdown' | 'xml';
  readonly mask: boolean;
}

/**
 * Selected files and chunks. A file is selected if it is ticked or matches a glob of `include`, or if both are empty, and no glob of `exclude`
 * matches it. Picked chunks are always selected, and are the only ones if nothing else is set.
 */
export interface SelectionScope {
  /** Ticked in the tree. Folders end in a slash and cover everything inside them at the time of use. */
  readonly paths: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly picks: readonly PickedChunk[];
  /** The collection's only source when this was saved: once there are several, its slug is prefixed to every path. */
  readonly root?: string;
}

/** One chunk picked by hand. Stored by id, because refs move when a collection changes. */
export interface PickedChunk {
  readonly id: string;
  readonly path: string;
  readonly label: string;
  readonly tokens: number;
  /** Finds the chunk again after its path got another source's slug, which changes its id. */
  readonly content_hash?: string;
}

/** Size of a selection in the current collection. */
export interface SelectionFacts {
  readonly files: number;
  readonly chunks: number;
  readonly bytes: number;
  /** Estimated. */
  readonly tokens: number;
  /** Selected things that are no longer in the collection. */
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
/** The initial selection of a collection. */
export const FIRST_SELECTION = '0';

/** Returns whether no file is ticked or matched: then everything is selected, or only the picked chunks if there are any. */
export function isUnbounded({ paths, include, exclude }: SelectionScope): boolean {
  return paths.length + include.length + exclude.length === 0;
}

export function isEverything(scope: SelectionScope): boolean {
  return isUnbounded(scope) && scope.picks.length === 0;
}

/** Returns whether it has no name and no content. A question may have been typed in passing, so exports do not include such a selection. */
export function isUntouched({ name, ...scope }: Selection): boolean {
  return name === '' && isEverything(scope);
}
