import { ANCHOR } from '../markdown/anchors.ts';
import { isMdx, parseAtx, scanBlocks } from '../markdown/blocks.ts';
import { closesFence, openFence } from '../markdown/fences.ts';
import { stripInline, stripTags } from '../markdown/links.ts';
import type { Kind } from '../model/kind.ts';
import { CELL_SEPARATOR } from '../tables/table-row.ts';
import { readRows, splitRow, type TableForm } from '../tables/table-rows.ts';

/** The text of a chunk, and what says how it is written. */
export interface ChunkText {
  readonly text: string;
  readonly path: string;
  readonly kind: Kind;
  /** 1 at the start of its file, where front matter may be. */
  readonly startLine: number;
  /** Lines above it that explain it, such as the header row of a table. */
  readonly context: readonly string[];
}

interface Readable {
  readonly text: string;
  /** True if the chunk has more text before, or after, this one. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Characters read around the place that a snippet shows: a page of hits is made with every keystroke. */
const MAX_BEFORE = 400;
const MAX_AFTER = 600;
const LEAD = 60;

/**
 * Returns the text around a place as a reader sees it: Markdown without its marks, rows of tables as `header: value`, JSON as keys and values.
 * Code and other text stay as written, whole. With `fromLine`, prose begins at the line of the place.
 */
export function toReadable(chunk: ChunkText, at: number, { fromLine = false } = {}): Readable {
  const { text, kind, path } = chunk;
  const whole = { text, isCutBefore: false, isCutAfter: false };
  if (kind === 'json' && !path.endsWith('.ipynb')) return { ...whole, text: toJsonText(text) };
  const form = toTableForm(kind, path);
  if (form !== undefined) return { ...whole, text: toRowsText(chunk, form) };
  if (kind !== 'markdown' && kind !== 'html') return whole;
  const lines = text.replace(/\r\n?/g, '\n');
  const place = Math.max(0, at - (text.length - lines.length));
  const from = fromLine ? lines.lastIndexOf('\n', place) + 1 : findStart(lines, place);
  const to = findEnd(lines, place);
  const shown = toMarkdownText(chunk, lines.slice(0, to), from);
  return { text: shown, isCutBefore: from > 0, isCutAfter: to < lines.length };
}

/** Returns the start of the paragraph if it is near, else the start of the line, else a place before. */
function findStart(text: string, at: number): number {
  const lead = Math.max(0, at - LEAD);
  const earliest = Math.max(0, at - MAX_BEFORE);
  if (earliest === 0) return 0;
  const paragraph = text.lastIndexOf('\n\n', lead) + 2;
  if (paragraph > earliest) return paragraph;
  const line = text.lastIndexOf('\n', lead) + 1;
  return Math.max(line, earliest);
}

function findEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at + MAX_AFTER / 2);
  const latest = at + MAX_AFTER;
  if (end >= 0 && end <= latest) return end;
  return latest >= text.length ? text.length : Math.max(text.lastIndexOf(' ', latest), at + MAX_AFTER / 2);
}

/** Names and texts of JSON without quotes and brackets. */
function toJsonText(json: string): string {
  return json
    .replace(/"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g, (_, text?: string, colon?: string) =>
      text === undefined ? '' : unescapeJson(text) + (colon === undefined ? '' : ': '),
    )
    .replace(/\s*,[\s,]*/g, ', ')
    .replace(/^[\s,]+|[\s,]+$/g, '');
}

function unescapeJson(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, hex?: string, char = '') =>
    hex === undefined ? ('ntrbf'.includes(char) ? ' ' : char) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function toTableForm(kind: Kind, path: string): TableForm | undefined {
  if (/\.(?:csv|tsv)$/i.test(path)) return 'csv';
  return kind === 'document' ? 'flow' : undefined;
}

function toRowsText({ text, context }: ChunkText, form: TableForm): string {
  const above = context.at(-1) ?? '';
  let head = form === 'csv' || above.includes(CELL_SEPARATOR) ? splitLine(above, form) : [];
  const rows = [...readRows(text, { form })];
  let out = '';
  let at = 0;
  rows.forEach((row, i) => {
    const cells = splitRow(text, row).map(({ start, end }) => text.slice(start, end));
    const isHead = row.isFirst && head.length === 0;
    if (isHead) head = cells;
    const next = rows[i + 1];
    const isFollowed = next !== undefined && !next.isFirst;
    // The values repeat the names of a header with rows below it.
    const shown = isHead ? (isFollowed ? '' : cells.join('; ')) : toRowText(head, cells) + (isFollowed ? ' ·' : '');
    out += `${text.slice(at, row.start)}${shown}\n`;
    at = Math.max(row.end, Math.min(row.next, text.length));
  });
  return (out + text.slice(at)).trim();
}

function splitLine(line: string, form: TableForm): string[] {
  const [row] = line === '' ? [] : readRows(line, { form });
  return row === undefined ? [] : splitRow(line, row).map(({ start, end }) => line.slice(start, end));
}

function toRowText(head: readonly string[], cells: readonly string[]): string {
  return cells.flatMap((cell, i) => (cell === '' ? [] : [head[i] ? `${head[i]}: ${cell}` : cell])).join('; ');
}

/** Writes paragraphs on one line each, rows and headings with a dot after them. */
function toMarkdownText({ path, startLine, context }: ChunkText, text: string, from: number): string {
  const { lines, verbatim, matter } = scanBlocks(text, { isPart: startLine !== 1, isMdx: isMdx(path) });
  const rows = listRows(text, from, context);
  const out: string[] = [];
  let prose: string[] = [];
  let raw: string[] = [];
  const flush = (): void => {
    if (prose.length > 0) out.push(stripInline(prose.join(' ')));
    // Comments, scripts and preformatted text begin with a tag; other lines are code.
    if (raw.length > 0) out.push(raw[0]?.trimStart().startsWith('<') ? stripTags(raw.join('\n')) : raw.join('\n'));
    prose = [];
    raw = [];
  };
  let fence = '';
  let start = 0;
  let end = -1;
  lines.forEach((line, i) => {
    start = end + 1;
    end = start + line.length;
    const isShown = end > from;
    if (verbatim[i]) {
      const bare = line.replace(CONTAINERS, '');
      const mark = fence === '' ? openFence(bare) : closesFence(bare, fence) ? '' : undefined;
      if (mark !== undefined || prose.length > 0) flush();
      if (mark !== undefined) fence = mark;
      else if (isShown && !(i < (matter?.end ?? 0) && MATTER_MARK.test(line))) raw.push(line);
      return;
    }
    fence = '';
    if (raw.length > 0) flush();
    if (!isShown) return;
    const own = (from > start ? line.slice(from - start).replace(HALF_WORD, '') : line).replace(QUOTE_MARKS, '');
    const heading = parseAtx(own);
    const row = rows.get(start) ?? (heading && stripInline(heading.raw.replace(ANCHOR, '')));
    if (row !== undefined || isBreak(own)) flush();
    if (row) out.push(`${row} ·`);
    else if (row === undefined && !isMark(own)) prose.push(toProse(own));
  });
  flush();
  return out.filter(Boolean).join('\n').replace(/ ·$/, '');
}

/** The rest of a link or word at the start of a text that begins inside a line. */
const HALF_WORD = /^(?:[^[\]]{0,300}\]\([^()\s]{0,1000}\)|\S*)\s?/;
/** Marks of quotations and lists before a fence. */
const CONTAINERS = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?/;
const QUOTE_MARKS = /^(?:\s{0,3}>[ \t]?)+/;
const MATTER_MARK = /^(?:---|\+\+\+|\.\.\.)/;
/** A line of nothing but marks: a rule, or what underlines a heading. */
const RULE = /^ {0,3}(?:=+|-{2,}|([-*_])(?:[ \t]*\1){2,})[ \t]*$/;
const DEFINITION = /^ {0,3}\[[^\]^][^\]]{0,500}\]:[ \t]*\S/;
const FOOTNOTE = /^ {0,3}\[\^[^\]]{1,200}\]:[ \t]*/;
const ITEM = /^\s*(?:[-*+]|(\d{1,9}[.)]))[ \t]+(?:\[[ xX]\][ \t]+)?/;
const CALLOUT = /^\[!([a-z][\w-]{0,30})\][+-]?[ \t]*/i;
/** `:::tip Title`, `!!! note "Title"`. */
const ADMONITION = /^\s*(?::{3,}[ \t]*[\w-]*|[!?]{3}\+?[ \t]+[\w-]+)[ \t]*/;

function isMark(line: string): boolean {
  return line.trim() === '' || RULE.test(line) || DEFINITION.test(line);
}

function isBreak(line: string): boolean {
  return isMark(line) || ITEM.test(line) || FOOTNOTE.test(line) || ADMONITION.test(line);
}

function toProse(line: string): string {
  return line
    .replace(FOOTNOTE, '')
    .replace(ITEM, (_, number = '•') => `${number} `)
    .replace(ADMONITION, '')
    .replace(CALLOUT, (mark, kind: string) => (mark.length < line.length ? '' : kind))
    .trim();
}

/** Returns what to write for each row of a table, by its start; nothing for delimiters, and for a header with rows below it. */
function listRows(text: string, from: number, context: readonly string[]): ReadonlyMap<number, string> {
  const rows = new Map<number, string>();
  if (!text.includes('|', from)) return rows;
  const above = context.at(-1) ?? '';
  let head = above.includes('|') ? splitBars(above) : [];
  let headStart = -1;
  for (const row of readRows(text, { form: 'page', isOpen: head.length > 0 })) {
    if (row.separator !== 'bar') continue;
    const cells = splitBars(text.slice(row.start, row.end));
    if (row.isFirst) {
      [head, headStart] = [cells, row.start];
      rows.set(row.end + 1, '');
    } else if (headStart >= 0) rows.set(headStart, '');
    rows.set(row.start, row.isFirst ? cells.filter(Boolean).join('; ') : toRowText(head, cells));
  }
  return rows;
}

function splitBars(row: string): string[] {
  const cells = row
    .replace(QUOTE_MARKS, '')
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/);
  return cells.map((cell) => stripInline(cell.replaceAll('\\|', '|')));
}
