import type { ContextSpan } from '../../model/cut.ts';
import { toContextText } from '../to-name.ts';
import type { Lines } from './lines.ts';
import { cutRanges } from './pack-entries.ts';
import type { TextScan } from './text-scanner.ts';

const QUOTE = 34;

/** Ranges of rows, by their numbers: row 1 is the header and lies before the first range. Cells in quotes may hold line ends. */
export function scanCsv(lines: Lines, targetChars: number): TextScan {
  const rows = findRows(lines) ?? Array.from({ length: lines.count }, (_, line) => line);
  const isAlone = rows.length === 1;
  const starts = isAlone ? rows : rows.slice(1);
  const toAddress = (first: number, last: number): string =>
    isAlone ? '1:1' : `${first + FIRST_ROW}:${last + FIRST_ROW}`;
  const cuts = cutRanges(lines, { starts, end: lines.count, from: 0, level: 1, toAddress }, targetChars);
  return isAlone ? { cuts } : { cuts, context: toHeaderContext(lines, rows) };
}

/** Chunks behind the header row stand below it. */
function toHeaderContext(lines: Lines, [header = 0, first]: readonly number[]): ContextSpan[] {
  if (first === undefined) return [];
  const text = toContextText(lines.text.slice(lines.start(header), lines.start(first)));
  return text === '' ? [] : [{ firstLine: first + 1, lastLine: lines.count, texts: [text] }];
}

const FIRST_ROW = 2;

/** Lines on which rows begin; undefined when a quote is never closed, and so is none. */
function findRows(lines: Lines): number[] | undefined {
  const rows: number[] = [];
  let isQuoted = false;
  let quote = 0;
  for (let line = 0; line < lines.count; line++) {
    const start = lines.start(line);
    if (!isQuoted && start < lines.end(line)) rows.push(line);
    // Looked for once: lines without one would each look to the end of the file.
    if (quote >= 0 && quote < start) quote = lines.text.indexOf('"', start);
    if (quote >= 0 && quote < lines.end(line)) isQuoted = endsInQuotes(lines, line, isQuoted);
  }
  return isQuoted ? undefined : rows;
}

/** A quote opens a cell only where one begins; inside of it two stand for one. */
function endsInQuotes(lines: Lines, line: number, wasQuoted: boolean): boolean {
  const { text } = lines;
  const end = lines.end(line);
  let isQuoted = wasQuoted;
  for (let at = lines.start(line); at < end; at++) {
    if (text.charCodeAt(at) !== QUOTE) continue;
    if (!isQuoted) isQuoted = at === lines.start(line) || isSeparator(text.charCodeAt(at - 1));
    else if (at + 1 < end && text.charCodeAt(at + 1) === QUOTE) at++;
    else isQuoted = false;
  }
  return isQuoted;
}

function isSeparator(code: number): boolean {
  return code === 44 || code === 59 || code === 9 || code === 124 || code === 32;
}
