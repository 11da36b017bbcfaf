import { looksChosen, looksLikePassphrase, looksRandom } from './looks-random.ts';
import type { Name, Scan } from './scan.ts';

const MAX_ROW_CHARS = 2_000;
/** So many of a table can hold secrets. */
const MAX_COLUMNS = 8;
const AFTER_NAME = /[A-Za-z0-9_ -]{0,20}[`*"]{0,4}[ \t]{0,40}(?:\||\t|,(?=[^ ]))[ \t]{0,40}/y;
/** A cell of its own: up to the next bar, tab or the end of the line. */
const CELL = /[`*"]{0,4}([^\s|`"]{3,256})[`*"]{0,4}[ \t]{0,40}(?=\||\t|\r?\n|$)/y;

/** The cell beside a name, and the column below one. True where the name heads a column. */
export function findCells(text: string, name: Name, scan: Scan): boolean {
  if (name.kind === 'basic-auth' || name.word === 'seed') return false;
  AFTER_NAME.lastIndex = name.end;
  const after = AFTER_NAME.exec(text);
  const next =
    text[name.end + (/^[A-Za-z0-9_ -]{0,20}[`*"]{0,4}/.exec(text.slice(name.end, name.end + 24))?.[0].length ?? 0)];
  if (!after && next !== '|' && next !== '\n' && next !== '\r') return false;
  const isHead = findColumn(text, name, scan);
  if (!after || after[0].includes(',')) return isHead;
  CELL.lastIndex = AFTER_NAME.lastIndex;
  const cell = CELL.exec(text);
  const value = cell?.[1] ?? '';
  if (!cell || !isCellSecret(value, name.kind)) return isHead;
  const start = cell.index + cell[0].indexOf(value);
  scan.add(start, start + value.length, name.kind);
  return true;
}

function isCellSecret(value: string, kind: string): boolean {
  if (looksRandom(value)) return true;
  if (kind !== 'password') return false;
  return (
    looksLikePassphrase(value) ||
    (looksChosen(value) &&
      value.length >= 6 &&
      /[0-9]/.test(value) &&
      /[A-Za-z!#$%^&*]/.test(value) &&
      !/[()=<>]|^[/.~-]|\.\w{1,4}$/.test(value))
  );
}

/** Rows below a row that holds the name, as far as they have its cells. Rows of a table are not first rows of others. */
function findColumn(text: string, name: Name, scan: Scan): boolean {
  const { table } = scan;
  const isSameHead = name.at < table.headEnd;
  if (isSameHead ? table.columns >= MAX_COLUMNS : name.at < table.end) return false;
  const near = text.slice(Math.max(0, name.at - MAX_ROW_CHARS), name.at);
  const head = near.slice(near.lastIndexOf('\n') + 1);
  if (head.length === MAX_ROW_CHARS) return false;
  const rowStart = name.at - head.length;
  const separator =
    head.includes('|') || (text[name.end] ?? '') === '|'
      ? '|'
      : head.includes('\t') || text[name.end] === '\t'
        ? '\t'
        : ',';
  if (separator === ',' && !scan.isTable) return false;
  let rowEnd = endOfRow(text, rowStart);
  const headEnd = rowEnd;
  const column = countOf(head, separator);
  const width = countOf(text.slice(rowStart, rowEnd), separator);
  if (width === 0 || /^\s/.test(head)) return false;
  if (separator === '|') {
    const rule = endOfRow(text, rowEnd + 1);
    if (!/^[ \t]*\|?[ \t:|-]*---[ \t:|-]*$/.test(text.slice(rowEnd + 1, rule))) return false;
    rowEnd = rule;
  }
  let rows = 0;
  while (rowEnd < text.length) {
    const start = rowEnd + 1;
    const end = endOfRow(text, start);
    const cells = splitRow(text.slice(start, end), separator);
    if (cells.length <= column || cells.length - 1 !== width) break;
    const cell = cells[column] as Cell;
    const isSecret = scan.isTable
      ? looksChosen(cell.text) && (name.kind === 'password' || cell.text.length >= 8)
      : isCellSecret(cell.text, name.kind);
    if (isSecret) scan.add(start + cell.start, start + cell.start + cell.text.length, name.kind);
    rowEnd = end;
    rows++;
  }
  scan.table = { headEnd, end: rowEnd, columns: isSameHead ? table.columns + 1 : 1 };
  return rows > 0;
}

interface Cell {
  readonly start: number;
  readonly text: string;
}

function splitRow(row: string, separator: string): Cell[] {
  const cells: Cell[] = [];
  let at = 0;
  for (const part of row.slice(0, MAX_ROW_CHARS).split(separator)) {
    const lead = /^[\s`*"]*/.exec(part)?.[0].length ?? 0;
    cells.push({ start: at + lead, text: part.slice(lead).replace(/[\s`*"]+$/, '') });
    at += part.length + 1;
  }
  return cells;
}

function endOfRow(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

function countOf(text: string, separator: string): number {
  let count = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) count++;
  return count;
}
