import { toLabel } from '../../export/text/labels.ts';
import type { Kernel } from '../../kernel/contract.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { Filters, Hit, Ranges, SearchAnswer, SearchOptions } from '../../model/hit.ts';
import type { Note, PlacedNote } from '../../model/outputs/note.ts';
import { joinFilters, passesFile } from '../../search/filters.ts';
import { parseQuery } from '../../search/parse-query.ts';
import type { OwnRecords } from '../collection/collection-records.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { findOrdinal } from '../search/answers.ts';
import { readChunk } from '../search/to-chunks.ts';
import { readNotes } from './note-actions.ts';
import { placeNotes } from './place-notes.ts';

/** Searches quotations and notes instead of texts: those with every word, newest first, one hit for a chunk. A note whose text is gone has no hit. */
export async function searchNotes(
  kernel: Kernel,
  open: SearchedCollection,
  records: OwnRecords,
  { query, limit = 20, offset = 0, filters = {}, seq }: SearchOptions & { readonly query: string },
): Promise<SearchAnswer> {
  const parsed = parseQuery(query);
  const wanted = [...parsed.words.map(({ text }) => text), ...parsed.phrases].map(fold);
  const { kind: _, ...others } = joinFilters(parsed.filters, filters);
  const matching = (await readNotes(records)).filter((note) => {
    const text = fold(toText(note));
    return wanted.every((word) => text.includes(word)) && !parsed.minus.some((word) => text.includes(fold(word)));
  });
  const byRef = new Map<string, PlacedNote[]>();
  for (const note of await placeNotes(kernel, open, matching)) {
    const [ref] = note.place?.refs ?? [];
    if (ref === undefined || !passes(open, note, others)) continue;
    byRef.set(ref, [...(byRef.get(ref) ?? []), note]);
  }
  const hits: Hit[] = [];
  for (const [ref, own] of [...byRef].slice(offset, offset + limit)) {
    const ordinal = await findOrdinal(kernel, open, ref);
    if (ordinal !== undefined) hits.push(toHit(open, await readChunk(kernel, open, ordinal), own, wanted));
  }
  return {
    hits,
    total: byRef.size,
    rows: byRef.size,
    partial: false,
    fuzzy: false,
    ...(seq === undefined ? {} : { seq }),
  };
}

function passes(open: SearchedCollection, { place }: PlacedNote, filters: Filters): boolean {
  const fileIndex = place && open.findFileIndex(place.path);
  return fileIndex !== undefined && passesFile(open.fileNames(fileIndex), filters);
}

function toHit(open: SearchedCollection, chunk: Chunk, notes: readonly PlacedNote[], words: readonly string[]): Hit {
  const { id, ref, path, kind, headingPath, symbol, address, tokenEstimate, language } = chunk;
  const row = open.row(open.findFileIndex(path) as number);
  const lines = (notes[0] as PlacedNote).place?.lines ?? [chunk.startLine, chunk.endLine];
  const snippet = notes.map(toText).join('\n');
  return {
    ...{ id, ref, path, kind, source: row.source, lines, score: 0, label: toLabel(chunk), headingPath, tokenEstimate },
    ...(row.title === undefined ? {} : { title: row.title }),
    ...(language === undefined ? {} : { language }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(address === undefined ? {} : { address }),
    ...{ line: lines[0], snippet, ranges: findWords(snippet, words), why: [] },
  };
}

function toText({ quote, text }: Note): string {
  const quoted = quote.exact.replace(/\s+/g, ' ').trim();
  return text === undefined ? quoted : `${quoted} – ${text.trim()}`;
}

/** Finds the words in a text that folding leaves as long as it is. */
function findWords(text: string, words: readonly string[]): Ranges {
  const folded = fold(text);
  if (folded.length !== text.length) return [];
  const spans = words.flatMap((word) => {
    const at = word === '' ? -1 : folded.indexOf(word);
    return at < 0 ? [] : [[at, at + word.length] as const];
  });
  return spans.sort((a, b) => a[0] - b[0]).filter(([start], i) => start >= (spans[i - 1]?.[1] ?? 0));
}

function fold(text: string): string {
  return text.toLowerCase();
}
