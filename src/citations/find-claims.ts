import type { Address, Unit } from '../places/address.ts';
import type { Claim, ClaimOptions } from './contract.ts';

/** Claims beyond this number are ignored: longer answers are not written to be read. */
const MAX_CLAIMS = 10_000;
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
  const isQuoted = createQuoteTest(quotes);
  let last: Claim | undefined;
  for (const match of answer.matchAll(RUN)) {
    if (isQuoted(match.index)) continue;
    const claim = toClaim(answer, match[0], match.index, options) ?? toBareLines(answer, match, last);
    if (claim === undefined) continue;
    claims.push(claim);
    if (claim.path !== undefined) last = claim;
  }
  claims.push(...findCode(answer, claims, createQuoteTest(quotes)));
  claims.sort((a, b) => a.start - b.start || a.end - b.end);
  const limited = claims.slice(0, MAX_CLAIMS);
  return { claims: joinPlaces(answer, limited), total: claims.length };
}

/** Tests offsets, which must rise, for being inside a quotation. */
function createQuoteTest(quotes: readonly Claim[]): (offset: number) => boolean {
  let next = 0;
  return (offset) => {
    while (next < quotes.length && ((quotes[next] as Claim).wordsEnd as number) <= offset) next++;
    return (quotes[next]?.start ?? Number.POSITIVE_INFINITY) <= offset;
  };
}

const BARE_LINES = /^(?::|#?L)(\d{1,9})(?:(?:-|–)L?(\d{1,9}))?$/;

/** `L905` and `:905` are lines of the file that the same paragraph named last. */
function toBareLines(answer: string, { 0: run, index }: RegExpExecArray, last: Claim | undefined): Claim | undefined {
  const text = run.replace(/[.!?]{1,8}$/, '');
  const found = BARE_LINES.exec(text);
  if (found === null || last === undefined || answer.slice(last.end, index).includes('\n\n')) return undefined;
  return { type: 'place', text, start: index, end: index + text.length, path: last.path, lines: toLines(found) };
}

const CODE = /(?<!`)(`{1,2})(?!`)([^`\n]{2,400})\1(?!`)/g;

/** Finds code in backticks. A place in backticks is not code. */
function findCode(answer: string, places: readonly Claim[], isQuoted: (offset: number) => boolean): Claim[] {
  const found: Claim[] = [];
  const starts = new Set(places.map(({ start }) => start));
  for (const { 0: text, 1: marks = '', 2: code = '', index } of answer.matchAll(CODE)) {
    const isPlace = Array.from(code).some((_, i) => starts.has(index + marks.length + i));
    if (isPlace || isQuoted(index) || !/[A-Za-z_]{2}/.test(code)) continue;
    found.push({ type: 'code', text, start: index, end: index + text.length, quote: code.trim() });
  }
  return found;
}

function toClaim(answer: string, run: string, start: number, options: ClaimOptions): Claim | undefined {
  if (run.length > MAX_PATH_CHARS || run.includes('://')) return undefined;
  const trimmed = run.replace(/[.:!?]{1,8}$/, '');
  const keyed = toKeyedClaim(answer, trimmed, start, options);
  if (keyed !== undefined) return keyed;
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

/** `[@lovelace1843, p. 12]`, as Pandoc writes it. In brackets, an unknown key is a claim too. */
function toKeyedClaim(answer: string, run: string, start: number, { findKey }: ClaimOptions): Claim | undefined {
  const key = /^-?@(.+)$/.exec(run)?.[1];
  if (findKey === undefined || key === undefined) return undefined;
  const known = findKey(key);
  if (known === undefined && !/(?:\[|; ?)$/.test(answer.slice(Math.max(0, start - 2), start))) return undefined;
  const end = start + run.length;
  const page = findPageAfter(answer.slice(end, end + MAX_PAGE_CHARS));
  const length = page === undefined ? 0 : page.length - Number(answer[end + page.length - 1] === ']');
  const text = answer.slice(start, end + length);
  const path = known ?? `@${key}`;
  return { type: 'place', text, start, end: end + length, path, ...(page && { page: page.address }) };
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
    if (claim.type === 'code') return joinCode(answer, claims, i);
    if (claim.type !== 'quote') return claim;
    const beside = (step: number): number => {
      let other = i + step;
      while (claims[other]?.type === 'code') other += step;
      return other;
    };
    const neighbours = claim.form === 'inline' ? [beside(1), beside(-1)] : [beside(-1), beside(1)];
    const at = neighbours.find((other) => !used.has(other) && isAdjacent(answer, claim, claims[other]));
    if (at === undefined) return claim;
    used.add(at);
    return { ...claim, at };
  });
}

/** Joins code with the next place in its sentence, else with the one before it. Several names may share a place. */
function joinCode(answer: string, claims: readonly Claim[], index: number): Claim {
  const code = claims[index] as Claim;
  const isNear = (from: number, to: number): boolean =>
    to - from <= MAX_GAP_CHARS && !/\n\s*(?:\n|[-*+] |\d+\. )|[.!?;]\s+(?=[A-Z`*"])/.test(answer.slice(from, to));
  for (let i = index + 1; i < claims.length; i++) {
    const other = claims[i] as Claim;
    if (!isNear(code.end, other.start)) break;
    if (other.type === 'place' || other.type === 'ref') return { ...code, at: i };
  }
  for (let i = index - 1; i >= 0; i--) {
    const other = claims[i] as Claim;
    if (!isNear(other.end, code.start)) break;
    if (other.type === 'place' || other.type === 'ref') return { ...code, at: i };
  }
  return code;
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

/** `report.pdf p. 12`, `page 12 of report.pdf`, `book.xlsx Sheet1!A2:C9`. */
function toPagedClaim(answer: string, run: string, start: number, options: ClaimOptions): Claim | undefined {
  if (!/\.[A-Za-z0-9]{1,8}(?:[:#]p[^/]*)?$/i.test(run)) return undefined;
  const inside = findPageInside(run);
  const runEnd = start + run.length;
  const name = toName(answer, start, inside === undefined ? run : run.slice(0, -inside.length), options);
  const isPaged = PAGED_NAME.test(name.path) || options.isFile(name.path);
  if (name.path === '' || !isPaged) return undefined;
  const place = { type: 'place', path: name.path } as const;
  const after = inside ?? findPageAfter(answer.slice(runEnd, runEnd + MAX_PAGE_CHARS));
  if (after !== undefined) {
    const end = inside === undefined ? runEnd + after.length : runEnd;
    return { ...place, text: answer.slice(name.start, end), start: name.start, end, page: after.address };
  }
  const before = findPageBefore(answer.slice(Math.max(0, name.start - MAX_PAGE_CHARS), name.start));
  if (before === undefined) return undefined;
  const from = name.start - before.length;
  return { ...place, text: answer.slice(from, runEnd), start: from, end: runEnd, page: before.address };
}

/** Documents: they have pages even if no such file exists. */
const PAGED_NAME = /\.(?:pdf|pptx?|odp|xlsx?|ods|epub|docx?|odt|rtf)$/i;
const MAX_NAME_WORDS = 10;

/** Finds the path that ends here. A name with spaces starts further left if such a file exists. */
function toName(
  answer: string,
  start: number,
  text: string,
  { isFile }: ClaimOptions,
): { readonly path: string; readonly start: number } {
  const own = { path: toPath(text), start };
  if (!/\.[A-Za-z0-9]{1,8}$/.test(text) || isFile(own.path)) return own;
  const line = answer.slice(Math.max(0, start - MAX_PAGE_CHARS), start).replace(/^.*[\n"`<>|*]/s, '');
  let from = start;
  for (const word of (line.match(/\S+ +/g) ?? []).reverse().slice(0, MAX_NAME_WORDS)) {
    if (answer.slice(from - word.length, from) !== word) break;
    const bracket = /^[([](?=\S)/.exec(word) === null ? 0 : 1;
    from -= word.length - bracket;
    const path = toPath(answer.slice(from, start) + text);
    if (isFile(path)) return { path, start: from };
    // No file has this path in brackets. Its last word could be another file by chance.
    if (bracket > 0)
      return /^[^\s/]+(?: [^\s/]+)?\/\S/.test(path) &&
        !/^[^([]*[)\]]/.test(path) &&
        !/^(?:see|in|from|at|cf\.?) /i.test(path)
        ? { path, start: from }
        : own;
  }
  return own;
}

function toPath(text: string): string {
  return text.replace(/^(?:\.\/|\/)+/, '');
}

/** A page, slide, chapter or row range that an answer names next to a file. */
interface CitedPage {
  readonly address: Address;
  /** Its length in the answer. */
  readonly length: number;
}

const UNIT = '(pp?\\.?|pages?|slides?|ch\\.|chapters?)';
const NUMBERS = ' ?(\\d{1,6})(?: ?(?:-|–|to|and|…) ?(?:p\\. ?|slide )?(\\d{1,6}))?';
const AFTER = new RegExp(`^[\`"'*_]{0,3}[:,]? ?[([]?(?:on |at )?${UNIT}${NUMBERS}(?!\\d)[)\\]]?`, 'i');
const BEFORE = new RegExp(`${UNIT}${NUMBERS} (?:of|in) (?:the )?(?:file )?[\`"'*_]{0,3}$`, 'i');
const ROWS =
  /^[`"*_]{0,3}[:,]? ?[([]?(?:'([^'\n]{1,64})'|([^\s!'"`,;:()[\]][^!\n"`()[\]]{0,63}))!\$?[A-Z]{0,3}\$?(\d{1,7})(?::\$?[A-Z]{0,3}\$?(\d{1,7}))?[)\]]?/i;
/** `report.pdf#page=12`, `report.pdf:p12`. */
const INSIDE = /(?:#page=|[:#]p(?:age)?\.?)(\d{1,6})$/i;

/** The longest text that is searched on either side of a file's name. */
const MAX_PAGE_CHARS = 140;

function findPageAfter(text: string): CitedPage | undefined {
  const found = AFTER.exec(text);
  if (found !== null) return { address: toNumbered(found), length: found[0].length };
  const rows = ROWS.exec(text);
  if (rows === null) return undefined;
  const [first, last] = inOrder(rows[3] as string, rows[4]);
  return { address: { unit: 'row', sheet: rows[1] ?? (rows[2] as string), first, last }, length: rows[0].length };
}

function findPageBefore(text: string): CitedPage | undefined {
  const found = BEFORE.exec(text);
  return found === null ? undefined : { address: toNumbered(found), length: found[0].length };
}

/** Finds a page at the end of a name. */
function findPageInside(run: string): CitedPage | undefined {
  const found = INSIDE.exec(run);
  if (found === null) return undefined;
  const page = Number(found[1]);
  return { address: { unit: 'p.', first: page, last: page }, length: found[0].length };
}

function toNumbered([, unit = '', first = '', last]: RegExpExecArray): Address {
  const [from, to] = inOrder(first, last);
  return { unit: toUnit(unit), first: from, last: to };
}

function toUnit(word: string): Unit {
  if (/^s/i.test(word)) return 'slide';
  return /^c/i.test(word) ? 'ch.' : 'p.';
}

function inOrder(first: string, last = first): [number, number] {
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? [from, to] : [to, from];
}

/** Shorter ones are names and exclamations [P8]. */
const MIN_WORDS = 4;
const MAX_QUOTE_CHARS = 20_000;
const MAX_INLINE_CHARS = 4_000;
const CURLY: Readonly<Record<string, string>> = { '“': '”', '«': '»', '„': '“' };

/** Finds fences, block quotes and words in quotation marks, in order. */
function findQuotes(answer: string): Claim[] {
  const { quotes, rest } = findBlocks(answer);
  return [...quotes, ...findInline(rest)].sort((a, b) => a.start - b.start);
}

/** `rest` has spaces instead of the blocks, so that offsets stay the same. */
function findBlocks(answer: string): { quotes: Claim[]; rest: string } {
  const quotes: Claim[] = [];
  const rest: string[] = [];
  let fence: { marks: string; start: number } | undefined;
  let block: { start: number; end: number; lastStart: number; lines: string[] } | undefined;
  const endBlock = (): void => {
    if (block === undefined) return;
    const { start, end, lines, lastStart } = block;
    const words = hasSource(lines) ? lines.slice(0, -1) : lines;
    const wordsEnd = words === lines ? end : lastStart;
    add(quotes, { start, end, wordsEnd, quote: toBlockText(words), form: 'block' }, answer);
    block = undefined;
  };
  let at = 0;
  for (const line of answer.split('\n')) {
    const end = at + line.length;
    const marks = /^ {0,3}(?:> ?)?(`{3,}|~{3,})/.exec(line)?.[1];
    const quoted = fence === undefined ? /^ {0,3}> ?(.*)$/.exec(line)?.[1] : undefined;
    if (fence !== undefined) {
      if (marks?.startsWith(fence.marks) && line.trim() === marks) {
        add(quotes, { start: fence.start, end: Math.max(fence.start, at - 1), form: 'fence' }, answer);
        fence = undefined;
      }
      rest.push(' '.repeat(line.length));
    } else if (marks !== undefined && quoted === undefined) {
      endBlock();
      fence = { marks, start: end + 1 };
      rest.push(' '.repeat(line.length));
    } else if (quoted !== undefined) {
      block ??= { start: at, end, lastStart: at, lines: [] };
      block.end = end;
      block.lastStart = at;
      block.lines.push(quoted);
      rest.push(' '.repeat(line.length));
    } else {
      endBlock();
      rest.push(line);
    }
    at = end + 1;
  }
  endBlock();
  if (fence !== undefined) add(quotes, { start: fence.start, end: answer.length, form: 'fence' }, answer);
  return { quotes, rest: rest.join('\n') };
}

/** Checks whether the last line names the source of the others. */
function hasSource(lines: readonly string[]): boolean {
  const last = lines.at(-1) ?? '';
  return (
    lines.length > 1 &&
    /^\s*(?:[—–([]|-{1,2} |source\b|from\b)/i.test(last) &&
    /[./]\S*:\d|#L\d|lines? \d|\bpp?\. ?\d|#?page[ =]\d|slides? \d|!\$?[A-Z]{0,3}\$?\d/.test(last)
  );
}

function toBlockText(lines: readonly string[]): string {
  return lines.join('\n').replace(/^\s*["“]|["”]\s*$/g, '');
}

/**
 * Straight marks open after white space or a bracket and close before anything but a letter or digit; others come in pairs. Marks within code
 * belong to strings.
 */
function findInline(text: string): Claim[] {
  const quotes: Claim[] = [];
  const closers: number[] = [];
  const marks = /["“”„«»]/g;
  const opens: { at: number; close: string }[] = [];
  const prose = text.replace(CODE, (code) => code.replace(marks, '`'));
  for (const { 0: mark, index } of prose.matchAll(marks)) {
    const before = text[index - 1] ?? '\n';
    const after = text[index + 1] ?? '\n';
    if (mark === '"' && /[\s([{—–*_>:]/.test(before) && /\S/.test(after)) opens.push({ at: index, close: '"' });
    else if (mark in CURLY && /\S/.test(after)) opens.push({ at: index, close: CURLY[mark] as string });
    // A string of code may end in a space.
    if ((/\S/.test(before) || (mark === '"' && /\s/.test(after))) && !/[A-Za-z0-9]/.test(after)) closers.push(index);
  }
  let next = 0;
  let end = 0;
  for (const { at, close } of opens) {
    if (at < end) continue;
    while (next < closers.length && (closers[next] as number) <= at) next++;
    const closer = findCloser(text, closers, next, close);
    if (closer === undefined || closer - at > MAX_INLINE_CHARS || text.slice(at, closer).includes('\n\n')) continue;
    end = closer + 1;
    add(quotes, { start: at, end, quote: text.slice(at + 1, closer), form: 'inline' }, text);
  }
  return quotes;
}

/** Skips only a few marks of another kind. */
function findCloser(text: string, closers: readonly number[], first: number, close: string): number | undefined {
  for (let i = first; i < Math.min(closers.length, first + 16); i++)
    if (text[closers[i] as number] === close) return closers[i];
  return undefined;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly quote?: string;
  readonly form: 'fence' | 'block' | 'inline';
  readonly wordsEnd?: number;
}

function add(quotes: Claim[], { start, end, quote, form, wordsEnd = end }: Found, answer: string): void {
  const text = answer.slice(start, Math.min(end, start + MAX_QUOTE_CHARS));
  const words = form === 'inline' ? (quote ?? text) : withoutNumbers(quote ?? text);
  if (countWords(words) < MIN_WORDS) return;
  quotes.push({ type: 'quote', text, start, end, quote: words.slice(0, MAX_QUOTE_CHARS), form, wordsEnd });
}

/** Removes the line numbers of a pack: a number and a tab at every fifth line. In a table every row has one. */
function withoutNumbers(text: string): string {
  const isTable = [...text.matchAll(/^(\d{1,9})\t/gm)].some(([, number]) => Number(number) % 5 > 0);
  return isTable ? text : text.replace(/^\d{1,9}\t/gm, '');
}

function countWords(text: string): number {
  let words = 0;
  for (const _ of text.matchAll(/[A-Za-z0-9_\u0080-\uffff]+/g)) if (++words === MIN_WORDS) break;
  return words;
}
