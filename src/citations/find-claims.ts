import type { Claim, ClaimOptions } from './contract.ts';
import { findQuotes } from './find-quotes.ts';
import { toName, toPagedClaim } from './paged-claim.ts';

/** Claims beyond this number are ignored: longer answers are not written to be read. */
export const MAX_CLAIMS = 10_000;
const MAX_PATH_CHARS = 1_024;
/** The greatest distance between a quotation and its place. */
const MAX_GAP_CHARS = 240;

/** Extensions that always mean a file; other names need a folder, lines, or a file of that name. */
const FILE_NAME =
  /^[\w@+~-][\w.@+~-]{0,120}\.(?:py|pyi|js|jsx|ts|tsx|mjs|cjs|md|mdx|rst|txt|json|jsonc|ya?ml|toml|ini|cfg|c|h|cc|cpp|hpp|cs|go|rs|rb|php|java|kt|swift|scala|sh|sql|html?|css|scss|xml|svg|ipynb|csv|tsv|adoc|tex|lock|proto)$/i;
const LINES = /^(?::|#)L?(\d{1,9})(?:(?:-|–|:|\.\.)L?(\d{1,9}))?(?::\d{1,6})?/;
const LINES_IN_WORDS = /^[`"*]{0,3},? \(?lines? (\d{1,9})(?: ?(?:-|–|to|and) ?(\d{1,9}))?\)?/i;
const RUN = /[^\s"'`<>()[\]{}|*,;“”‘’«»…]+/g;

/** Returns claims in order, without overlap. Linear in the length of the answer: every pattern is bounded. */
export function findClaims(
  answer: string,
  options: ClaimOptions,
): { readonly claims: readonly Claim[]; readonly total: number } {
  const quotes = findQuotes(answer);
  const claims: Claim[] = [...quotes];
  // A place inside a quotation is not a claim of the answer.
  let next = 0;
  for (const match of answer.matchAll(RUN)) {
    while (next < quotes.length && ((quotes[next] as Claim).wordsEnd as number) <= match.index) next++;
    if ((quotes[next]?.start ?? Number.POSITIVE_INFINITY) <= match.index) continue;
    const claim = toClaim(answer, match[0], match.index, options);
    if (claim !== undefined) claims.push(claim);
  }
  claims.sort((a, b) => a.start - b.start || a.end - b.end);
  const limited = claims.slice(0, MAX_CLAIMS);
  return { claims: joinPlaces(answer, limited), total: claims.length };
}

function toClaim(answer: string, run: string, start: number, options: ClaimOptions): Claim | undefined {
  if (run.length > MAX_PATH_CHARS || run.includes('://')) return undefined;
  const trimmed = run.replace(/[.:!?]{1,8}$/, '');
  const paged = toPagedClaim(answer, trimmed, start, options);
  if (paged !== undefined) return paged;
  const colon = findLines(trimmed);
  const name = toName(answer, start, colon === undefined ? trimmed : trimmed.slice(0, colon), options);
  const after = answer.slice(start + trimmed.length, start + trimmed.length + 60);
  const found = colon === undefined ? LINES_IN_WORDS.exec(after) : LINES.exec(trimmed.slice(colon));
  const end =
    start + (colon === undefined ? trimmed.length + (found?.[0].length ?? 0) : colon + (found?.[0].length ?? 0));
  if (isPath(name.path, found !== null, options)) {
    const text = answer.slice(name.start, end);
    return {
      type: 'place',
      text,
      start: name.start,
      end,
      path: name.path,
      ...(found === null ? {} : { lines: toLines(found) }),
    };
  }
  const ref = trimmed.replace(/^#/, '');
  if (!isRef(ref, options)) return undefined;
  return { type: 'ref', text: trimmed, start, end: start + trimmed.length, ref };
}

/** Finds the start of `:12-34` or `#L12`. */
function findLines(run: string): number | undefined {
  const at = run.search(/[:#]L?\d{1,9}(?:[-–:.]{1,2}L?\d{1,9}){0,2}$/);
  return at > 0 ? at : undefined;
}

function isPath(path: string, hasLines: boolean, { isFile }: ClaimOptions): boolean {
  if (path === '' || !/[A-Za-z0-9\u0080-\uffff]/.test(path)) return false;
  if (FILE_NAME.test(path.slice(path.lastIndexOf('/') + 1))) return true;
  if (hasLines && (/[./]/.test(path) || isFile(path))) return !/^[\d.]+$/.test(path);
  return isFile(path);
}

function toLines(match: RegExpExecArray): [number, number] {
  const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
  return first <= last ? [first, last] : [last, first];
}

/** `c00a1` needs a digit, since `class` is a word; ids are 12 or 64 hex digits. */
function isRef(text: string, { refChars }: ClaimOptions): boolean {
  if (text.length === refChars && /^c[0-9a-z]+$/.test(text) && /\d/.test(text)) return true;
  return (
    (text.length === 12 || text.length === 64) && /^[0-9a-f]+$/.test(text) && /[a-f]/.test(text) && /\d/.test(text)
  );
}

/**
 * Joins each quotation with a place next to it. For words in a sentence: a place that follows in brackets or after a dash, otherwise one before them
 * on the same line. For lines of their own: a place on the line above. Each place is used once.
 */
function joinPlaces(answer: string, claims: readonly Claim[]): Claim[] {
  const used = new Set<number>();
  return claims.map((claim, i) => {
    if (claim.type !== 'quote') return claim;
    const neighbours = claim.form === 'inline' ? [i + 1, i - 1] : [i - 1, i + 1];
    const at = neighbours.find((other) => !used.has(other) && isAdjacent(answer, claim, claims[other]));
    if (at === undefined) return claim;
    used.add(at);
    return { ...claim, at };
  });
}

/** `(in`, `—`, `, from`. */
const BEFORE_PLACE =
  /^[)"'`*_”».,\s]{0,4}(?:[(—–[:-]|\b(?:in|from|at|see|source)\b)[\s(`*_[:]{0,4}(?:(?:in|from|at|see|source)[\s`:]{1,4})?$/i;
/** The rest of the line, and the start of a fence or a block quote. */
const ABOVE = /^[^\n]{0,120}\n[ \t]*\n?[ \t]*(?:(?:`{3,}|~{3,})[^\n]{0,40}\n)?[ \t]*$/;

function isAdjacent(answer: string, quote: Claim, place: Claim | undefined): boolean {
  if (place === undefined || place.type === 'quote') return false;
  if (place.type === 'place' && place.lines === undefined && place.page === undefined) return false;
  // The last line of a block quote.
  if (place.start >= quote.start && place.end <= quote.end) return true;
  if (place.start >= quote.end) {
    const gap = answer.slice(quote.end, place.start).replace(/^\s*(?:`{3,}|~{3,})(?=\n|$)/, '');
    return (
      (quote.form !== 'inline' || !gap.includes('\n')) &&
      (BEFORE_PLACE.test(gap) || (quote.form === 'inline' && /^ ?[`*_]{0,2}$/.test(gap)))
    );
  }
  const gap = answer.slice(place.end, quote.start);
  if (gap.length > MAX_GAP_CHARS) return false;
  return quote.form === 'inline' ? !gap.includes('\n') : ABOVE.test(gap);
}
