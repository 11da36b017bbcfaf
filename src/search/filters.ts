import { findLanguage } from '../kinds/programming-languages.ts';
import { startsWithAsciiFolded, toAsciiLower } from '../lib/ascii.ts';
import { type Period, parsePeriod } from '../lib/dates.ts';
import type { FileNames } from '../model/chunk.ts';
import type { Filters, OtherFilter } from '../model/hit.ts';
import { findGlobProblem } from '../site/glob.ts';
import { type FacetColumn, type FacetColumns, splitTags } from './facets.ts';
import { DATE_KEYS, FILTER_KEYS } from './parse-query.ts';

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

/** Returns whether they need paths or programming languages; kinds, sources, tags and languages of all files are always in memory. */
export function needsNames(filters: Filters): boolean {
  return !noneOf(filters.path) || !noneOf(filters.lang) || needsFacts(filters);
}

/** Returns whether they need authors or years of documents. */
function needsFacts({ author, year }: Filters): boolean {
  return !noneOf(author) || !noneOf(year);
}

/** Returns whether they need dates of files. */
export function needsDates(filters: Filters): boolean {
  return DATE_KEYS.some((key) => !noneOf(filters[key]));
}

export function passesFile(row: FileNames, filters: Filters): boolean {
  return (
    (noneOf(filters.path) || fitsPath(filters.path, row)) &&
    passes(filters.kind, [row.kind]) &&
    (noneOf(filters.lang) || fitsLanguage(filters.lang, row)) &&
    passes(filters.source, [row.source]) &&
    passes(filters.tag, row.tags ?? []) &&
    (noneOf(filters.author) || fitsAuthor(filters.author, row)) &&
    (noneOf(filters.year) || fitsYear(filters.year, row))
  );
}

/** Compares words of names by their beginnings, without case and accents. */
function fitsAuthor(wanted: readonly string[] | undefined, { document }: FileNames): boolean {
  if (noneOf(wanted)) return false;
  const names = document?.authors?.map((name) => ` ${foldName(name)}`) ?? [];
  return wanted.some((text) => names.some((name) => name.includes(` ${foldName(text)}`)));
}

function foldName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

function fitsYear(wanted: readonly string[] | undefined, { document }: FileNames): boolean {
  const year = document?.year;
  if (noneOf(wanted) || year === undefined) return false;
  return wanted.some((text) => {
    const [, first, dash, last] = /^(\d{4})?(?:(-|–|\.\.)(\d{4})?)?$/.exec(text) ?? [];
    if (dash === undefined) return year === Number(first);
    return year >= Number(first ?? 0) && year <= Number(last ?? 9_999);
  });
}

/** Compares by the whole name where a filter names a language, else by its beginning. TSX is TypeScript too. */
function fitsLanguage(wanted: readonly string[] | undefined, { path, language }: FileNames): boolean {
  if (noneOf(wanted)) return false;
  const extension = toAsciiLower(path.slice(path.lastIndexOf('.') + 1));
  const own = language ?? findLanguage(extension) ?? extension;
  return wanted.some((name) => {
    const lower = toAsciiLower(name);
    const meant = findLanguage(lower);
    if (own === 'tsx' && 'typescript'.startsWith(meant ?? lower)) return true;
    return meant === undefined ? own.startsWith(lower) : own === meant;
  });
}

/** A pattern with `*` or `?` is a glob: of the whole path, or of the name if it has no slash. Any other is the beginning of the path. */
function fitsPath(patterns: readonly string[] | undefined, row: FileNames): boolean {
  if (noneOf(patterns)) return false;
  const tests = compiled.get(patterns) ?? patterns.map(toPathTest);
  compiled.set(patterns, tests);
  return toPaths(row).some((path) => tests.some((test) => test(path)));
}

/** By the list of a filter: it is compared with every file. */
const compiled = new WeakMap<readonly string[], readonly ((path: string) => boolean)[]>();

function toPathTest(pattern: string): (path: string) => boolean {
  const own = pattern.replace(/^\.?\/+/, '');
  if (!/[*?]/.test(own) || findGlobProblem(own) !== undefined) return (path) => startsWithAsciiFolded(path, own);
  const source = toAsciiLower(own.includes('/') ? own : `**/${own}`)
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*+|\?/g, (part) => ({ '**/': '(?:.*/)?', '*': '[^/]*', '?': '[^/]' })[part] ?? '.*');
  const glob = new RegExp(`^${source}$`);
  return (path) => glob.test(toAsciiLower(path));
}

/** In a search over several collections, a file also matches by its path in its own collection. */
function toPaths({ path, ownPath }: FileNames): string[] {
  return ownPath === undefined ? [path] : [path, ownPath];
}

/** The columns and rows of files that filters compare. */
export interface FilteredFiles {
  readonly facets: Pick<FacetColumns, 'kind' | 'source' | 'tag'> & { readonly language: FacetColumn };
  fileAt(file: number): FileNames;
  /** With authors and year, for filters by them. */
  factsAt?(file: number): FileNames;
  /** By file, in milliseconds; NaN if unknown. Needed for filters by date. */
  readonly dates?: Float64Array | undefined;
}

/** Decides each kind, source, language and set of tags once, and reads names only for path and `lang` filters of files that pass so far. */
export function createFileFilter(files: FilteredFiles, filters: Filters, minus: Filters): (file: number) => boolean {
  const { kind, source, tag, language } = files.facets;
  const kinds = decideNames(kind, filters.kind, minus.kind);
  const sources = decideNames(source, filters.source, minus.source);
  const [wanted, unwanted] = [filters.language, minus.language].map((list) => list?.map(toAsciiLower));
  const languages = language.names.map(
    (name) => (noneOf(wanted) || wanted.includes(name)) && unwanted?.includes(name) !== true,
  );
  const tags = tag.names.map((name) => {
    const own = splitTags(name);
    return passes(filters.tag, own) && !fits(minus.tag, own);
  });
  const isNamed = needsNames(filters) || needsNames(minus);
  const asksFacts = needsFacts(filters) || needsFacts(minus);
  const { dates } = files;
  const periods = DATE_KEYS.map((key) => ({ key, wanted: toPeriods(filters[key]), unwanted: toPeriods(minus[key]) }));
  const dated = periods.filter(({ wanted, unwanted }) => wanted.length + unwanted.length > 0);
  const isSpoken = ({ lang }: Filters, file: number): boolean =>
    lang?.some((name) => toAsciiLower(name) === language.names[language.numbers[file] as number]) === true;
  return (file) => {
    if (
      !kinds[kind.numbers[file] as number] ||
      !sources[source.numbers[file] as number] ||
      !languages[language.numbers[file] as number] ||
      !tags[tag.numbers[file] as number]
    )
      return false;
    const date = dates?.[file] ?? Number.NaN;
    for (const { key, wanted, unwanted } of dated) {
      const isIn = (period: Period): boolean => FITS_DATE[key](date, period);
      if ((wanted.length > 0 && !wanted.some(isIn)) || unwanted.some(isIn)) return false;
    }
    if (!isNamed) return true;
    const row = { ...files.fileAt(file), ...(asksFacts && { document: files.factsAt?.(file).document }) };
    // `lang:de` also means the language of prose.
    const { lang: _, ...others } = filters;
    if (isSpoken(minus, file) || isFileExcluded(row, minus)) return false;
    return passesFile(row, isSpoken(filters, file) ? others : filters);
  };
}

/** A date that is not known fits none. */
const FITS_DATE: Readonly<Record<(typeof DATE_KEYS)[number], (date: number, period: Period) => boolean>> = {
  after: (date, [start]) => date >= start,
  before: (date, [start]) => date < start,
  modified: (date, [start, end]) => date >= start && date < end,
};

function toPeriods(texts: readonly string[] = []): Period[] {
  return texts.flatMap((text) => {
    const period = parsePeriod(text);
    return period === undefined ? [] : [period];
  });
}

function decideNames({ names }: FacetColumn, wanted: Filters['kind'], unwanted: Filters['kind']): boolean[] {
  return names.map((name) => passes(wanted, [name]) && !fits(unwanted, [name]));
}

export function passesChunk(names: ChunkNames, filters: Filters): boolean {
  return (
    passes(filters.heading, [...names.headingPath, ...names.headings]) &&
    passes(filters.symbol?.map(toDotted), toSymbols(names))
  );
}

/** A symbol also matches by its last parts: `bulk_create` finds `QuerySet.bulk_create`. */
function toSymbols({ symbol, symbols }: ChunkNames): string[] {
  const all = symbols.length === 0 ? [symbol] : symbols;
  return all.flatMap((name) => {
    const parts = toDotted(name).split('.');
    return parts.map((_, i) => parts.slice(i).join('.'));
  });
}

/** Languages write `Store::open`, `Store#open` and `store->open` for the same member. */
export function toDotted(name: string): string {
  return name.replace(/::|->|#/g, '.');
}

/** Returns whether a symbol equals one of these names, rather than only starting with it. */
export function isNamedExactly(wanted: readonly string[], names: ChunkNames): boolean {
  const dotted = wanted.map(toDotted);
  return toSymbols(names).some((name) =>
    dotted.some((text) => text.length === name.length && startsWithAsciiFolded(name, text)),
  );
}

/** A file or chunk is excluded if it matches any filter with a minus. */
function isFileExcluded(row: FileNames, minus: Filters): boolean {
  return (
    fitsPath(minus.path, row) ||
    fits(minus.kind, [row.kind]) ||
    fitsLanguage(minus.lang, row) ||
    fits(minus.source, [row.source]) ||
    fits(minus.tag, row.tags ?? []) ||
    fitsAuthor(minus.author, row) ||
    fitsYear(minus.year, row)
  );
}

export function isChunkExcluded(names: ChunkNames, minus: Filters): boolean {
  return (
    fits(minus.heading, [...names.headingPath, ...names.headings]) ||
    fits(minus.symbol?.map(toDotted), toSymbols(names))
  );
}

function noneOf(values: readonly string[] | undefined): values is undefined | readonly [] {
  return values === undefined || values.length === 0;
}

function passes(prefixes: readonly string[] | undefined, texts: readonly string[]): boolean {
  return noneOf(prefixes) || fits(prefixes, texts);
}

function fits(prefixes: readonly string[] | undefined, texts: readonly string[]): boolean {
  return prefixes?.some((prefix) => texts.some((text) => startsWithAsciiFolded(text, prefix))) === true;
}

/** Filters that files are compared with, in the order they are suggested. */
const TRIED = ['kind', 'lang', 'language', 'tag', 'path'] as const;

export interface NamedFiles extends FilteredFiles {
  readonly fileCount: number;
  /** Reads what `fileAt` needs. */
  completeFiles?(): Promise<void>;
}

/** Finds, for each filter that no file passes, one of another name that some file passes with the same value: `lang:rust` for `kind:rust`. */
export async function findOtherFilters(files: NamedFiles, filters: Filters): Promise<OtherFilter[]> {
  const asked = TRIED.flatMap((key) => (filters[key] ?? []).map((value) => ({ key, value })));
  if (asked.length === 0) return [];
  await files.completeFiles?.();
  const isPassed = (key: keyof Filters, value: string): boolean => {
    const passes = createFileFilter(files, { [key]: [value] }, {});
    for (let i = 0; i < files.fileCount; i++) if (passes(i)) return true;
    return false;
  };
  return asked.flatMap(({ key, value }) => {
    const works = isPassed(key, value) ? undefined : TRIED.find((other) => isPassed(other, value));
    return works === undefined ? [] : [{ key, value, works }];
  });
}
