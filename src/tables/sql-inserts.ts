import type { TableRow, TextSpan } from './table-row.ts';

/** Yields the lists of columns of inserts that name them, and their rows of values: the text between the parentheses. Each character is read a bounded number of times. */
export function* readInserts(text: string): Generator<TableRow> {
  const insert = /\b(?:insert|replace)\b[^;()']{0,200}\(([^;()']{1,10000})\)\s{0,100}values\s{0,100}(?=\()/gi;
  for (let match = insert.exec(text); match; match = insert.exec(text)) {
    const [statement, columns = ''] = match;
    const start = match.index + statement.indexOf('(') + 1;
    yield toRow(start, start + columns.length, true);
    let at = insert.lastIndex;
    while (text[at] === '(') {
      const close = findEnd(text, at + 1);
      yield toRow(at + 1, close, false);
      at = skip(text, close + 1);
    }
    insert.lastIndex = at;
  }
}

function toRow(start: number, end: number, isFirst: boolean): TableRow {
  return { start, end, next: end + 1, isFirst, separator: 'value', hasHeader: true };
}

/** Skips the comma and white space between two rows. */
function skip(text: string, from: number): number {
  let at = from;
  while (/[\s,]/.test(text[at] ?? '')) at++;
  return at;
}

/** Returns the offset of the parenthesis that closes the row. */
function findEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (isQuote(char)) at = findClosing(text, at);
    else if (char === '(') depth++;
    else if (char === ')' && depth-- === 0) return at;
  }
  return text.length;
}

function isQuote(char: string | undefined): boolean {
  return char === "'" || char === '"' || char === '`';
}

/** Two quotes, or a backslash and a quote, are one character of the value. */
function findClosing(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[quote]) {
      if (text[at + 1] !== text[quote]) return at;
      at++;
    }
  }
  return text.length;
}

/** Splits a row at its commas. Calls and words such as `NULL` are empty cells, except in the list of columns. */
export function splitValues(
  text: string,
  { start, end, isFirst }: Pick<TableRow, 'start' | 'end' | 'isFirst'>,
): TextSpan[] {
  const cells: TextSpan[] = [];
  const add = (from: number, to: number): void => void cells.push(trimValue(text, from, to, isFirst));
  let from = start;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const char = text[at];
    if (isQuote(char)) at = findClosing(text, at);
    else if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === ',' && depth === 0) {
      add(from, at);
      from = at + 1;
    }
  }
  add(from, end);
  return cells;
}

/** `'a'`, `N'a'`, `"a"`, `[a]`, a number or a name. */
function trimValue(text: string, from: number, to: number, isName: boolean): TextSpan {
  const cell = text.slice(from, to);
  const start = from + cell.length - cell.trimStart().length;
  const end = start + cell.trim().length;
  const open = /[a-z]/i.test(text[start] ?? '') && isQuote(text[start + 1]) ? start + 1 : start;
  if (isQuote(text[open]) || text[open] === '[') return { start: open + 1, end: Math.max(open + 1, end - 1) };
  return isName || /^[0-9]+$/.test(text.slice(start, end)) ? { start, end } : { start, end: start };
}
