import { fromUtf8 } from '../../lib/bytes.ts';
import type { ContextSpan } from '../../model/cut.ts';
import { LIMITS } from '../../model/limits.ts';
import { readRows } from '../../tables/table-rows.ts';
import type { ChunkRow } from '../contract.ts';
import { createLineCounter } from './chunk-context.ts';
import { decodeChunkSection } from './chunk-section.ts';

const BAR = 124;

/** Finds header rows for Markdown chunks that begin inside a table. Reads each byte once, however long the table is. */
export function findTableHeaders(section: Uint8Array, contents: Uint8Array): ContextSpan[] {
  const spans: ContextSpan[] = [];
  if (!contents.includes(BAR)) return spans;
  let before: ChunkRow | undefined;
  let header = '';
  const lines = createLineCounter(contents);
  for (const row of decodeChunkSection(section)) {
    // Only a chunk of a cut section can begin inside a table.
    const isInside = before !== undefined && row.part > 1 && before.part === row.part - 1;
    header = isInside ? findHeader(fromUtf8(contents.subarray(before?.startByte, row.startByte)), header) : '';
    const firstLine = fromUtf8(contents.subarray(row.startByte, endOfLine(contents, row)));
    if (header !== '' && !firstLine.includes('|')) header = '';
    const line = lines(row.startByte);
    if (header !== '') spans.push({ firstLine: line, lastLine: line, texts: [header] });
    before = row;
  }
  return spans;
}

/** Returns the header of the table that is open at the end of the text; `open` is the header of a table open at its start. */
function findHeader(text: string, open: string): string {
  let header = open;
  let next = 0;
  for (const row of readRows(text, { form: 'page', isOpen: open !== '' })) {
    if (row.separator !== 'bar') continue;
    if (row.isFirst) header = toShort(text.slice(row.start, row.end));
    ({ next } = row);
  }
  // A text that ends inside a line is too long for a chunk, and that line is not a row.
  return next === text.length && text.endsWith('\n') ? header : '';
}

/** Deeper indentation is code, or a list whose tables have no context yet, as those in quotations. */
function toShort(row: string): string {
  const header = row.trim();
  if (!/^ {0,3}[^\s>]/.test(row)) return '';
  if (header.length <= LIMITS.maxContextChars) return header;
  return header.slice(0, header.lastIndexOf('|', LIMITS.maxContextChars - 1) + 1);
}

function endOfLine(contents: Uint8Array, { startByte, endByte }: ChunkRow): number {
  const end = contents.indexOf(10, startByte);
  return end < 0 || end > endByte ? endByte : end;
}
