import { toWords } from '../../citations/match-quote.ts';
import type { Kernel } from '../../kernel/contract.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { Note, NotePlace, PlacedNote } from '../../model/outputs/note.ts';
import { toPagesText } from '../../places/address.ts';
import { createQuoteFinder } from '../../places/find-quote.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { rankChunks } from '../search/run-search.ts';
import { readChunks } from '../search/to-chunks.ts';

/**
 * Finds the quotation of each note, in its file or, if that is gone, in the file that has its words. Reads each file once. With `path`, only the
 * notes on that file.
 */
export async function placeNotes(
  kernel: Kernel,
  open: SearchedCollection,
  notes: readonly Note[],
  path?: string,
): Promise<PlacedNote[]> {
  if (notes.length === 0) return [];
  await open.completeFiles();
  const known = new Map<number, ReturnType<typeof openFile>>();
  const find = async (fileIndex: number, note: Note): Promise<NotePlace | undefined> => {
    const file = known.get(fileIndex) ?? openFile(kernel, open, fileIndex);
    known.set(fileIndex, file);
    return (await file)(note);
  };
  const placed: PlacedNote[] = [];
  for (const note of notes) {
    const own = open.findFileIndex(note.path);
    if (path !== undefined && own !== undefined && path !== note.path) continue;
    let place: NotePlace | undefined;
    for (const fileIndex of own === undefined ? await listLikely(kernel, open, note) : [own])
      place ??= await find(fileIndex, note);
    if (path === undefined || path === (place?.path ?? note.path))
      placed.push(place === undefined ? note : { ...note, place });
  }
  return placed;
}

const MAX_FILES = 5;
const MAX_WORDS = 24;
/** Shorter quotations are in many files. */
const MIN_WORDS = 4;

/** Lists the files to try for a note whose file is gone: those of its name first, then those with its words. */
async function listLikely(kernel: Kernel, open: SearchedCollection, { path, quote }: Note): Promise<number[]> {
  const name = path.slice(path.lastIndexOf('/'));
  const named = Array.from({ length: open.fileCount }, (_, i) => i).filter((i) =>
    `/${open.fileNames(i).path}`.endsWith(name.startsWith('/') ? name : `/${name}`),
  );
  const words = toWords(quote.exact);
  if (words.length < MIN_WORDS) return named;
  const found = await rankChunks(kernel, open, words.slice(0, MAX_WORDS).join(' '), { limit: MAX_FILES });
  return [...new Set([...named.slice(0, MAX_FILES), ...found.map(({ fileIndex }) => fileIndex)])];
}

async function openFile(kernel: Kernel, open: SearchedCollection, fileIndex: number) {
  const chunks = await readChunks(kernel, open, fileIndex);
  const { path, title } = open.row(fileIndex);
  const starts: number[] = [];
  let text = '';
  for (const { content } of chunks) {
    starts.push(text.length);
    text += `${content}\n`;
  }
  const findQuote = createQuoteFinder(text);
  return ({ quote }: Note): NotePlace | undefined => {
    const found = findQuote(quote);
    if (found === undefined) return undefined;
    const [start, end] = found;
    const first = starts.findLastIndex((at) => at <= start);
    const last = starts.findLastIndex((at) => at < end);
    const [from, to] = [chunks[first] as Chunk, chunks[last] as Chunk];
    const firstLine = lineAt(from, start - (starts[first] as number));
    const lastLine = lineAt(to, end - 1 - (starts[last] as number));
    const page = toPagesText([from], [firstLine, Math.min(lastLine, from.endLine)]);
    return {
      path,
      refs: chunks.slice(first, last + 1).map(({ ref }) => ref),
      lines: [firstLine, lastLine],
      ...(page === undefined ? {} : { page }),
      ...(title === undefined ? {} : { title }),
    };
  };
}

/** Returns the line of an offset. A chunk that was read from other text, such as a page of HTML, may have more lines than its source. */
function lineAt({ content, startLine, endLine }: Chunk, offset: number): number {
  return Math.min(endLine, startLine + content.slice(0, offset).split('\n').length - 1);
}

/** Order of the text: by file and line, those whose text is gone last in their file. */
export function inOrder(a: PlacedNote, b: PlacedNote): number {
  const [left, right] = [pathOf(a), pathOf(b)];
  if (left !== right) return left < right ? -1 : 1;
  return (a.place?.lines[0] ?? Number.POSITIVE_INFINITY) - (b.place?.lines[0] ?? Number.POSITIVE_INFINITY) || 0;
}

export const pathOf = ({ path, place }: PlacedNote): string => place?.path ?? path;
