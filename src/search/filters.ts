import { startsWithAsciiFolded } from '../lib/ascii.ts';
import type { FileNames } from '../model/chunk.ts';
import type { Filters } from '../model/hit.ts';
import type { FacetColumn, FacetColumns } from './facets.ts';
import { findOwnName, toOwnName } from './name-matches.ts';
import { FILTER_KEYS } from './parse-query.ts';

/** Names of a chunk that filters compare. */
export interface ChunkNames {
  readonly headingPath: readonly string[];
  readonly headings: readonly string[];
  readonly symbol: string;
  readonly symbols: readonly string[];
}

/** Joins the filters typed in the query with the options' own; values of the same filter mean "or". */
export function joinFilters(a: Filters, b: Filters): Filters {
  const joined: Partial<Record<keyof Filters, readonly string[]>> = {};
  for (const key of FILTER_KEYS) {
    const values = [...(a[key] ?? []), ...(b[key] ?? [])].filter((value) => value !== '');
    if (values.length > 0) joined[key] = values;
  }
  return joined;
}

export function hasFilters(filters: Filters): boolean {
  return FILTER_KEYS.some((key) => (filters[key]?.length ?? 0) > 0);
}

export function hasChunkFilters(filters: Filters): boolean {
  return (filters.heading?.length ?? 0) > 0 || (filters.symbol?.length ?? 0) > 0;
}

/** Returns whether they need paths or languages; kinds and sources of all files are always in memory. */
export function needsNames({ path = [], lang = [] }: Filters): boolean {
  return path.length > 0 || lang.length > 0;
}

export function passesFile(row: FileNames, filters: Filters): boolean {
  return (
    passes(filters.path, toPaths(row)) &&
    passes(filters.kind, [row.kind]) &&
    passes(filters.lang, [row.language ?? '']) &&
    passes(filters.source, [row.source])
  );
}

/** In a search over several collections, a file also matches by its path in its own collection. */
function toPaths({ path, ownPath }: FileNames): string[] {
  return ownPath === undefined ? [path] : [path, ownPath];
}

/** The columns and rows of files that filters compare. */
export interface FilteredFiles {
  readonly facets: Pick<FacetColumns, 'kind' | 'source'>;
  fileAt(file: number): FileNames;
}

/** Decides each kind and source once, and reads names only for path and language filters of files that pass so far. */
export function createFileFilter(files: FilteredFiles, filters: Filters, minus: Filters): (file: number) => boolean {
  const { kind, source } = files.facets;
  const kinds = decideNames(kind, filters.kind, minus.kind);
  const sources = decideNames(source, filters.source, minus.source);
  const isNamed = needsNames(filters) || needsNames(minus);
  return (file) => {
    if (!kinds[kind.numbers[file] as number] || !sources[source.numbers[file] as number]) return false;
    if (!isNamed) return true;
    const row = files.fileAt(file);
    return passesFile(row, filters) && !isFileExcluded(row, minus);
  };
}

function decideNames({ names }: FacetColumn, wanted: Filters['kind'], unwanted: Filters['kind']): boolean[] {
  return names.map((name) => passes(wanted, [name]) && !fits(unwanted, [name]));
}

export function passesChunk(names: ChunkNames, filters: Filters): boolean {
  return passes(filters.heading, [...names.headingPath, ...names.headings]) && passes(filters.symbol, toSymbols(names));
}

/** A symbol also matches by its last part: `bulk_create` finds `QuerySet.bulk_create`. */
function toSymbols({ symbol, symbols }: ChunkNames): string[] {
  const all = symbols.length === 0 ? [symbol] : symbols;
  return all.flatMap((name) => (findOwnName(name) === 0 ? [name] : [name, toOwnName(name)]));
}

/** Returns whether a symbol equals one of these names, rather than only starting with it. */
export function isNamedExactly(wanted: readonly string[], names: ChunkNames): boolean {
  return toSymbols(names).some((name) =>
    wanted.some((text) => text.length === name.length && startsWithAsciiFolded(name, text)),
  );
}

/** A file or chunk is excluded if it matches any filter with a minus. */
function isFileExcluded(row: FileNames, minus: Filters): boolean {
  return (
    fits(minus.path, toPaths(row)) ||
    fits(minus.kind, [row.kind]) ||
    fits(minus.lang, [row.language ?? '']) ||
    fits(minus.source, [row.source])
  );
}

export function isChunkExcluded(names: ChunkNames, minus: Filters): boolean {
  return fits(minus.heading, [...names.headingPath, ...names.headings]) || fits(minus.symbol, toSymbols(names));
}

function passes(prefixes: readonly string[] | undefined, texts: readonly string[]): boolean {
  return prefixes === undefined || prefixes.length === 0 || fits(prefixes, texts);
}

function fits(prefixes: readonly string[] | undefined, texts: readonly string[]): boolean {
  return prefixes?.some((prefix) => texts.some((text) => startsWithAsciiFolded(text, prefix))) === true;
}
