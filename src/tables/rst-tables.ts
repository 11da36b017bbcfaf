import { findCsvRows } from './csv-rows.ts';
import type { Separator, TableRow, TextSpan } from './table-row.ts';

/** Lines of a directive below its options. */
interface Block extends TextSpan {
  readonly options: ReadonlyMap<string, Option>;
}

interface Option {
  readonly value: string;
  readonly start: number;
}

/** Yields the rows of `list-table` and `csv-table`. */
export function* readDirectives(text: string): Generator<TableRow> {
  const directive = /^([ \t]*)\.\. (list|csv)-table::/gm;
  for (let match = directive.exec(text); match; match = directive.exec(text)) {
    const block = readBlock(text, match.index, match[1]?.length ?? 0);
    yield* match[2] === 'list' ? readList(text, block) : readCsvBlock(text, block);
    // A directive inside this one must not be read for each directive around it.
    directive.lastIndex = Math.max(block.end, directive.lastIndex);
  }
}

/** The block ends before the next line that is not indented more than the directive. */
function readBlock(text: string, from: number, indent: number): Block {
  const options = new Map<string, Option>();
  let start = findLineEnd(text, from);
  let isHead = true;
  let at = start;
  while (at < text.length) {
    const end = findLineEnd(text, at);
    const line = text.slice(at, end);
    const content = line.trimStart();
    const lineIndent = line.length - content.length;
    if (content !== '' && lineIndent <= indent) break;
    const option = isHead ? /^:([a-z-]{1,20}):[ \t]*/.exec(content) : null;
    if (option?.[1] === undefined) isHead &&= content !== '' && options.size === 0 && start === at;
    else
      options.set(option[1], {
        value: content.slice(option[0].length).trim(),
        start: at + lineIndent + option[0].length,
      });
    if (isHead) start = end;
    at = end;
  }
  return { start, end: at, options };
}

/** Returns the offset below the line. */
function findLineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return feed < 0 ? text.length : feed + 1;
}

const LIST_ROW = /^([ \t]*)[*+-][ \t]+[*+-](?=\s)/;

function* readList(text: string, { start, end, options }: Block): Generator<TableRow> {
  const starts: number[] = [];
  let indent: string | undefined;
  for (let at = start; at < end; at = findLineEnd(text, at)) {
    const own = LIST_ROW.exec(text.slice(at, Math.min(end, at + 200)))?.[1];
    indent ??= own;
    if (own !== undefined && own === indent) starts.push(at);
  }
  const hasHeader = (options.get('header-rows')?.value ?? '0') !== '0';
  for (const [i, at] of starts.entries()) {
    const next = starts[i + 1] ?? end;
    yield { start: at, end: next, next, isFirst: i === 0, separator: 'item', hasHeader };
  }
}

/** Returns the offsets of the marks before the cells of a row. */
export function findItems(text: string, { start, end }: TextSpan): number[] {
  const first = LIST_ROW.exec(text.slice(start, start + 200));
  if (!first) return [];
  const column = first[0].length - 1;
  const marks = [start + column];
  for (let at = findLineEnd(text, start); at < end; at = findLineEnd(text, at)) {
    const isMark = /^[*+-]\s/.test(text.slice(at + column, at + column + 2));
    if (isMark && text.slice(at, at + column).trim() === '') marks.push(at + column);
  }
  return marks;
}

const DELIMITERS: Readonly<Record<string, Separator>> = { ';': ';', tab: '\t', '|': '|' };

function* readCsvBlock(text: string, { start, end, options }: Block): Generator<TableRow> {
  const separator = DELIMITERS[options.get('delim')?.value ?? ''] ?? ',';
  const header = options.get('header');
  const hasHeader = header !== undefined || (options.get('header-rows')?.value ?? '0') !== '0';
  const row = { separator, hasQuotes: true, hasHeader };
  if (header) {
    const headerEnd = header.start + header.value.length;
    yield { ...row, start: header.start, end: headerEnd, next: headerEnd, isFirst: true };
  }
  const starts = findCsvRows(text.slice(start, end)).map((at) => start + at);
  for (const [i, at] of starts.entries()) {
    const next = starts[i + 1] ?? end;
    yield { ...row, start: at, end: next, next, isFirst: i === 0 && !header };
  }
}
