import type { Chunk, Place } from '../../model/chunk.ts';
import { listPlaces, parseAddress, toRangeText } from '../../places/address.ts';
import { escapeName } from './hidden-text.ts';

export const CITE_LINES = 'Cite as path:start-end.';
/** The same for a text with documents that have pages. */
export const CITE_PAGES =
  'Cite as path:start-end. Where a heading or a mark names pages ([p. 12], [slide 3], [Sheet1!2:51]), cite those instead: report.pdf p. 12.';

export function hasPages(chunk: Chunk): boolean {
  return listPlaces(chunk).length > 0;
}

/** Returns where each page, slide or row range begins in consecutive chunks; empty for a file without pages. */
export function listMarks(chunks: readonly Parameters<typeof listPlaces>[0][]): Place[] {
  const marks: Place[] = [];
  for (const place of chunks.flatMap(listPlaces)) if (place.address !== marks.at(-1)?.address) marks.push(place);
  return marks;
}

/** `report.pdf p. 3-7`, or `notes.md:3-7` for a file without pages. */
export function toSource(chunks: readonly Chunk[]): string {
  const first = chunks[0] as Chunk;
  const path = escapeName(first.path);
  const marks = listMarks(chunks);
  if (marks.length === 0) return `${path}:${first.startLine}-${(chunks.at(-1) as Chunk).endLine}`;
  return `${path} ${toPages(marks)}`;
}

export function toPages(marks: readonly Place[]): string {
  return toRangeText((marks[0] as Place).address, (marks.at(-1) as Place).address);
}

/** The same without its path: `lines 3-7`, `p. 3-7`. */
export function toPlace(chunks: readonly Chunk[]): string {
  const marks = listMarks(chunks);
  return marks.length > 0 ? toPages(marks) : `lines ${chunks[0]?.startLine}-${chunks.at(-1)?.endLine}`;
}

/** Puts each mark on a line of its own, above the line where its page begins. */
export function markLines({ content, startLine }: Chunk, addresses: ReadonlyMap<number, string>): string {
  return content
    .split('\n')
    .map((text, i) => {
      const address = addresses.get(startLine + i);
      return `${address === undefined ? '' : `[${address}]\n`}${isMark(text) ? '\\' : ''}${text}`;
    })
    .join('\n');
}

/** A line of the document must not look like a mark. */
function isMark(line: string): boolean {
  return line.startsWith('[') && line.endsWith(']') && parseAddress(line.slice(1, -1)) !== undefined;
}
