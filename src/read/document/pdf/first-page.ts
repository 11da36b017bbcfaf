import { toAsciiLower } from '../../../lib/ascii.ts';
import type { DocumentFacts } from '../../../model/document.ts';
import { joinLines, toTitle } from '../document-text.ts';
import type { PageLine } from './page-lines.ts';

/** What the first page of a document says about it. */
export interface FirstPage extends Pick<DocumentFacts, 'authors' | 'year' | 'doi'> {
  readonly title: string;
}

type Pages = readonly (readonly PageLine[])[];

/** Lines that are searched: the title page of a report, or the first column of a paper. */
const MAX_LINES = 120;

/** Finds the title: the largest text of the first page, else the metadata if the first pages have its words. */
export function readFirstPage(pages: Pages, metadata: { readonly title: string; readonly subject: string }): FirstPage {
  const start = Math.max(
    0,
    pages.slice(0, 2).findIndex((page) => page.length > 0),
  );
  const lines = (pages[start] ?? []).slice(0, MAX_LINES).map((line) => ({ ...line, height: line.size ?? line.height }));
  const blocks = toBlocks(lines);
  const text = [lines, ...pages.slice(start + 1, start + 2)].flat().map((line) => line.text);
  const given = toTitle(metadata.title.replace(/^(?:\[[^\]]{1,40}\]|LN(?:AI|BI|CS) \d+ [-–])\s*/, ''));
  const large = pickLargest(blocks, findBodySize(pages));
  const block = large ?? (isOnPages(given, text) ? undefined : pickTop(blocks));
  const shown = block === undefined ? '' : toPlainTitle(withSubtitle(block, blocks, lines));
  const title = shown === '' || isAlike(given, shown) ? (isOnPages(given, text) ? given : shown) : shown;
  const titleEnd = block?.end ?? blocks.find(({ text: own }) => isAlike(given, own))?.end;
  const authors = titleEnd === undefined ? [] : findAuthors(lines.slice(titleEnd));
  const year = findYear(lines);
  const doi = findDoi([...lines.map((line) => line.text), metadata.title, metadata.subject]);
  return {
    title,
    ...(authors.length > 0 && { authors }),
    ...(year !== undefined && { year }),
    ...(doi !== undefined && { doi }),
  };
}

/** Lines of one size that follow each other. */
interface TextBlock {
  readonly text: string;
  readonly size: number;
  readonly lines: number;
  /** Index of its first line, and of the line after it. */
  readonly start: number;
  readonly end: number;
}

function toBlocks(lines: readonly PageLine[]): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (let start = 0; start < lines.length; ) {
    let end = start + 1;
    while (end < lines.length && continues(lines[end - 1] as PageLine, lines[end] as PageLine)) {
      if (
        isNameLine(lines[end] as PageLine) &&
        !isUnfinished(lines[end - 1] as PageLine) &&
        isSetApart(lines.slice(start, end + 1))
      )
        break;
      end++;
    }
    const own = lines.slice(start, end);
    const size = Math.max(...own.map(({ height }) => height));
    blocks.push({ text: joinLines(own.map(({ text }) => text)), size, lines: own.length, start, end });
    start = end;
  }
  return blocks;
}

function continues(line: PageLine, next: PageLine): boolean {
  const isSameSize = Math.abs(line.height - next.height) <= line.height * SAME_SIZE;
  const distance = next.y - line.y;
  const isBelow = next.x < line.right && line.x < next.right;
  const isBeside = Math.abs(distance) < line.height * 0.2;
  const leading = isUnfinished(line) ? DOUBLE_LEADING : MAX_LEADING;
  return isSameSize && (isBelow || isBeside) && distance >= -line.height * 0.2 && distance < line.height * leading;
}

function isUnfinished({ text }: PageLine): boolean {
  return /(?:\s(?:of|for|and|the|to|with|a|an|in|on|from|by|&)|[:-])$/i.test(text);
}

const MUCH_SHORTER = 0.3;

/** Whether the last line has another font than the first, more space above it than the lines before it, or is a short one. */
function isSetApart(lines: readonly PageLine[]): boolean {
  const [first, second] = lines as [PageLine, PageLine];
  const [above, line] = lines.slice(-2) as [PageLine, PageLine];
  const isFarther = lines.length > 2 && line.y - above.y > (second.y - first.y) * 1.2;
  return line.font !== first.font || isFarther || line.right - line.x < (first.right - first.x) * MUCH_SHORTER;
}

const SAME_SIZE = 0.06;
/** Distance of the lines of a title, in heights of its letters. */
const MAX_LEADING = 2;
/** The same after a line that cannot be the last one: theses have double spacing. */
const DOUBLE_LEADING = 2.6;

/** Size of most characters of the first pages. */
function findBodySize(pages: Pages): number {
  const sizes = new Map<number, number>();
  for (const { height, text } of pages.slice(0, 4).flat()) {
    const size = Math.round(height * 2) / 2;
    sizes.set(size, (sizes.get(size) ?? 0) + text.length);
  }
  return [...sizes].sort((one, other) => other[1] - one[1] || one[0] - other[0])[0]?.[0] ?? 0;
}

/** Larger than the body by this factor. */
const LARGER = 1.12;
/** Blocks of at most this share of the largest size are no titles. */
const NEARLY = 0.97;
const MAX_TITLE_LINES = 6;
const MAX_TITLE_CHARS = 250;

function pickLargest(blocks: readonly TextBlock[], body: number): TextBlock | undefined {
  const fit = blocks.filter(isTitleLike);
  const largest = Math.max(0, ...fit.filter(({ size }) => size > body * LARGER).map(({ size }) => size));
  return largest === 0 ? undefined : fit.find(({ size }) => size >= largest * NEARLY);
}

/** Finds a title in the size of the text: the first block in capitals, else the first short one that is no sentence. */
function pickTop(blocks: readonly TextBlock[]): TextBlock | undefined {
  const top = blocks.filter((block) => block.start < 12 && block.lines <= 3 && isTitleLike(block));
  return top.find(({ text }) => isCapitals(text)) ?? top.find(({ text }) => /\s/.test(text) && !/[.,;]$/.test(text));
}

/** Adds the line below a title, if it is only a little smaller and no name or address. */
function withSubtitle(title: TextBlock, blocks: readonly TextBlock[], lines: readonly PageLine[]): string {
  const below = blocks.find(({ start }) => start === title.end);
  const above = lines[title.end - 1] as PageLine;
  const first = lines[title.end];
  if (!below || !first || below.size < title.size * SUBTITLE || below.lines > 2 || !isTitleLike(below))
    return title.text;
  const distance = first.y - above.y;
  const isPart = distance > 0 && distance < above.height * MAX_LEADING && /\s/.test(below.text);
  if (!isPart || /\d|[.,]$/.test(below.text) || PLACE.test(below.text) || isNameLine(first)) return title.text;
  const isSameTitle = below.size > title.size * 0.92 || /[:?!–—]|-$/.test(title.text);
  return `${title.text}${isSameTitle ? '' : ':'} ${below.text}`;
}

/** Size of a subtitle, as a share of the title's. */
const SUBTITLE = 0.8;

function isTitleLike({ text, lines }: TextBlock): boolean {
  const letters = text.match(LETTER)?.length ?? 0;
  const visible = text.replace(/\s/g, '').length;
  const isText = letters >= 4 && letters * 2 > visible && visible <= MAX_TITLE_CHARS && lines <= MAX_TITLE_LINES;
  return isText && !NO_TITLE.test(text) && !PERIODICAL.test(text) && !/@|https?:|www\./i.test(text);
}

const LETTER = /[A-Za-z\u00aa-\u02af\u0370-\u1fff\u2c00-\ud7ff\uf900-\ufdff]/g;

/** Stamps of archives, names of sections, notes of publishers. */
const NO_TITLE =
  /^(?:arxiv:|running head|(?:\d[\d.]*|[ivx]+[.)])\s+(?:introduction|background|overview)\b|(?:abstract|acknowledge?ments|chapter|contents|figure|foreword|index|introduction|keywords|overview|preface|references|summary|table of|table)\b[\s\d.:]*(?:$|[—-])|\d+ authors|citations|see discussions|contents lists available|available online|downloaded from|published (?:by|in)|permission to|to appear|session \d|to appear in|appeared in|preprint|draft|submitted to|received|(?:research|technical|short|original|review|invited) (?:article|paper|report|communications?|note)s?\b.{0,30}$|.{0,12}(?:report|paper|memo|rfc)\s*(?:no\.?|number|#)?\s*\d+|university of [^:]{1,40}$|(?:dept|department|school|institute|faculty|college)\b[^:]{0,60}$|by\s)/i;
/** Names and volumes of periodicals and proceedings. */
const PERIODICAL =
  /\b(?:vol(?:ume|\.)?|no\.|issue|pp?\.)\s*\d|^(?:proceedings|proc\.|journal|transactions|communications|annals|lecture notes|contemporary mathematics|ieee|acm|usenix|bulletin)\b(?:(?!:).){0,120}$|\b(?:journal of|transactions on|proceedings of|symposium on|conference on|workshop on)\b.{0,80}$|\b(?:19|20)\d\d\)?\s*[,;]?\s*\d+\s*[-–]\s*\d+/i;

function isCapitals(text: string): boolean {
  return text.length >= 8 && /[A-Z]{3}/.test(text) && !/[a-z]{2}/.test(text);
}

/** Marks of footnotes: symbols anywhere, and a lonely mark at the end. */
function toPlainTitle(text: string): string {
  const words = text
    .replace(/[\x00-\x1f∗†‡⋆§¶★☆]+/g, ' ')
    .replace(/(\w)- (?=[A-Z])/g, '$1-')
    .replace(/ (?=[:,])|(?<=[A-Za-z)])\*/g, '')
    .split(/\s+/)
    .filter((word) => !/^[?*.,;:]*$/.test(word));
  return toTitle(words.join(' ').replace(/[.,;:]$/, ''));
}

/** Whether a title in the metadata has nearly the same words as the one on the page, whose letters may be damaged. */
function isAlike(given: string, shown: string): boolean {
  const words = toWords(given);
  const own = toWords(shown);
  const same = words.filter((word) => own.includes(word)).length;
  return words.length > 1 && same >= words.length * 0.75 && same >= own.length * 0.75;
}

/** Whether the first pages have nearly all words of the title. */
function isOnPages(given: string, text: readonly string[]): boolean {
  const words = toWords(given);
  const known = new Set(toWords(text.join(' ')));
  const joined = toWords(text.join('\n')).join('');
  const found = words.filter((word) => known.has(word) || (word.length > 4 && joined.includes(word))).length;
  return words.length > 1 && found >= words.length * 0.85;
}

function toWords(text: string): readonly string[] {
  return toAsciiLower(text).match(/[0-9a-z\u00df-\u02af\u0370-\ud7ff]+/g) ?? [];
}

/** Lines below the title that may hold names. */
const MAX_AUTHOR_LINES = 14;
const MAX_AUTHORS = 40;

/** Finds the names below the title. A line counts if every part of it is a name. */
function findAuthors(below: readonly PageLine[]): string[] {
  const authors: string[] = [];
  let size = 0;
  let last = -1;
  for (const [i, line] of below.slice(0, MAX_AUTHOR_LINES).entries()) {
    if (/^(?:abstract|summary|\d?\.?\s*introduction|contents|keywords|in this paper)\b/i.test(line.text)) break;
    const isLink = /^(?:and|&)$/i.test(line.text);
    if (isLink && last === i - 1) last = i;
    const isOf = size === 0 || last === i - 1 || Math.abs(line.height - size) <= size * 0.02;
    const names = toNames(line);
    if (isLink || !isOf || names.length === 0) continue;
    authors.push(...names.filter((name) => !authors.includes(name)));
    size ||= line.height;
    last = i;
  }
  return authors.slice(0, MAX_AUTHORS);
}

function isNameLine(line: PageLine): boolean {
  return toNames(line).length > 0;
}

/** Returns the names of a line; none if a part of it is something else. */
function toNames(line: PageLine): string[] {
  const names = (line.cells ?? [line.text]).flatMap(splitNames);
  return names.every(isName) ? names : [];
}

function splitNames(text: string): string[] {
  const plain = text
    .replace(/[\x00-\x1f∗†‡⋆§¶★☆*◦•]|\(.*?\)|^by\s+/gi, ' ')
    .replace(/[\d\u00b9\u00b2\u00b3\u2070-\u2089]+(?:\s*,\s*\d+)*/g, ',');
  return plain
    .split(/[,;·|]|\s+(?:and|und|et|&)\s+|^(?:and|&)\s+/i)
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter(
      (name) =>
        name.length > 1 && !/^(?:ph\.?d\.?|jr\.?|sr\.?|m\.?d\.?|member|fellow|ieee|student member)$/i.test(name),
    );
}

/** Words of addresses. */
const PLACE =
  /\b(?:univ|instit|depart|dept|labor|compan|corpor|academ|technolog|facult|switzerl|netherl|german)|\b(?:labs?|inc|ltd|infolab|research|cent(?:er|re)|school|college|street|avenue|road|groups?|google|microsoft|yahoo!?|amazon|ibm|intel|epfl|inria|france|usa|canada|england|kingdom|israel|ital(?:y|ia)|california|new york|san|los angeles|palo alto|london|ny|ca|ma|version|draft|report|position paper|january|february|march|april|june|july|august|september|october|november|december)\b/i;
/** Words of titles and sentences. */
const NO_NAME =
  /\b(?:engineer|program|network|distribut|comput)|\b(?:sciences?|systems?|storage|clusters?|cloud|logic|web|replication|software|memory|data|languages?|algorithms?|control|design|analysis|theory|models?|learning|applications?|internet|paper|abstract|volume)\b|(?:^| )(?:of|the|for|with|through|in|on|to|at|is|an)(?: |$)/i;
const NAME_PART =
  /^(?:(?:[A-Z\u00c0-\u00de][\w'’.\u00c0-\u024f-]*)|van|von|de|der|den|da|di|du|del|della|la|le|el|al|bin|ibn|y|dos|ter|ten)$/;

function isName(text: string): boolean {
  const parts = text.split(' ');
  if (parts.length < 2 || parts.length > 5 || text.length > 50 || PLACE.test(text) || NO_NAME.test(text)) return false;
  return parts.every((part) => NAME_PART.test(part)) && parts.some((part) => /[A-Za-z\u00c0-\u024f]{2}/.test(part));
}

/** Lines at both ends of a page that may have its date. */
const EDGE_LINES = 30;
const YEAR = '(1[89]\\d\\d|20\\d\\d)';
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const YEARS = [
  `(?:©|\\bcopyright\\b|\\(c\\)).{0,40}?\\b${YEAR}\\b`,
  `\\barxiv:.{0,40}\\b${YEAR}\\b`,
  `\\b${MONTH}\\.?\\s*(?:\\d{1,2}(?:st|nd|rd|th)?(?:\\s*[-–]\\s*\\d{1,2})?\\s*,?)?\\s*,?\\s*${YEAR}\\b`,
  `\\(${YEAR}\\)`,
  `\\b(?:vol|volume|proceedings|conference|symposium|workshop|journal|transactions|pages)\\b.{0,80}\\b${YEAR}\\b`,
  `^${YEAR}$`,
].map((pattern) => new RegExp(pattern, 'i'));

function findYear(lines: readonly PageLine[]): number | undefined {
  const edges = [...lines.slice(0, EDGE_LINES), ...lines.slice(EDGE_LINES).slice(-EDGE_LINES)];
  for (const pattern of YEARS) {
    for (const { text } of edges) {
      const year = pattern.exec(text.slice(0, 300))?.[1];
      if (year !== undefined) return Number(year);
    }
  }
  return undefined;
}

function findDoi(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const doi = /\b10\.\d{4,9}\/[^\s"<>{}]+/.exec(text.slice(0, 2_000))?.[0].replace(/[.,;:)\]]+$/, '');
    if (doi !== undefined) return doi;
  }
  return undefined;
}
