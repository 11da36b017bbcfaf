import { findDocumentFormat } from '../../../../kinds/document-format.ts';
import { closesFence, openFence } from '../../../../markdown/fences.ts';
import type { Chunk, FileRow, Place } from '../../../../model/chunk.ts';
import { listPlaces, parseAddress } from '../../../../places/address.ts';

/** Views of a file other than its source. */
export type ReadAs = 'prose' | 'rst' | 'table' | 'image' | 'document';

export function findReadAs({ kind, path }: Pick<FileRow, 'kind' | 'path'>): ReadAs | undefined {
  // The text of a book is Markdown.
  if (kind === 'image' || (kind === 'document' && !/\.epub$/i.test(path))) return kind;
  if (/\.[ct]sv$/i.test(path)) return 'table';
  if (/\.re?st$/i.test(path)) return 'rst';
  if (kind === 'markdown' || kind === 'html' || /\.(adoc|asciidoc|epub)$/i.test(path)) return 'prose';
  return undefined;
}

/** How the reader of a format writes its text: lines of a page, rows of sheets, Markdown, or paragraphs. */
type Form = 'page' | 'sheet' | 'markdown' | 'flow';

/** The parts of a document that its plain text does not show, by line. */
export interface DocumentLayout {
  readonly form: Form;
  readonly headings: ReadonlyMap<number, { readonly level: number; readonly text: string }>;
  /** Addresses of pages, slides and chapters, by first line. */
  readonly places: ReadonlyMap<number, string>;
  /** Row numbers of a sheet. */
  readonly rows: ReadonlyMap<number, number>;
}

interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}

export function findLayout(path: string, chunks: readonly Chunk[], outline: readonly Heading[]): DocumentLayout {
  const form = findForm(path);
  const headings = new Map(outline.map(({ line, level, text }) => [line, { level, text }]));
  const places = chunks.flatMap(listPlaces).filter((place, i, all) => place.address !== all[i - 1]?.address);
  if (form === 'sheet') return { form, headings, places: new Map(), rows: numberRows(chunks, places, headings) };
  return { form, headings, places: new Map(places.map(({ line, address }) => [line, address])), rows: new Map() };
}

function findForm(path: string): Form {
  const format = findDocumentFormat(path);
  if (format === 'pdf') return 'page';
  if (format === 'epub') return 'markdown';
  return format === 'xlsx' || format === 'ods' ? 'sheet' : 'flow';
}

/** Numbers the rows of each range that has no empty rows. The text leaves those out, so the numbers of other ranges are unknown. */
function numberRows(
  chunks: readonly Chunk[],
  places: readonly Place[],
  headings: ReadonlyMap<number, unknown>,
): ReadonlyMap<number, number> {
  const lines = chunks.flatMap(({ content, startLine }) =>
    content.split('\n').flatMap((text, i) => (text === '' ? [] : [startLine + i])),
  );
  const numbers = new Map<number, number>();
  let at = 0;
  for (const [i, place] of places.entries()) {
    const end = places[i + 1]?.line ?? Number.POSITIVE_INFINITY;
    const own: number[] = [];
    for (; at < lines.length && (lines[at] as number) < end; at++) own.push(lines[at] as number);
    const address = parseAddress(place.address);
    if (address === undefined) continue;
    const { first, last } = address;
    // The name of the sheet and its first row precede the rows that the address counts.
    const hasHeader = headings.has(place.line);
    const header = hasHeader ? own[1] : undefined;
    const below = hasHeader ? own.slice(2) : own;
    if (header !== undefined && (below.length === 0 || first === 2))
      numbers.set(header, below.length === 0 ? first : 1);
    if (below.length === last - first + 1) for (const [row, line] of below.entries()) numbers.set(line, first + row);
  }
  return numbers;
}

/** Finds, for each chunk that begins inside a fenced code block, the line that opens the block. Without it, the chunk would be shown as prose. */
export function findFences(chunks: readonly Chunk[]): ReadonlyMap<string, string> {
  const fences = new Map<string, string>();
  let open: string | undefined;
  for (const { ref, content } of chunks) {
    if (open !== undefined) fences.set(ref, open);
    for (const line of content.split('\n')) {
      if (open === undefined) open = openFence(line);
      else if (closesFence(line, open)) open = undefined;
    }
  }
  return fences;
}
