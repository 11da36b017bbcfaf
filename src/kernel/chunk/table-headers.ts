import { fromUtf8 } from '../../lib/bytes.ts';
import type { ContextSpan } from '../../model/cut.ts';
import { LIMITS } from '../../model/limits.ts';
import type { ChunkRow } from '../contract.ts';
import { decodeChunkSection } from './chunk-section.ts';

const BAR = 124;
/** Of a line without spaces at its end: a second run of them would be tried at every length. */
const DELIMITER = /^ {0,3}(?=[^\n]*\|)\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** Header rows for chunks of Markdown that begin in the middle of a table. Each byte is looked at once, however long a table is. */
export function findTableHeaders(section: Uint8Array, contents: Uint8Array): ContextSpan[] {
  const spans: ContextSpan[] = [];
  if (!contents.includes(BAR)) return spans;
  let before: ChunkRow | undefined;
  let header = '';
  for (const row of decodeChunkSection(section)) {
    // Only a section that was cut has a chunk that begins inside of something.
    const isInside = before !== undefined && row.part > 1 && before.part === row.part - 1;
    header = isInside ? findHeader(fromUtf8(contents.subarray(before?.startByte, row.startByte)), header) : '';
    const firstLine = fromUtf8(contents.subarray(row.startByte, endOfLine(contents, row)));
    if (header !== '' && !firstLine.includes('|')) header = '';
    if (header !== '') spans.push({ firstLine: row.startLine, lastLine: row.startLine, texts: [header] });
    before = row;
  }
  return spans;
}

/** Of the table that is open where the text ends; `open` is that of the one open where it begins. */
function findHeader(text: string, open: string): string {
  const lines = text.split('\n');
  // The text ends with a line end, or in the middle of a line that is too long for a chunk: that is no row.
  if (lines.pop() !== '') return '';
  let header = open;
  for (const [i, line] of lines.entries()) {
    const above = lines[i - 1] ?? '';
    if (line.trim() === '' || !line.includes('|')) header = '';
    else if (above.includes('|') && DELIMITER.test(line.trimEnd())) header = toShort(above.trim());
  }
  return header;
}

function toShort(header: string): string {
  if (header.length <= LIMITS.maxContextChars) return header;
  return header.slice(0, header.lastIndexOf('|', LIMITS.maxContextChars - 1) + 1);
}

function endOfLine(contents: Uint8Array, { startByte, endByte }: ChunkRow): number {
  const end = contents.indexOf(10, startByte);
  return end < 0 || end > endByte ? endByte : end;
}
