import { isHeading } from './elements.ts';
import type { HtmlNode } from './html-tree.ts';
import { attributeOf } from './html-tree.ts';
import type { Inline } from './inline-markdown.ts';
import { toText } from './inline-markdown.ts';
import type { MarkdownLine } from './markdown-line.ts';

const MAX_COLUMNS = 50;

/** Writes a GFM table; undefined for layout tables (code with line numbers, one cell, nested tables). */
export function toTable(table: HtmlNode, inline: Inline): MarkdownLine[] | undefined {
  const rows = rowsOf(table);
  if (isLayout(table, rows)) return undefined;
  const filled = rows.map((row) => ({ row, cells: toCells(row, inline) })).filter(({ cells }) => cells.length > 0);
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...filled.map(({ cells }) => cells.length)));
  if (width === 0) return undefined;
  const hasHead =
    rows[0] !== undefined && (rows[0].parent?.tag === 'thead' || cellsOf(rows[0]).every((cell) => cell.tag === 'th'));
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

function rowsOf(table: HtmlNode): HtmlNode[] {
  const rows: HtmlNode[] = [];
  const visit = (node: HtmlNode): void => {
    for (const child of node.children) {
      if (typeof child === 'string' || child.tag === 'table') continue;
      if (child.tag === 'tr') rows.push(child);
      else if (/^(?:thead|tbody|tfoot)$/.test(child.tag)) visit(child);
    }
  };
  visit(table);
  return rows;
}

function cellsOf(row: HtmlNode): HtmlNode[] {
  return row.children.filter((child): child is HtmlNode => typeof child === 'object' && /^t[dh]$/.test(child.tag));
}

function toCells(row: HtmlNode, inline: Inline): string[] {
  return cellsOf(row).flatMap((cell) => {
    const text = toText(cell.children, { ...inline, inCell: true });
    const span = Number.parseInt(attributeOf(cell, 'colspan'), 10);
    const extra = Number.isSafeInteger(span) && span > 1 ? Math.min(span, MAX_COLUMNS) - 1 : 0;
    return [text, ...Array.from({ length: extra }, () => '')];
  });
}

function isLayout(table: HtmlNode, rows: readonly HtmlNode[]): boolean {
  if (/^(?:presentation|none)$/.test(attributeOf(table, 'role'))) return true;
  if (table.classes.some((name) => /^(?:highlighttable|rouge-table|lntable|hljs-ln)$/.test(name))) return true;
  const widest = Math.max(0, ...rows.map((row) => cellsOf(row).length));
  return (rows.length === 1 && widest === 1) || rows.some((row) => cellsOf(row).some(hasBlocks));
}

const BLOCKS = new Set(['table', 'blockquote', 'pre']);

/** A table cell cannot contain a table, a quote or code of several lines. Headings make a layout, except in header cells. */
function hasBlocks(node: HtmlNode): boolean {
  return node.children.some((child) => {
    if (typeof child === 'string' || isLineOfCode(child)) return false;
    return BLOCKS.has(child.tag) || (isHeading(child.tag) && node.tag !== 'th') || hasBlocks(child);
  });
}

function isLineOfCode({ tag, children }: HtmlNode): boolean {
  const [code = '', ...others] = children;
  return tag === 'pre' && others.length === 0 && typeof code === 'string' && !code.trim().includes('\n');
}
