import type { Claim } from '../../citations/contract.ts';
import { findClaims } from '../../citations/find-claims.ts';
import { toRef } from '../../kernel/identity.ts';
import { toAddressText } from '../../places/address.ts';
import type { Citation, CitationAnswer, Verdict } from '../contract.ts';
import { type CheckDeps, checkLines, checkPage, checkRef, type Earlier, type Found, toPlaces } from './check-place.ts';
import { createFileNames } from './file-names.ts';
import { createFilePages } from './file-pages.ts';
import { createQuoteFinder, isWithin, type QuoteParts } from './find-quote.ts';
import type { Renames } from './renames.ts';

export interface CheckOptions {
  readonly answer: string;
  /** Newest first. */
  readonly earlier: readonly Earlier[];
  readonly renames?: Renames | undefined;
  readonly onStep?: (done: number, total: number) => void;
}

/** Claims checked before the thread is yielded, so that other requests run and a cancel arrives. */
const CLAIMS_PER_TURN = 32;
/** Looks up every place, ref and quotation of an answer [P8]. */
export async function checkCitations(parts: QuoteParts, options: CheckOptions): Promise<CitationAnswer> {
  const { answer, earlier, renames } = options;
  const files = createFileNames(parts.open);
  const { claims, total } = findClaims(answer, {
    refChars: toRef(0, parts.open.totalChunks).length,
    isFile: (name) => files.find(name).length > 0 || earlier.some((state) => state.hasFile(name)),
  });
  const check = createCheck(parts, { files, earlier, renames });
  // A place next to quoted words makes two claims: the place exists, and the words are there. The worse verdict counts.
  const quoteOf = new Map(claims.flatMap((claim) => (claim.at === undefined ? [] : [[claim.at, claim] as const])));
  const citations: Citation[] = [];
  for (const [i, claim] of claims.entries()) {
    const quote = claim.type === 'quote' ? claim : quoteOf.get(i);
    const place = claim.type === 'quote' ? undefined : await check.place(claim);
    const words = quote && (await check.quote(quote, quote.at === undefined ? undefined : claims[quote.at]));
    citations.push(await check.withPage(toCitation(claim, toWorse(words, place))));
    if (i % CLAIMS_PER_TURN !== CLAIMS_PER_TURN - 1) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    options.onStep?.(i + 1, claims.length);
  }
  return {
    citations,
    total,
    supported: citations.filter(({ verdict }) => verdict === 'exact' || verdict === 'exists').length,
  };
}

const FROM_BEST = [
  'exact',
  'exists',
  'moved',
  'changed since',
  'near',
  'not found',
] as const satisfies readonly Verdict[];

/**
 * Returns the worse of the two findings; the quotation's on a tie. An existing place with false words keeps its path and lines; with the right words
 * it is exact.
 */
function toWorse(words: Found | undefined, place: Found | undefined): Found {
  const isThere = place?.verdict === 'exact' || place?.verdict === 'exists';
  if (isThere && words?.verdict === 'exact') return words;
  if (isThere && (words?.verdict === 'not found' || words?.verdict === 'near'))
    return { ...(words.verdict === 'near' ? words : { ...place, verdict: 'not found' }), reason: 'quote' };
  const rank = (found: Found | undefined): number => (found === undefined ? -1 : FROM_BEST.indexOf(found.verdict));
  return (rank(words) >= rank(place) ? words : place) as Found;
}

interface Check {
  /** Adds the page name to a citation in a document with pages. */
  withPage(citation: Citation): Promise<Citation>;
  place(claim: Claim): Promise<Found>;
  quote(claim: Claim, place: Claim | undefined): Promise<Found>;
}

function createCheck(parts: QuoteParts, known: Pick<CheckDeps, 'files' | 'earlier' | 'renames'>): Check {
  const { open } = parts;
  const pages = createFilePages(open);
  const deps: CheckDeps = { ...known, parts, pages, finder: createQuoteFinder(parts) };
  const found = new Map<string, Promise<Found>>();
  const once = (key: string, look: () => Promise<Found>): Promise<Found> => {
    const looking = found.get(key) ?? look();
    found.set(key, looking);
    return looking;
  };
  return {
    place: (claim) =>
      once(toKey(claim), () => {
        if (claim.ref !== undefined) return checkRef(deps, claim.ref);
        return claim.page === undefined ? checkLines(deps, claim) : checkPage(deps, claim.path ?? '', claim.page);
      }),
    quote: (claim, place) =>
      once(`"${claim.quote}\n${place === undefined ? '' : toKey(place)}`, () =>
        checkQuote(deps, claim.quote as string, place),
      ),
    async withPage(citation) {
      const { path, lines, page } = citation;
      const fileIndex = path === undefined || page !== undefined ? undefined : open.findFileIndex(path);
      const named = fileIndex === undefined || lines === undefined ? undefined : await pages.name(fileIndex, lines);
      return named === undefined ? citation : { ...citation, page: named };
    },
  };
}

function toKey({ ref = '', path = '', lines, page }: Claim): string {
  return [ref, path, lines ?? '', page === undefined ? '' : toAddressText(page)].join('\n');
}

async function checkQuote(deps: CheckDeps, quote: string, cited: Claim | undefined): Promise<Found> {
  const { finder, earlier } = deps;
  const places = cited === undefined ? [undefined] : await toPlaces(deps, cited);
  for (const within of places) {
    const place = await finder.find(quote, within);
    if (place === undefined) continue;
    const isThere =
      cited === undefined || (within?.path === place.path && isOn(place.lines, within.lines, cited.page !== undefined));
    if (isThere || within === places.at(-1)) return { verdict: isThere ? 'exact' : 'moved', ...place };
  }
  for (const state of earlier) if (await state.has(quote)) return { verdict: 'changed since' };
  const near = await finder.findNear(quote, places[0]);
  return near === undefined
    ? { verdict: 'not found' }
    : { verdict: 'near', path: near.path, lines: near.lines, near: near.text };
}

/** A quotation that crosses a page break is on both pages. */
function isOn(lines: readonly [number, number], place: readonly [number, number], isPage: boolean): boolean {
  return isPage ? lines[0] <= place[1] && lines[1] >= place[0] : isWithin(lines, place);
}

/** Keeps the cited lines of an exact place. */
function toCitation({ type, text, start, path, lines, ref, page }: Claim, found: Found): Citation {
  return {
    text,
    start,
    ...(path === undefined ? {} : { path }),
    ...(lines === undefined ? {} : { lines }),
    ...(ref === undefined ? {} : { ref }),
    ...(page === undefined || found.lines !== undefined ? {} : { page: toAddressText(page) }),
    ...found,
    ...(type === 'place' && lines !== undefined && (found.verdict === 'exact' || found.verdict === 'exists')
      ? { lines }
      : {}),
  };
}
