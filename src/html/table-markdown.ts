import { toAsciiLower } from '../lib/ascii.ts';
import { isPasswordName } from '../tables/password-name.ts';
import { isHeading } from './elements.ts';
import { attributeOf, type HtmlNode, textOf } from './html-tree.ts';
import { type Inline, type MarkdownLine, toText } from './inline-markdown.ts';

const MAX_COLUMNS = 50;
const MAX_ROW_SPAN = 1_000;
const MAX_SHORT_CELL = 100;

/** Writes a GFM table; undefined for layout tables (code with line numbers, one cell, nested tables). */
export function toTable(table: HtmlNode, inline: Inline): MarkdownLine[] | undefined {
  const rows = rowsOf(table);
  if (isLayout(table, rows)) return undefined;
  const covered: number[] = [];
  const filled = rows
    .map((row) => ({ row, cells: toCells(row, inline, covered) }))
    .filter(({ cells }) => cells.length > 0);
  const width = filled.reduce((widest, { cells }) => Math.min(MAX_COLUMNS, Math.max(widest, cells.length)), 0);
  if (width === 0) return undefined;
  const hasHead =
    rows[0] !== undefined && (rows[0].parent?.tag === 'thead' || cellsOf(rows[0]).every((cell) => isTh(cell)));
  const head = toLine(hasHead ? filled.shift() : undefined, table, width);
  return [head, { ...head, text: `|${' --- |'.repeat(width)}` }, ...filled.map((row) => toLine(row, table, width))];
}

interface Row {
  readonly row: HtmlNode;
  readonly cells: readonly string[];
}

/** Without a row, the empty line that a table without a header begins with. */
function toLine(row: Row | undefined, table: HtmlNode, width: number): MarkdownLine {
  const padded = Array.from({ length: width }, (_, i) => row?.cells[i] ?? '');
  return {
    text: `| ${padded.join(' | ')} |`,
    first: row?.row.line ?? table.line,
    last: row?.row.endLine ?? table.line,
  };
}

/** `div` elements with roles are tables too. */
export function isTable(node: HtmlNode): boolean {
  return node.tag === 'table' || /^(?:table|grid|treegrid)$/.test(attributeOf(node, 'role'));
}

function rowsOf(table: HtmlNode): HtmlNode[] {
  const rows: HtmlNode[] = [];
  const visit = (node: HtmlNode): void => {
    for (const child of node.children) {
      if (typeof child === 'string' || isTable(child)) continue;
      const role = attributeOf(child, 'role');
      if (child.tag === 'tr' || role === 'row') rows.push(child);
      else if (/^(?:thead|tbody|tfoot)$/.test(child.tag) || role === 'rowgroup') visit(child);
    }
  };
  visit(table);
  return rows;
}

function cellsOf(row: HtmlNode): HtmlNode[] {
  return row.children.filter((child): child is HtmlNode => typeof child === 'object' && isCell(child));
}

function isCell(node: HtmlNode): boolean {
  return /^t[dh]$/.test(node.tag) || /^(?:cell|gridcell|columnheader|rowheader)$/.test(attributeOf(node, 'role'));
}

function isTh(node: HtmlNode): boolean {
  return node.tag === 'th' || attributeOf(node, 'role') === 'columnheader';
}

/** Leaves cells empty that another one covers; `covered` has the rows that are left of each column. */
function toCells(row: HtmlNode, inline: Inline, covered: number[]): string[] {
  const texts: string[] = [];
  const put = (text: string, rows: number): void => {
    covered[texts.length] = rows - 1;
    texts.push(text);
  };
  const skipCovered = (): void => {
    for (
      let rows = covered[texts.length] ?? 0;
      rows > 0 && texts.length < MAX_COLUMNS;
      rows = covered[texts.length] ?? 0
    )
      put('', rows);
  };
  for (const cell of cellsOf(row)) {
    skipCovered();
    const rows = toSpan(cell, 'rowspan', MAX_ROW_SPAN);
    put(toText(cell.children, { ...inline, inCell: true }), rows);
    for (let more = toSpan(cell, 'colspan', MAX_COLUMNS); more > 1; more--) put('', rows);
  }
  skipCovered();
  return texts;
}

function toSpan(cell: HtmlNode, name: 'rowspan' | 'colspan', limit: number): number {
  const span = Number.parseInt(attributeOf(cell, name), 10);
  return Number.isSafeInteger(span) && span > 1 ? Math.min(span, limit) : 1;
}

function isLayout(table: HtmlNode, rows: readonly HtmlNode[]): boolean {
  if (table.classes.some((name) => /^(?:highlighttable|rouge-table|lntable|hljs-ln)$/.test(name))) return true;
  if (rows.some(namesPassword)) return false;
  if (/^(?:presentation|none)$/.test(attributeOf(table, 'role'))) return true;
  const [first] = rows;
  if (first && rows.length === 1 && cellsOf(first).length === 1) return true;
  return rows.some((row) => cellsOf(row).some(hasBlocks));
}

/** Outside of its table a password is a word like others, and would not be masked. */
function namesPassword(row: HtmlNode): boolean {
  const cells = cellsOf(row);
  if (cells.length < 2 || cells.some(({ textLength }) => textLength > MAX_SHORT_CELL)) return false;
  return cells.some((cell) => isPasswordName(toAsciiLower(textOf(cell).trim())));
}

const BLOCKS = new Set(['table', 'blockquote', 'pre']);

/** A table cell cannot contain a table, a quote or code of several lines. Headings make a layout, except in header cells. */
function hasBlocks(node: HtmlNode): boolean {
  return node.children.some((child) => {
    if (typeof child === 'string' || isLineOfCode(child)) return false;
    return BLOCKS.has(child.tag) || (isHeading(child.tag) && !isTh(node)) || hasBlocks(child);
  });
}

function isLineOfCode({ tag, children }: HtmlNode): boolean {
  const [code = '', ...others] = children;
  return tag === 'pre' && others.length === 0 && typeof code === 'string' && !code.trim().includes('\n');
}
