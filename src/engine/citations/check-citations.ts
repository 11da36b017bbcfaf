import type { Claim } from '../../citations/contract.ts';
import { findClaims } from '../../citations/find-claims.ts';
import { toWords } from '../../citations/match-quote.ts';
import { toRef } from '../../kernel/identity.ts';
import type { Citation, CitationAnswer, Verdict } from '../contract.ts';
import type { OpenCollection } from '../open/open-collection.ts';
import { findOrdinal } from '../search/answers.ts';
import { createFileNames, type FileNames } from './file-names.ts';
import { createQuoteFinder, isWithin, type QuoteFinder, type QuoteParts } from './find-quote.ts';
import type { QuotePlace } from './passages.ts';

/** A state of the collection before the present one. */
export interface Earlier {
  has(quote: string): Promise<boolean>;
  hasFile(name: string): boolean;
  /** Undefined where it had no such lines. */
  readLines(name: string, lines: readonly [number, number]): Promise<string | undefined>;
  /** The text of a chunk by its id. */
  readChunk(id: string): Promise<string | undefined>;
}

export interface CheckOptions {
  readonly answer: string;
  /** Newest first. */
  readonly earlier: readonly Earlier[];
  readonly onStep?: (done: number, total: number) => void;
}

/** Between so many, others get a turn, and a cancel arrives. */
const CLAIMS_PER_TURN = 32;
/** Fewer words stand in many places. */
const MIN_WORDS = 4;
/** Files of one name that a quotation is looked for in. */
const MAX_NAMESAKES = 8;

/** Looks up every place, ref and quotation of an answer [P8]. */
export async function checkCitations(parts: QuoteParts, options: CheckOptions): Promise<CitationAnswer> {
  const { answer, earlier } = options;
  const files = createFileNames(parts.open);
  const { claims, total } = findClaims(answer, {
    refChars: toRef(0, parts.open.totalChunks).length,
    isFile: (name) => files.find(name).length > 0 || earlier.some((state) => state.hasFile(name)),
  });
  const check = createCheck(parts, files, earlier);
  // A place with words beside it claims that it is there, and that they stand there: the worse of the two counts.
  const quoteOf = new Map(claims.flatMap((claim) => (claim.at === undefined ? [] : [[claim.at, claim] as const])));
  const citations: Citation[] = [];
  for (const [i, claim] of claims.entries()) {
    const quote = claim.type === 'quote' ? claim : quoteOf.get(i);
    const place = claim.type === 'quote' ? undefined : await check.place(claim);
    const words = quote && (await check.quote(quote, quote.at === undefined ? undefined : claims[quote.at]));
    citations.push(toCitation(claim, toWorse(words, place)));
    if (i % CLAIMS_PER_TURN !== CLAIMS_PER_TURN - 1) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    options.onStep?.(i + 1, claims.length);
  }
  return { citations, total, supported: citations.filter(({ verdict }) => verdict === 'exact').length };
}

type Found = Pick<Citation, 'verdict'> & Partial<Citation>;

const FROM_BEST = ['exact', 'moved', 'changed since', 'near', 'not found'] as const satisfies readonly Verdict[];

/** Of two that are equally bad, what is known of the words. */
function toWorse(words: Found | undefined, place: Found | undefined): Found {
  const rank = (found: Found | undefined): number => (found === undefined ? -1 : FROM_BEST.indexOf(found.verdict));
  return (rank(words) >= rank(place) ? words : place) as Found;
}

interface Check {
  place(claim: Claim): Promise<Found>;
  quote(claim: Claim, place: Claim | undefined): Promise<Found>;
}

function createCheck(parts: QuoteParts, files: FileNames, earlier: readonly Earlier[]): Check {
  const { open } = parts;
  const finder = createQuoteFinder(parts);
  const known = new Map<string, Promise<Found>>();
  const once = (key: string, look: () => Promise<Found>): Promise<Found> => {
    const found = known.get(key) ?? look();
    known.set(key, found);
    return found;
  };
  return {
    place: (claim) =>
      once(`${claim.ref ?? ''}\n${claim.path ?? ''}\n${claim.lines ?? ''}`, () =>
        claim.ref === undefined
          ? checkFile({ finder, open, files, earlier }, claim)
          : checkRef({ finder, parts, earlier }, claim.ref),
      ),
    quote: (claim, place) =>
      once(`"${claim.quote}\n${place?.ref ?? ''}\n${place?.path ?? ''}\n${place?.lines ?? ''}`, () =>
        checkQuote({ finder, parts, files, earlier }, claim.quote as string, place),
      ),
  };
}

async function checkQuote(
  {
    finder,
    parts,
    files,
    earlier,
  }: { finder: QuoteFinder; parts: QuoteParts; files: FileNames; earlier: readonly Earlier[] },
  quote: string,
  cited: Claim | undefined,
): Promise<Found> {
  const places = cited === undefined ? [undefined] : await toPlaces(parts, files, cited);
  for (const within of places) {
    const place = await finder.find(quote, within);
    if (place === undefined) continue;
    const isThere = cited === undefined || (within?.path === place.path && isWithin(place.lines, within.lines));
    if (isThere || within === places.at(-1)) return { verdict: isThere ? 'exact' : 'moved', ...place };
  }
  for (const state of earlier) if (await state.has(quote)) return { verdict: 'changed since' };
  const near = await finder.findNear(quote, places[0]);
  return near === undefined
    ? { verdict: 'not found' }
    : { verdict: 'near', path: near.path, lines: near.lines, near: near.text };
}

/** Where a place may be; one that is nowhere is looked for everywhere. */
async function toPlaces(
  { kernel, open }: QuoteParts,
  files: FileNames,
  cited: Claim,
): Promise<(QuotePlace | undefined)[]> {
  if (cited.ref !== undefined) {
    const ordinal = await findOrdinal(kernel, open, cited.ref);
    return [ordinal === undefined ? undefined : await toChunkPlace(open, ordinal)];
  }
  const lines = cited.lines as readonly [number, number];
  const found = files.find(cited.path ?? '').slice(0, MAX_NAMESAKES);
  return found.length === 0 ? [undefined] : found.map((i) => ({ path: open.file(i).path, lines }));
}

async function toChunkPlace(open: OpenCollection, ordinal: number): Promise<QuotePlace> {
  const fileIndex = open.fileOfOrdinal(ordinal);
  await open.prepareChunks([fileIndex]);
  const { startLine, endLine } = open.chunkRow(fileIndex, ordinal - (open.ordinals[fileIndex] as number));
  return { path: open.file(fileIndex).path, lines: [startLine, endLine] };
}

async function checkFile(
  {
    finder,
    open,
    files,
    earlier,
  }: { finder: QuoteFinder; open: OpenCollection; files: FileNames; earlier: readonly Earlier[] },
  { path = '', lines }: Claim,
): Promise<Found> {
  const found = files.find(path);
  const named = found.length === 1 ? { path: open.file(found[0] as number).path } : {};
  if (found.length > 0) {
    if (lines === undefined || found.some((i) => lines[0] >= 1 && lines[1] <= open.file(i).lineCount))
      return { verdict: 'exact', ...named };
  } else if (lines === undefined)
    return { verdict: earlier.some((state) => state.hasFile(path)) ? 'changed since' : 'not found' };
  for (const state of earlier) {
    const text = await state.readLines(path, lines);
    if (text === undefined) continue;
    const place = toWords(text).length < MIN_WORDS ? undefined : await finder.find(text);
    return place === undefined ? { verdict: 'changed since', ...named } : { verdict: 'moved', ...place };
  }
  const isNear = found.some((i) => lines[0] >= 1 && lines[0] <= open.file(i).lineCount);
  return { verdict: isNear ? 'near' : 'not found', ...named };
}

async function checkRef(
  { finder, parts, earlier }: { finder: QuoteFinder; parts: QuoteParts; earlier: readonly Earlier[] },
  ref: string,
): Promise<Found> {
  const ordinal = await findOrdinal(parts.kernel, parts.open, ref);
  if (ordinal !== undefined) return { verdict: 'exact', ...(await toChunkPlace(parts.open, ordinal)) };
  for (const state of earlier) {
    const text = await state.readChunk(ref);
    if (text === undefined) continue;
    const place = await finder.find(text);
    return place === undefined ? { verdict: 'changed since' } : { verdict: 'moved', ...place };
  }
  return { verdict: 'not found' };
}

/** An exact place keeps the lines it was cited with. */
function toCitation({ type, text, start, path, lines, ref }: Claim, found: Found): Citation {
  return {
    text,
    start,
    ...(path === undefined ? {} : { path }),
    ...(lines === undefined ? {} : { lines }),
    ...(ref === undefined ? {} : { ref }),
    ...found,
    ...(type === 'place' && lines !== undefined && found.verdict === 'exact' ? { lines } : {}),
  };
}
