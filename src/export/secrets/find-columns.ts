import { toAsciiLower } from '../../lib/ascii.ts';
import { isPasswordName, LONG_NAMES, NAME_END, SHORT_NAMES } from '../../tables/password-name.ts';
import { CELL_SEPARATOR, GAP, type TableRow } from '../../tables/table-row.ts';
import { readRows, splitRow, type TableCell } from '../../tables/table-rows.ts';
import { isCellSecret } from './find-cells.ts';
import { looksChosen, looksRandom } from './looks-random.ts';
import type { Scan } from './scan.ts';

type Columns = readonly (Column | undefined)[];

/** Finds secrets by the header of their column. Linear: a row is split only below such a header, or where it may be one. */
export function findColumns(text: string, scan: Scan): void {
  let columns: Columns = [];
  /** Every row of the table so far is above its header. */
  let isTop = true;
  let lastEnd = 0;
  for (const row of readRows(text, { form: scan.tableForm })) {
    if (row.isFirst) {
      columns = row.start - lastEnd < MAX_INTERRUPTION_CHARS ? carryColumns(text, { row, columns, scan }) : [];
      isTop = true;
    }
    lastEnd = row.end;
    const line = text.slice(row.start, row.end);
    const isNamed = HINT.test(line);
    if (columns.length > 0 || isNamed) {
      const cells = splitRow(text, row);
      const header = isNamed ? findHeader(text, { row, cells, isTop, scan }) : undefined;
      if (header) columns = header;
      else {
        addRow(text, { row, cells, columns, scan });
        if (isNamed) addPair(text, cells, scan);
      }
    }
    isTop &&= isAboveHeader(line, row);
  }
}

/** A title or remark has one cell. HTML tables without header cells become Markdown with an empty header. */
function isAboveHeader(line: string, { separator, hasHeader }: TableRow): boolean {
  if (hasHeader || separator === 'item') return false;
  if (separator === 'bar') {
    const cells = line.split('|').slice(1, -1);
    return cells.filter((cell) => cell.trim() !== '').length * 2 <= cells.length;
  }
  return separator.length > 1 && !line.includes(separator);
}

/** A row of one merged cell, or the end of a page, splits a table in two. */
const MAX_INTERRUPTION_CHARS = 100;

/** Tables in which the header is never far above. */
const HAS_HEADER = new Set(['bar', 'tag', 'item']);

/** Keeps the columns of the table above for a table of the same width. A sheet and a table of Markdown have headers of their own. */
function carryColumns(text: string, { row, columns, scan }: Omit<DataRow, 'cells'>): Columns {
  if (columns.length < 2 || scan.tableForm === 'sheet' || row.hasHeader || HAS_HEADER.has(row.separator)) return [];
  const { length } = splitRow(text, row);
  const isSameWidth =
    length === columns.length || (row.separator === CELL_SEPARATOR && length > 1 && length < columns.length);
  return isSameWidth ? columns.map((column) => column && { ...column, isSure: false, isCarried: true }) : [];
}

interface HeaderRow {
  readonly row: TableRow;
  readonly cells: readonly TableCell[];
  readonly isTop: boolean;
  readonly scan: Scan;
}

/** A CSV file and a table of Markdown say which row is the header; elsewhere each cell must look like a label. */
function findHeader(text: string, { row, cells, isTop, scan }: HeaderRow): Columns | undefined {
  const { tableForm } = scan;
  const isMarked = tableForm === 'csv' || row.separator === 'bar' || row.hasHeader === true;
  const isFirst = row.isFirst || isTop;
  if (isMarked && !isFirst) return undefined;
  const labels = cells.map((cell) => toLabel(text, cell));
  // A column of users, hosts or similar: the table is a list of accounts.
  const isLoginTable = labels.some((label) => LOGIN.test(label));
  // Words of a PDF, and words two spaces apart, may also be prose.
  const isLoose = tableForm === 'words' || row.separator === GAP;
  if (isLoose && (!isLoginTable || cells.length > MAX_WORDS)) return undefined;
  const isList = tableForm === 'csv' || tableForm === 'sheet' || row.separator === 'value';
  const isData = isList || (isLoginTable && tableForm !== 'words');
  const columns = labels.map((label) => toColumn(label, { isData: isData && isFirst }));
  const named = columns.filter((column) => column !== undefined).length;
  if (named === 0) return undefined;
  if (isMarked && row.isFirst) return columns;
  if (!labels.some(isName) || cells.some(({ start, end }) => !isLabel(text.slice(start, end)))) return undefined;
  // Below the first row, a name in the first column labels the value to its right, and several names are translations.
  const filled = labels.filter((label) => label !== '').length;
  return isFirst || (filled >= 3 && named === 1 && columns[0] === undefined) ? columns : undefined;
}

function toLabel(text: string, { start, end }: TableCell): string {
  return toAsciiLower(text.slice(start, Math.min(end, start + MAX_LABEL_CHARS)));
}

const MAX_LABEL_CHARS = 60;
const MAX_WORDS = 8;

function isLabel(value: string): boolean {
  return value.length <= MAX_LABEL_CHARS && !/@|:\/\/|[.!?]$/.test(value) && !isCellSecret(value, 'password');
}

interface DataRow {
  readonly row: TableRow;
  readonly cells: readonly TableCell[];
  readonly columns: Columns;
  readonly scan: Scan;
}

/** Empty cells leave no trace between tabs and words: a cell may then belong to several columns, and counts for each. */
function addRow(text: string, { row, cells, columns, scan }: DataRow): void {
  const isLoose = row.separator === '\t' || row.separator === ' ' || row.separator === GAP;
  const missing = isLoose ? columns.length - cells.length : 0;
  // Bars without a delimiter row are a table only where every row has as many.
  if (
    Math.abs(missing) > MAX_WORDS ||
    (row.separator === '|' && scan.tableForm !== 'csv' && cells.length !== columns.length)
  )
    return;
  for (const [i, cell] of cells.entries()) {
    for (let at = Math.min(i, i + missing); at <= Math.max(i, i + missing); at++) {
      const column = columns[at];
      if (column)
        addCell(text, cell, isLoose && Math.abs(missing) > MAX_MISSING ? { ...column, isSure: false } : column, scan);
    }
  }
}

/** `PIN | 4711`: a row of a name and its values. */
function addPair(text: string, cells: readonly TableCell[], scan: Scan): void {
  const [name, ...values] = cells.filter(({ start, end }) => end > start);
  if (!name || values.length === 0 || scan.tableForm === 'csv' || scan.tableForm === 'words') return;
  const column = toColumn(toLabel(text, name), { isData: scan.tableForm === 'sheet' && values.length === 1 });
  // Where a value is a name as well, one translates the other.
  if (!column || ![name, ...values].every((cell) => isName(toLabel(text, cell)) === (cell === name))) return;
  for (const value of values) addCell(text, value, column, scan);
}

/** A cell may have several lines. */
const LINE_END = /<br\s*\/?>|` +`|\n/gi;

function addCell(text: string, { start, end }: TableCell, column: Column, scan: Scan): void {
  let from = start;
  for (const { index, 0: separator } of text.slice(start, end).matchAll(LINE_END)) {
    addLine(text, { start: from, end: start + index }, column, scan);
    from = start + index + separator.length;
  }
  addLine(text, { start: from, end }, column, scan);
}

function addLine(text: string, { start, end }: TableCell, { kind, isSure, isCarried }: Column, scan: Scan): void {
  const value = text.slice(start, end);
  if (value === '') return;
  const shown = kind === 'pin' ? 'password' : kind;
  const isNumber = DIGITS.test(value) && shown === 'password' && !isCarried;
  if (isSure ? isSureSecret(value, kind) : isNumber) scan.add(start, end, shown);
  else if (kind !== 'pin')
    for (const word of findWords(value)) {
      if (isCellSecret(word.text, kind)) scan.add(start + word.at, start + word.at + word.text.length, kind);
    }
}

/** With more cells missing, the place of a cell says too little. */
const MAX_MISSING = 2;
const MAX_VALUE_CHARS = 256;
const DIGITS = /^[0-9](?:[ .,-]?[0-9]){3,19}$/;
const TEMPLATE = /\[\[secret:|\{\{|\$\{|<[^<>]*>|^(.)\1*$/;
const NO_VALUE =
  /^(?:n\/?a|see|ask|same|ditto|siehe|wie|gleich|not|kein|unknown|unbekannt|tbd|expired|disabled|enabled|protected|set|unset|blank|leer|yes|nein|changed|ok)(?=\s|$)/;

/** Tests a value of a column that holds only secrets. `Passw0rd` and `qwerty12` are passwords there, not placeholders. */
function isSureSecret(value: string, kind: string): boolean {
  if (DIGITS.test(value)) return kind === 'password' || kind === 'pin';
  if (kind === 'pin' || value.length > MAX_VALUE_CHARS || TEMPLATE.test(value)) return false;
  const isMixed = /[0-9]/.test(value) && /[^0-9.,:\s-]/.test(value) && !/\s/.test(value);
  if (kind !== 'password') return looksRandom(value) || (value.length >= 8 && isMixed && looksChosen(value));
  return (isMixed && value.length >= 4) || (looksChosen(value) && !NO_VALUE.test(toAsciiLower(value)));
}

/** Splits a cell that holds a value and a remark, or two values. */
function findWords(value: string): { at: number; text: string }[] {
  const words = [...value.matchAll(/[^\s`"]{3,256}/g)];
  return words.length > MAX_WORDS ? [] : words.map(({ index, 0: text }) => ({ at: index, text }));
}

/** A column whose header names a secret. */
interface Column {
  readonly kind: string;
  /** The header is just the name, in a table of data rather than prose: any value counts. */
  readonly isSure: boolean;
  /** The header is above an interruption, so the column may be a different one: only values that look like secrets count. */
  readonly isCarried?: boolean;
}

const HINT = new RegExp(`${LONG_NAMES}|${SHORT_NAMES}|pin|secret|token|key|credential`, 'i');
const PIN = new RegExp(`(?:^|[ _-])pin${NAME_END}`);
const SECRET = new RegExp(
  `(?:^|[ _/.-])(?:secret|token|credentials?|key)${NAME_END}|(?:api|access|secret|auth)(?:key|token)${NAME_END}`,
);
/** Keys of maps and tables: `Key`, `Primary key`, `Translation key`. */
const OTHER_KEY =
  /^(?!.*(?:api|access|private|secret|licen[cs]e|product|activation|account|auth|crypt|recovery|wifi|security|service|shared|master)).*key/;
const LOOSE = /passwor[dt]|passwd|passphrase|kennwort|secret|token|api[ _-]?key/;
const LOGIN =
  /user|login|log-in|account|mail|benutzer|konto|anmeld|usuario|utilisateur|compte|host|server|service|dienst|system|device|ger.t|^(?:name|who|wer|site|website|url|app|application|anwendung|wlan|wifi|ssid|customer|kunde)$/;
const ABOUT =
  /^(?:last|forg[eo]t|reset|change|requires?|needs?|has|is|show|set|min|max|no|without|ohne|weak|number of|max\.?)[ _-]/;

/** Reads a label in lower case. */
function toColumn(label: string, { isData }: { isData: boolean }): Column | undefined {
  if (label === '' || ABOUT.test(label)) return undefined;
  if (isPasswordName(label)) return { kind: 'password', isSure: isData };
  if (PIN.test(label)) return { kind: 'pin', isSure: isData };
  if (SECRET.test(label)) return { kind: toKind(label), isSure: isData && !OTHER_KEY.test(label) };
  return LOOSE.test(label) ? { kind: toKind(label), isSure: false } : undefined;
}

function toKind(label: string): string {
  if (/pass|kennwort/.test(label)) return 'password';
  if (label.includes('token')) return 'token';
  return label.includes('key') ? 'api-key' : 'secret';
}

function isName(label: string): boolean {
  return isPasswordName(label) || PIN.test(label) || SECRET.test(label);
}
