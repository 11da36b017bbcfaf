import { trimEndOf } from '../lib/trim-end.ts';
import { findCsvRows } from './csv-rows.ts';
import { findItems, readDirectives } from './rst-tables.ts';
import { readInserts, splitValues } from './sql-inserts.ts';
import { CELL_SEPARATOR, GAP, type Separator, type TableRow, type TextSpan } from './table-row.ts';

/**
 * How a text writes its tables. `page`: Markdown, and cells between tabs. `prose`: the same, and what else people write by hand: bars without a
 * delimiter row, columns two spaces apart, rows of HTML, directives of reStructuredText. `sql`: as `page`, and inserts. `flow`: documents with ` | `
 * between cells. `sheet`: the same, and blank lines lie within a table. `words`: PDF, where nothing but a space is left between cells. `tex`: cells
 * between `&`.
 */
export type TableForm = 'page' | 'prose' | 'sql' | 'csv' | 'flow' | 'sheet' | 'words' | 'tex';

/** Content of a cell, without white space, quotes and marks of emphasis around it. */
export type TableCell = TextSpan;

export interface TableText {
  readonly form: TableForm;
  /** The text begins inside a table of Markdown. */
  readonly isOpen?: boolean;
}

/** Yields the rows of all tables in order. Each character is read a bounded number of times. */
export function readRows(text: string, { form, isOpen = false }: TableText): Generator<TableRow> {
  if (form === 'csv') return readCsv(text);
  if (form === 'prose') return readProse(text);
  if (form === 'sql') return readSql(text);
  return form === 'page' ? readPage(text, { isOpen }) : readDocument(text, form);
}

export function splitRow(text: string, row: TableRow): TableCell[] {
  const { start, end, separator } = row;
  if (separator === 'tag') return splitElements(text, row);
  if (separator === 'value') return splitValues(text, row);
  if (separator === 'item') return splitItems(text, row);
  const ends = separator === 'bar' ? findBars(text, row) : findSeparators(text, row);
  const width = separator === 'bar' ? 1 : separator.length;
  const cells: TableCell[] = [];
  // A row of a sheet is trimmed: the separator before its first cell has lost a space.
  let from = separator === CELL_SEPARATOR && text.startsWith('| ', start) ? start - 1 : start;
  for (const at of ends) {
    if (separator !== GAP || at > from) cells.push(trimCell(text, from, at));
    from = at + width;
    while (separator === GAP && text[from] === ' ') from++;
  }
  cells.push(trimCell(text, from, end));
  return cells;
}

function splitItems(text: string, row: TextSpan): TableCell[] {
  const marks = findItems(text, row);
  return marks.map((mark, i) => trimCell(text, mark + 1, marks[i + 1] ?? row.end));
}

function findBars(text: string, { start, end }: TextSpan): number[] {
  const bars: number[] = [];
  for (let at = text.indexOf('|', start); at >= 0 && at < end; at = text.indexOf('|', at + 1))
    if (text[at - 1] !== '\\') bars.push(at);
  return bars;
}

function findSeparators(text: string, { start, end, separator, hasQuotes }: TableRow): number[] {
  const found: number[] = [];
  if (separator === CELL_SEPARATOR && text.startsWith('| ', start)) found.push(start - 1);
  let from = start;
  for (let at = start; at < end; at++) {
    if (hasQuotes && text[at] === '"' && isBlank(text, from, at)) at = findClosing(text, at, end);
    if (!text.startsWith(separator, at)) continue;
    found.push(at);
    at += separator.length - 1;
    while (separator === GAP && text[at + 1] === ' ') at++;
    from = at + 1;
  }
  return found;
}

function isBlank(text: string, from: number, to: number): boolean {
  return to === from || (to - from < MAX_INDENT && text.slice(from, to).trim() === '');
}

/** Spaces before the quote of a cell; each quote of a row is tested, so there must be a bound. */
const MAX_INDENT = 16;

/** Returns the offset after the quote that ends the cell. */
function findClosing(text: string, quote: number, end: number): number {
  for (let at = text.indexOf('"', quote + 1); at >= 0 && at < end; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at + 1;
  return quote;
}

const EDGE = /[\s`*"]/;

function trimCell(text: string, from: number, to: number): TableCell {
  let start = Math.max(0, from);
  let end = to;
  while (start < end && EDGE.test(text[start] as string)) start++;
  while (end > start && EDGE.test(text[end - 1] as string)) end--;
  return { start, end };
}

const CELL_TAG = /<t[dh](?:\s[^<>]{0,400})?>/gi;

function splitElements(text: string, { start, end }: TextSpan): TableCell[] {
  const row = text.slice(start, end);
  const tags = [...row.matchAll(CELL_TAG)];
  return tags.map(({ index, 0: tag }, i) =>
    trimTags(text, start + index + tag.length, start + (tags[i + 1]?.index ?? row.length)),
  );
}

/** Removes the elements around the content of a cell. */
function trimTags(text: string, from: number, to: number): TableCell {
  let { start, end } = trimCell(text, from, to);
  while (start < end && text[start] === '<') {
    const close = text.indexOf('>', start);
    if (close < 0 || close >= end) break;
    ({ start, end } = trimCell(text, close + 1, end));
  }
  while (end > start && text[end - 1] === '>') {
    const open = text.lastIndexOf('<', end - 1);
    if (open < start) break;
    ({ start, end } = trimCell(text, start, open));
  }
  return { start, end };
}

function* readLines(text: string): Generator<TextSpan> {
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    yield { start, end };
    start = end + 1;
  }
}

function* readCsv(text: string): Generator<TableRow> {
  const starts = findCsvRows(text);
  const [first = 0, second = text.length] = starts;
  const header = text.slice(first, second);
  const count = (separator: string): number => header.split(separator).length;
  const separator = ([',', ';', '\t', '|'] as const).reduce((a, b) => (count(b) > count(a) ? b : a));
  for (const [i, start] of starts.entries()) {
    const next = starts[i + 1] ?? text.length;
    yield { start, end: next, next, isFirst: i === 0, separator, hasQuotes: true };
  }
}

/** Needs a line without trailing white space: two runs of it would be tried at every length. */
const DELIMITER = /^[ \t>]*(?=[^\n]*\|)\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

function* readProse(text: string): Generator<TableRow> {
  yield* readPage(text, { isOpen: false, isProse: true });
  yield* readElements(text);
  yield* readDirectives(text);
}

function* readSql(text: string): Generator<TableRow> {
  yield* readPage(text, { isOpen: false });
  yield* readInserts(text);
}

const ROW_TAG = /<(table|tr|\/tr|\/table)(?=[\s>])/gi;

/** Reads tables of HTML inside another text. Tags of a row that is not closed end at the next one. */
function* readElements(text: string): Generator<TableRow> {
  let isFirst = true;
  let start = -1;
  for (const { index, 1: tag = '' } of text.matchAll(ROW_TAG)) {
    if (start >= 0 && index > start) {
      yield { start, end: index, next: index, isFirst, separator: 'tag' };
      isFirst = false;
    }
    start = tag.length === 2 ? index : -1;
    if (tag.length === 5) isFirst = true;
  }
}

/** A line above, between or below the rows of a table. */
const BORDER = /^[ \t]*[-+=|:^~]{2}[-+=|:^~ \t]*$/;

interface PageText {
  readonly isOpen: boolean;
  readonly isProse?: boolean;
}

function* readPage(text: string, { isOpen, isProse = false }: PageText): Generator<TableRow> {
  if (!text.includes('|') && !text.includes('\t') && !isProse) return;
  const hasBar = createFinder(text, '|');
  const hasTab = createFinder(text, '\t');
  let open: Separator | '' = isOpen ? 'bar' : '';
  let delimiter = -1;
  let blankLines = 0;
  for (const { start, end } of readLines(text)) {
    if (start === delimiter) continue;
    if (isProse) {
      blankLines = start === end ? blankLines + 1 : 0;
      // AsciiDoc writes a blank line below the header.
      if ((open === '|' && blankLines === 1) || (open !== 'bar' && isBorder(text, start, end))) continue;
    }
    const isBars = hasBar(start, end);
    const next = isBars ? findDelimiterEnd(text, end + 1) : -1;
    if (next >= 0) {
      delimiter = end + 1;
      open = 'bar';
      yield { start, end, next, isFirst: true, separator: 'bar' };
    } else if (open === 'bar' && isBars) yield { start, end, next: end + 1, isFirst: false, separator: 'bar' };
    else if (isProse && (isBars || hasGap(text, start, end))) {
      const separator = isBars ? '|' : GAP;
      yield { start, end, next: end + 1, isFirst: open !== separator, separator };
      open = separator;
    } else if (!hasTab(start, end)) open = '';
    else if (open === '\t' || /\S/.test(text[start] as string)) {
      yield { start, end, next: end + 1, isFirst: open !== '\t', separator: '\t' };
      open = '\t';
    } else open = '';
  }
}

function isBorder(text: string, start: number, end: number): boolean {
  return end > start && BORDER.test(text.slice(start, end).trimEnd());
}

/** Two spaces between words, not at the ends of the line. */
function hasGap(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim().includes(GAP);
}

/** Returns the start of the line below a delimiter row, or -1 when the line is something else. */
function findDelimiterEnd(text: string, start: number): number {
  if (!/[\s>|:-]/.test(text[start] ?? '')) return -1;
  const feed = text.indexOf('\n', start);
  const end = feed < 0 ? text.length : feed;
  return DELIMITER.test(text.slice(start, end).trimEnd()) ? end + 1 : -1;
}

/** Returns a test for the character in a span; call it with ascending spans. */
function createFinder(text: string, char: string): (start: number, end: number) => boolean {
  let at = text.indexOf(char);
  return (start, end) => {
    if (at >= 0 && at < start) at = text.indexOf(char, start);
    return at >= 0 && at < end;
  };
}

function* readDocument(text: string, form: 'flow' | 'sheet' | 'words' | 'tex'): Generator<TableRow> {
  const separator = form === 'words' ? ' ' : form === 'tex' ? '&' : CELL_SEPARATOR;
  let isOpen = false;
  let wasEmpty = true;
  for (const { start, end: lineEnd } of readLines(text)) {
    // A row of TeX ends with two backslashes.
    const end = form === 'tex' ? start + trimEndOf(text.slice(start, lineEnd), ' \\').length : lineEnd;
    const isEmpty = start === end;
    const isCells = !isEmpty && isWithCells(text, { start, end, separator });
    const isName = form === 'sheet' && wasEmpty && !isCells && isFollowed(text, end);
    if (isName || (isEmpty && form !== 'sheet')) isOpen = false;
    else if (!isEmpty && (isOpen || isCells || form === 'sheet')) {
      yield { start, end, next: end + 1, isFirst: !isOpen, separator };
      isOpen = true;
    }
    wasEmpty = isEmpty;
  }
}

function isWithCells(text: string, { start, end, separator }: TextSpan & { separator: string }): boolean {
  return text.startsWith('| ', start) || text.slice(start, end).includes(separator);
}

/** The name of a sheet precedes a blank line and rows. */
function isFollowed(text: string, end: number): boolean {
  return text.startsWith('\n\n', end) && end + 2 < text.length;
}
