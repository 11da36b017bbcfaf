import { CELL_SEPARATOR } from '../../../../tables/table-row.ts';
import type { DocumentLayout } from './layout.ts';
import { type Block, type Inline, parseProse } from './prose-blocks.ts';

interface Line {
  readonly text: string;
  readonly line: number;
}

/** Parses the extracted text of a document. `header` is the first row of the sheet, for lines that do not contain it. */
export function parseDocument(
  text: string,
  startLine: number,
  layout: DocumentLayout,
  header?: string,
): readonly Block[] {
  const lines = text.split('\n').map((line, i) => ({ text: line, line: startLine + i }));
  return splitBefore(lines, ({ line }) => layout.places.has(line)).flatMap((part): readonly Block[] => {
    const [first] = part as [Line, ...Line[]];
    const address = layout.places.get(first.line);
    const blocks = layout.form === 'markdown' ? parseChapter(part) : parseGroups(part, layout, header);
    return address === undefined ? blocks : [{ type: 'place', text: address, line: first.line }, ...blocks];
  });
}

function parseChapter(lines: readonly Line[]): readonly Block[] {
  return parseProse(lines.map(({ text }) => text).join('\n'), lines[0]?.line ?? 1);
}

function parseGroups(lines: readonly Line[], layout: DocumentLayout, header: string | undefined): Block[] {
  const isSheet = layout.form === 'sheet';
  const isEdge = (one: Line): boolean => isHeading(one, layout);
  const parts = splitBefore(lines, (one, above) => isEdge(one) || (above !== undefined && isEdge(above)));
  const groups = isSheet ? parts : parts.flatMap((part) => splitBefore(part, ({ text }) => text.trim() === ''));
  let isNamed = false;
  return groups.flatMap((group): Block[] => {
    const own = group.filter(({ text }) => text.trim() !== '');
    const [first] = own;
    if (first === undefined) return [];
    if (isEdge(first)) {
      isNamed = true;
      const level = layout.headings.get(first.line)?.level ?? 1;
      return [{ type: 'heading', level, inline: toInline(first.text), line: first.line }];
    }
    if (isSheet) return [toTable(own, layout, isNamed ? undefined : header)];
    return toBlocks(own, layout);
  });
}

function toBlocks(lines: readonly Line[], layout: DocumentLayout): Block[] {
  const line = (lines[0] as Line).line;
  if (layout.form === 'flow' && isTable(lines)) return [toTable(lines, layout, undefined)];
  return splitBefore(lines, (one, above) => above !== undefined && isItem(one) !== isItem(above)).map((run): Block => {
    const at = run[0]?.line ?? line;
    if (layout.form === 'flow' && run.every(isItem)) return { type: 'items', items: run.map(toItem), line: at };
    return { type: 'paragraph', inline: layout.form === 'page' ? joinLines(run) : withBreaks(run), line: at };
  });
}

function isTable(lines: readonly Line[]): boolean {
  return lines.length > 1 && 2 * lines.filter(({ text }) => text.includes('| ')).length >= lines.length;
}

function toTable(lines: readonly Line[], { rows: numbers }: DocumentLayout, header: string | undefined): Block {
  const [head, rows] = header === undefined ? [lines[0], lines.slice(1)] : [{ text: header, line: 0 }, lines];
  const toPlace = ({ line }: Line) => ({ line, number: numbers.get(line) });
  return {
    type: 'table',
    head: toCells(head?.text ?? ''),
    rows: rows.map(({ text }) => toCells(text)),
    line: lines[0]?.line ?? 1,
    ...(numbers.size === 0 ? {} : { numbers: { head: numbers.get(head?.line ?? 0), rows: rows.map(toPlace) } }),
  };
}

/** The text of a row is trimmed, so a row that begins with an empty cell begins with a bar. */
function toCells(row: string): Inline[][] {
  return (row.startsWith('| ') ? ` ${row}` : row).split(CELL_SEPARATOR).map((cell) => toInline(cell.trim()));
}

const ITEM = /^( *)(?:[-*\u2022\u25aa\u25e6\u2013]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})(?:\.\d{1,3}){0,5}[.)])\s+\S/;

function isItem({ text }: Line): boolean {
  return ITEM.test(text);
}

/** Keeps the marker of the document: its lists restart, continue, and use letters. */
function toItem({ text, line }: Line) {
  const depth = Math.min(8, (ITEM.exec(text)?.[1]?.length ?? 0) >> 1);
  return { depth, inline: toInline(text.trim().replace(/^[-*] +/, '\u2022 ')), line };
}

/** Share of the longest line below which a line ends before the margin: its break is the author's. */
const FULL = 0.75;

/** A line of a table of contents: dots up to a page number. */
const DOTTED = /[.\u00b7\u2026](?: ?[.\u00b7\u2026]){2,} *(?:\d{1,5}|[ivxlc]{1,8})$/;

/** Joins the lines of a page that were broken at the margin. */
function joinLines(lines: readonly Line[]): Inline[] {
  const longest = Math.max(...lines.map(({ text }) => text.length));
  return lines.flatMap(({ text }, i): Inline[] => {
    const above = lines[i - 1]?.text;
    if (above === undefined) return toInline(text);
    const isBroken = above.length < FULL * longest || ITEM.test(text) || DOTTED.test(above);
    return [isBroken ? { type: 'break' } : { type: 'text', text: ' ' }, ...toInline(text)];
  });
}

function withBreaks(lines: readonly Line[]): Inline[] {
  return lines.flatMap(({ text }, i): Inline[] => [
    ...(i === 0 ? [] : [{ type: 'break' } as const]),
    ...toInline(text),
  ]);
}

function toInline(text: string): Inline[] {
  return [{ type: 'text', text }];
}

/** A section may be named by a bookmark or a table of contents; it has a heading only if the line says the name. */
function isHeading({ text, line }: Line, { headings }: DocumentLayout): boolean {
  const name = toLetters(headings.get(line)?.text ?? '');
  const own = toLetters(text);
  return name !== '' && own !== '' && (own.includes(name) || name.startsWith(own));
}

function toLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function splitBefore(lines: readonly Line[], starts: (line: Line, above: Line | undefined) => boolean): Line[][] {
  const parts: Line[][] = [];
  let above: Line | undefined;
  for (const line of lines) {
    const open = parts.at(-1);
    if (open === undefined || starts(line, above)) parts.push([line]);
    else open.push(line);
    above = line;
  }
  return parts;
}
