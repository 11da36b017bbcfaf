import type { Marks } from './texts.ts';

/** The expected collections. Immutable: every change returns a new model. */
export interface Model {
  /** In the order they were made. */
  readonly collections: readonly ModelCollection[];
  /** The collection in each export, by the number of the step that made it. */
  readonly zips: Readonly<Record<number, ModelCollection>>;
  /** The collection in each backup, likewise. */
  readonly backups: Readonly<Record<number, ModelCollection>>;
}

export interface ModelCollection {
  /** Unknown when the tab that made it died before it could say. Names are unique in a life, so that it is found again. */
  readonly id?: string;
  readonly name: string;
  /** Which of `SIZES`. */
  readonly sizes: number;
  readonly sources: readonly ModelSource[];
  /** Paths that are ticked in the first selection. */
  readonly ticks?: readonly string[];
  /** The session that deleted it; it can be undone. */
  readonly hiddenBy?: number;
  /** True for an import with one filled source out of several: its slug stays in the paths. */
  readonly isPrefixed?: boolean;
  /** Copied or exported while something was written to the original: any of these marks may be in it. */
  readonly looseMarks?: readonly string[];
  /** A change died between its commit and its snapshot. */
  readonly snapshotMayLag?: boolean;
}

export type ModelSourceType = 'files' | 'folder' | 'site' | 'import';

export interface ModelSource {
  readonly id: string;
  readonly type: ModelSourceType;
  /** Path in the source → the marks it may have; `null`: it may be missing. More than one only where a tab died. */
  readonly files: Readonly<Record<string, readonly (string | null)[]>>;
  readonly folder?: number;
  /** True for a restored folder: a backup has no permission to read it. */
  readonly isForgotten?: boolean;
  readonly site?: number;
  /** True after an interrupted import, whose source is not reported as up to date. */
  readonly isUnsettled?: boolean;
  /** The files before and after the interrupted import: if the source is reported as up to date, it equals one of them. */
  readonly wholes?: readonly ModelSource['files'][];
  /** Paths that a rule excludes from the next import. */
  readonly leftOut?: readonly string[];
}

export const NO_COLLECTIONS: Model = { collections: [], zips: {}, backups: {} };

export const SIZES = [
  {},
  { chunk_target_chars: 120, chunk_max_chars: 200, chunk_min_chars: 10 },
  { chunk_target_chars: 60, chunk_max_chars: 90, chunk_min_chars: 5 },
] as const;

export function toFiles(marks: Marks, leftOut: readonly string[] = []): ModelSource['files'] {
  const taken = Object.entries(marks).filter(([path]) => !leftOut.includes(path));
  return Object.fromEntries(taken.map(([path, mark]) => [path, [mark]]));
}

/** Every path as it was, or as it should have become. */
export function mixFiles(before: ModelSource['files'], after: ModelSource['files']): ModelSource['files'] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...paths].map((path) => [path, [...new Set([...(before[path] ?? [null]), ...(after[path] ?? [null])])]]),
  );
}

export function findCollection(model: Model, id: string): ModelCollection | undefined {
  return model.collections.find((collection) => collection.id === id);
}

export function isVisible(model: Model, id: string): boolean {
  const found = findCollection(model, id);
  return found !== undefined && found.hiddenBy === undefined;
}

/** Undefined where the change cannot have happened: the collection is not there. */
export function changeCollection(
  model: Model,
  id: string,
  change: (collection: ModelCollection) => ModelCollection | undefined,
): Model | undefined {
  const found = findCollection(model, id);
  const changed = found && found.hiddenBy === undefined ? change(found) : undefined;
  return changed && replaceCollection(model, id, changed);
}

export function replaceCollection(model: Model, id: string, next: ModelCollection | undefined): Model {
  const collections = model.collections.flatMap((other) => (other.id !== id ? [other] : next ? [next] : []));
  return { ...model, collections };
}

export function addCollection(model: Model, collection: ModelCollection): Model {
  return { ...model, collections: [...model.collections, collection] };
}

export function addSource(collection: ModelCollection, name: string, source: Omit<ModelSource, 'id'>): ModelCollection {
  const { isPrefixed: _, ...rest } = collection;
  return { ...rest, sources: [...collection.sources, { ...source, id: toFreeSlug(collection, name) }] };
}

function toFreeSlug({ sources }: ModelCollection, name: string): string {
  const taken = new Set(sources.map(({ id }) => id));
  let slug = name;
  for (let n = 2; taken.has(slug); n++) slug = `${name}-${n}`;
  return slug;
}

export function changeSource(
  collection: ModelCollection,
  sourceId: string,
  change: (source: ModelSource) => ModelSource,
): ModelCollection | undefined {
  if (!collection.sources.some(({ id }) => id === sourceId)) return undefined;
  return { ...collection, sources: collection.sources.map((one) => (one.id === sourceId ? change(one) : one)) };
}

export function removeSource(collection: ModelCollection, sourceId: string): ModelCollection | undefined {
  if (!collection.sources.some(({ id }) => id === sourceId)) return undefined;
  const { isPrefixed: _, ...rest } = collection;
  return { ...rest, sources: collection.sources.filter(({ id }) => id !== sourceId) };
}

/** Full path → the marks it may have. */
export function listPaths(collection: ModelCollection): Map<string, readonly (string | null)[]> {
  const isPrefixed = collection.sources.length > 1 || collection.isPrefixed === true;
  return new Map(
    collection.sources.flatMap(({ id, files }) =>
      Object.entries(files).map(([path, marks]) => [isPrefixed ? `${id}/${path}` : path, marks] as const),
    ),
  );
}

/** Returns every mark that the collection may contain. */
export function listMarks(collection: ModelCollection): string[] {
  if (collection.looseMarks !== undefined) return [...collection.looseMarks];
  return [...new Set([...listPaths(collection).values()].flat().filter((mark) => mark !== null))];
}
