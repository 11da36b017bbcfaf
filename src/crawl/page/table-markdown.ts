import type { HtmlNode } from '../../html/html-tree.ts';
import { attributeOf, classesOf } from '../../html/html-tree.ts';
import type { Inline } from './inline-markdown.ts';
import { toInline } from './inline-markdown.ts';

const MAX_COLUMNS = 50;

/** Writes a GFM table; undefined for layout tables (code with line numbers, one cell, nested tables). */
export function toTable(table: HtmlNode, inline: Inline): string[] | undefined {
  const rows = rowsOf(table);
  if (isLayout(table, rows)) return undefined;
  const cells = rows.map((row) => toCells(row, inline)).filter((row) => row.length > 0);
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...cells.map((row) => row.length)));
  if (width === 0) return undefined;
  const hasHead =
    rows[0] !== undefined && (rows[0].parent?.tag === 'thead' || cellsOf(rows[0]).every((cell) => cell.tag === 'th'));
  const head = hasHead ? (cells.shift() ?? []) : [];
  return [toLine(head, width), `|${' --- |'.repeat(width)}`, ...cells.map((row) => toLine(row, width))];
}

function toLine(row: readonly string[], width: number): string {
  const padded = Array.from({ length: width }, (_, i) => row[i] ?? '');
  return `| ${padded.join(' | ')} |`;
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
    const text = toInline(cell.children, { ...inline, inCell: true })[0] ?? '';
    const span = Number.parseInt(attributeOf(cell, 'colspan'), 10);
    const extra = Number.isSafeInteger(span) && span > 1 ? Math.min(span, MAX_COLUMNS) - 1 : 0;
    return [text, ...Array.from({ length: extra }, () => '')];
  });
}

function isLayout(table: HtmlNode, rows: readonly HtmlNode[]): boolean {
  if (/^(?:presentation|none)$/.test(attributeOf(table, 'role'))) return true;
  if (classesOf(table).some((name) => /^(?:highlighttable|rouge-table|lntable|hljs-ln)$/.test(name))) return true;
  const widest = Math.max(0, ...rows.map((row) => cellsOf(row).length));
  return (rows.length === 1 && widest === 1) || rows.some((row) => cellsOf(row).some(hasBlocks));
}

/** A table cell cannot contain a fence, a heading or a table. */
function hasBlocks(node: HtmlNode): boolean {
  return node.children.some(
    (child) =>
      typeof child === 'object' &&
      (/^(?:table|h[1-6]|blockquote)$/.test(child.tag) || isLongCode(child) || hasBlocks(child)),
  );
}

function isLongCode(node: HtmlNode): boolean {
  return node.tag === 'pre';
}
