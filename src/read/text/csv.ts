import type { ContextSpan } from '../../model/cut.ts';
import { findCsvRows } from '../../tables/csv-rows.ts';
import { toContextText } from '../to-name.ts';
import type { Lines } from './lines.ts';
import { cutRanges } from './pack-entries.ts';
import type { TextScan } from './text-scanner.ts';

/** Cuts rows into ranges, by number: row 1 is the header and comes before the first range. Quoted cells may hold line ends. */
export function scanCsv(lines: Lines, targetChars: number): TextScan {
  const rows = findCsvRows(lines.text).map((start) => lines.lineOf(start));
  const isAlone = rows.length === 1;
  const starts = isAlone ? rows : rows.slice(1);
  const toAddress = (first: number, last: number): string =>
    isAlone ? '1:1' : `${first + FIRST_ROW}:${last + FIRST_ROW}`;
  const cuts = cutRanges(lines, { starts, end: lines.count, from: 0, level: 1, toAddress }, targetChars);
  return isAlone ? { cuts } : { cuts, context: toHeaderContext(lines, rows) };
}

/** Gives the chunks after the header row that row as context. */
function toHeaderContext(lines: Lines, [header = 0, first]: readonly number[]): ContextSpan[] {
  if (first === undefined) return [];
  const text = toContextText(lines.text.slice(lines.start(header), lines.start(first)));
  return text === '' ? [] : [{ firstLine: first + 1, lastLine: lines.count, texts: [text] }];
}

const FIRST_ROW = 2;
