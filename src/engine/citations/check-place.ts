import type { Claim } from '../../citations/contract.ts';
import { toWords } from '../../citations/match-quote.ts';
import { type Address, toAddressText } from '../../places/address.ts';
import type { Citation } from '../contract.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { findOrdinal } from '../search/answers.ts';
import { rowOf, SHORT_ID_LENGTH, toRows } from '../search/to-chunks.ts';
import type { FileNames } from './file-names.ts';
import type { FilePages, FoundPage } from './file-pages.ts';
import type { QuoteFinder, QuoteParts } from './find-quote.ts';
import type { QuotePlace } from './passages.ts';
import type { Renames } from './renames.ts';

/** An earlier state of the collection. */
export interface Earlier {
  has(quote: string): Promise<boolean>;
  hasFile(name: string): boolean;
  /** Returns undefined if that state had no such lines. */
  readLines(name: string, lines: readonly [number, number]): Promise<string | undefined>;
  /** Returns the text of the chunk with this id. */
  readChunk(id: string): Promise<string | undefined>;
}

export interface CheckDeps {
  readonly parts: QuoteParts;
  readonly files: FileNames;
  readonly pages: FilePages;
  readonly finder: QuoteFinder;
  readonly earlier: readonly Earlier[];
  readonly renames: Renames | undefined;
}

export type Found = Pick<Citation, 'verdict'> & Partial<Citation>;

/** Two claims with the same key name the same place. */
export function toKey({ ref = '', path = '', lines, page }: Claim): string {
  return [ref, path, lines ?? '', page === undefined ? '' : toAddressText(page)].join('\n');
}

/** Words that lines need before they are searched elsewhere: fewer occur in many places. */
const MIN_WORDS = 4;
/** Files of the same name searched for one quotation. */
const MAX_NAMESAKES = 8;

/** Checks a cited file, with or without lines. */
export async function checkLines(deps: CheckDeps, { path = '', lines }: Claim): Promise<Found> {
  const { finder, files, earlier } = deps;
  const { open } = deps.parts;
  const found = files.find(path);
  const named = found.length === 1 ? { path: open.file(found[0] as number).path } : {};
  if (found.length > 0) {
    if (lines === undefined) return { verdict: 'exists', ...named };
    if (found.some((i) => lines[0] >= 1 && lines[1] <= open.file(i).lineCount)) {
      const isChanged = found.length === 1 && (await hasChanged(deps, found[0] as number, lines));
      return { verdict: 'exists', ...named, ...(isChanged ? { reason: 'changed' } : {}) };
    }
  } else {
    const renamed = await deps.renames?.find(path, lines);
    if (renamed !== undefined)
      return { verdict: lines === undefined || renamed.lines !== undefined ? 'moved' : 'changed since', ...renamed };
    if (lines === undefined) return toMissing(deps, path);
  }
  for (const state of earlier) {
    const text = await state.readLines(path, lines);
    if (text === undefined) continue;
    const place = toWords(text).length < MIN_WORDS ? undefined : await finder.find(text);
    return place === undefined ? { verdict: 'changed since', ...named } : { verdict: 'moved', ...place };
  }
  if (found.length === 0) return toMissing(deps, path);
  const lastLine = found.reduce((last, i) => Math.max(last, open.file(i).lineCount), 0);
  const isNear = lines[0] >= 1 && lines[0] <= lastLine;
  const past = lines[1] > lastLine && lastLine > 0 ? ({ reason: 'past-end', lastLine } as const) : {};
  return { verdict: isNear ? 'near' : 'not found', ...named, ...past };
}

function toMissing({ files, earlier }: CheckDeps, path: string): Found {
  if (earlier.some((state) => state.hasFile(path))) return { verdict: 'changed since' };
  const suggestion = files.suggest(path);
  return { verdict: 'not found', reason: 'no-file', ...(suggestion === undefined ? {} : { suggestion }) };
}

/** Whether an earlier state had other text on these lines. Asks chunk by chunk: each was replaced on its own. */
async function hasChanged(
  { finder, earlier, parts: { open } }: CheckDeps,
  fileIndex: number,
  lines: readonly [number, number],
): Promise<boolean> {
  const { path } = open.file(fileIndex);
  await open.prepareChunks([fileIndex]);
  for (const { startLine, endLine } of earlier.length === 0 ? [] : toRows(open, fileIndex)) {
    const part = [Math.max(lines[0], startLine), Math.min(lines[1], endLine)] as const;
    if (part[0] > part[1]) continue;
    const now = (await finder.readLines({ path, lines: part })).trim();
    for (const state of earlier) {
      const then = await state.readLines(path, part);
      if (then !== undefined && then.trim() !== now) return true;
    }
  }
  return false;
}

export async function checkPage(deps: CheckDeps, path: string, cited: Address): Promise<Found> {
  const { files, pages } = deps;
  const { open } = deps.parts;
  const found = files.find(path).slice(0, MAX_NAMESAKES);
  if (found.length === 0) return toMissing(deps, path);
  const looked = await Promise.all(found.map((i) => pages.find(i, cited)));
  const best = FOUND_FIRST.map((state) => looked.findIndex((page) => page.state === state)).find((n) => n >= 0) ?? 0;
  const page = looked[best] as FoundPage;
  const named = found.length === 1 || page.state === 'there' ? { path: open.file(found[best] as number).path } : {};
  if (page.state === 'there') {
    const { state: _, ...place } = page;
    return { verdict: 'exists', ...named, ...place };
  }
  if (page.state === 'no-pages') return { verdict: 'near', ...named, reason: 'no-pages' };
  if (page.state === 'missing') return { verdict: 'not found', ...named };
  const verdict = page.state === 'partly' ? 'near' : 'not found';
  return { verdict, ...named, reason: 'past-end', lastPage: page.lastPage };
}

const FOUND_FIRST = [
  'there',
  'partly',
  'past-end',
  'missing',
  'no-pages',
] as const satisfies readonly FoundPage['state'][];

export async function checkRef({ finder, parts, earlier }: CheckDeps, ref: string): Promise<Found> {
  const ordinal = await findOrdinal(parts.kernel, parts.open, ref);
  if (ordinal !== undefined) {
    // An id is a hash of the chunk's text; a ref is only its number.
    const verdict = ref.length < SHORT_ID_LENGTH ? 'exists' : 'exact';
    return { verdict, ...(await toChunkPlace(parts.open, ordinal)) };
  }
  for (const state of earlier) {
    const text = await state.readChunk(ref);
    if (text === undefined) continue;
    const place = await finder.find(text);
    return place === undefined ? { verdict: 'changed since' } : { verdict: 'moved', ...place };
  }
  return { verdict: 'not found' };
}

/** Lists the places a claim may mean; `[undefined]` searches the whole collection. */
export async function toPlaces(
  { parts: { kernel, open }, files, pages }: CheckDeps,
  cited: Claim,
): Promise<(QuotePlace | undefined)[]> {
  if (cited.ref !== undefined) {
    const ordinal = await findOrdinal(kernel, open, cited.ref);
    return [ordinal === undefined ? undefined : await toChunkPlace(open, ordinal)];
  }
  const found = files.find(cited.path ?? '').slice(0, MAX_NAMESAKES);
  if (cited.page !== undefined) {
    const looked = await Promise.all(found.map((i) => pages.find(i, cited.page as Address)));
    const places = looked.flatMap((page, n) =>
      page.state === 'there' && page.lines !== undefined
        ? [{ path: open.file(found[n] as number).path, lines: page.lines }]
        : [],
    );
    return places.length === 0 ? [undefined] : places;
  }
  if (found.length === 0) return [undefined];
  return found.map((i) => ({ path: open.file(i).path, lines: cited.lines ?? [1, open.file(i).lineCount] }));
}

async function toChunkPlace(open: SearchedCollection, ordinal: number): Promise<QuotePlace> {
  const fileIndex = open.fileOfOrdinal(ordinal);
  await open.prepareChunks([fileIndex]);
  const { startLine, endLine } = rowOf(open, ordinal);
  return { path: open.file(fileIndex).path, lines: [startLine, endLine] };
}
