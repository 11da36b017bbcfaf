import type { FileOutline } from '../../export/contract.ts';
import { toSectionEnds } from '../../export/text/section-ends.ts';
import type { ChunkRow, Kernel } from '../../kernel/contract.ts';
import { toRef } from '../../kernel/identity.ts';
import { toAsciiLower } from '../../lib/ascii.ts';
import { findFirst } from '../../lib/binary-search.ts';
import type { Chunk, OutlineRow, SymbolRow } from '../../model/chunk.ts';
import type { ChunkAnswer, FileAnswer } from '../contract.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { CollectionFiles, OpenCollection } from '../open/faces.ts';
import { type ChunkSource, readChunk, readChunks, rowOf, SHORT_ID_LENGTH, toChunkId, toRows } from './to-chunks.ts';

/** Finds a chunk by full id, short id or ref. */
export async function getChunk(kernel: Kernel, open: ChunkSource, idOrRef: string): Promise<ChunkAnswer | undefined> {
  const found = await findOrdinals(kernel, open, idOrRef);
  const [ordinal] = found;
  if (ordinal === undefined) return undefined;
  const answer = toAnswer(open, await readChunk(kernel, open, ordinal), ordinal);
  return found.length > 1 ? { ...answer, ambiguous: true } : answer;
}

/** Finds the ordinal of the chunk with this id, short id or ref. */
export async function findOrdinal(kernel: Kernel, open: ChunkSource, idOrRef: string): Promise<number | undefined> {
  return (await findOrdinals(kernel, open, idOrRef))[0];
}

/** Returns several ordinals if chunks share a short id. */
export async function findOrdinals(kernel: Kernel, open: ChunkSource, idOrRef: string): Promise<readonly number[]> {
  const ordinal = open.refs.parse(idOrRef);
  if (ordinal !== undefined) return [ordinal];
  const wanted = toAsciiLower(idOrRef);
  const owners = await open.findIds(wanted.slice(0, SHORT_ID_LENGTH));
  await open.prepareChunks(owners.map(open.fileOfOrdinal));
  return owners.filter((owner) =>
    toChunkId(kernel, open, open.fileOfOrdinal(owner), rowOf(open, owner)).startsWith(wanted),
  );
}

/** Returns the chunk that contains the line, or the last one that starts before it, or the first. */
export async function findChunkAt(
  kernel: Kernel,
  open: ChunkSource,
  path: string,
  line: number,
): Promise<ChunkAnswer | undefined> {
  const fileIndex = await findFile(open, path);
  if (fileIndex === undefined) return undefined;
  const rows = toRows(open, fileIndex);
  if (rows.length === 0) return undefined;
  let best = rows.findIndex((row) => row.startLine <= line && line <= row.endLine);
  if (best < 0)
    best = Math.max(
      0,
      rows.findLastIndex((row) => row.startLine <= line),
    );
  const ordinal = (open.ordinals[fileIndex] as number) + best;
  return toAnswer(open, await readChunk(kernel, open, ordinal), ordinal);
}

export async function readFile(kernel: Kernel, open: ChunkSource, path: string): Promise<FileAnswer | undefined> {
  const fileIndex = await findFile(open, path);
  if (fileIndex === undefined) return undefined;
  return { file: open.row(fileIndex), chunks: await readChunks(kernel, open, fileIndex) };
}

/** Returns a file's original bytes. */
export async function readOriginal(open: OpenCollection, path: string): Promise<Blob | undefined> {
  await open.completeFiles();
  const fileIndex = await findFile(open, path);
  if (fileIndex === undefined) return readRefused(open, path);
  const entry = open.file(fileIndex);
  if (entry.original === undefined && isTextAlone(open, entry)) return undefined;
  return new Blob([(await open.readOriginal(fileIndex)) as Uint8Array<ArrayBuffer>]);
}

/** Reads a document that was refused, such as an encrypted one. */
async function readRefused({ readTable, readStored }: OpenCollection, path: string): Promise<Blob | undefined> {
  const entry = [...(await readTable()).entries].find((one) => one.path === path);
  const original = entry?.original && (await readStored(entry)).original;
  return original && new Blob([original as Uint8Array<ArrayBuffer>]);
}

/** Whether only text is stored instead of the file's bytes: a document's text, or an import's chunks. */
function isTextAlone(open: CollectionFiles, { kind, sourceId }: FileEntry): boolean {
  if (kind === 'document') return true;
  return open.collection.sources.some(({ id, type }) => id === sourceId && type === 'import');
}

/** Finds a file and prepares its chunks: a collection just opened or on a host has little loaded. */
async function findFile(open: ChunkSource, path: string): Promise<number | undefined> {
  let fileIndex = open.findFileIndex(path);
  if (fileIndex === undefined) {
    await open.completeFiles();
    fileIndex = open.findFileIndex(path);
  }
  if (fileIndex !== undefined) await open.prepareChunks([fileIndex]);
  return fileIndex;
}

export async function listOutline(kernel: Kernel, open: ChunkSource, path: string): Promise<OutlineRow[]> {
  const place = await readLeafOf(kernel, open, path);
  if (place === undefined) return [];
  const refAt = createRefFinder(open, place.fileIndex);
  const ends = toSectionEnds(place.leaf.headings, place.leaf.lineCount);
  return place.leaf.headings.map((heading, i) => ({
    level: heading.level,
    text: heading.text,
    startLine: heading.line,
    endLine: ends[i] as number,
    ref: refAt(heading.line),
  }));
}

export async function listSymbols(kernel: Kernel, open: ChunkSource, path: string): Promise<SymbolRow[]> {
  const place = await readLeafOf(kernel, open, path);
  if (place === undefined) return [];
  const refAt = createRefFinder(open, place.fileIndex);
  return place.leaf.symbols.map((symbol) => ({ ...symbol, ref: refAt(symbol.startLine) }));
}

/** Reads the headings and symbols of a file as exports write them. */
export async function readOutline(kernel: Kernel, open: ChunkSource, fileIndex: number): Promise<FileOutline> {
  const { headings, symbols } = kernel.readLeaf(await open.readLeaf(fileIndex));
  return { headings, symbols };
}

/** Reads the leaf of a file and prepares its chunks. */
export async function readLeafOf(kernel: Kernel, open: ChunkSource, path: string) {
  const fileIndex = await findFile(open, path);
  return fileIndex === undefined ? undefined : { leaf: kernel.readLeaf(await open.readLeaf(fileIndex)), fileIndex };
}

function createRefFinder(open: ChunkSource, fileIndex: number): (line: number) => string {
  const rows = toRows(open, fileIndex);
  return (line) => {
    const chunk = findFirst(rows.length, (i) => (rows[i] as ChunkRow).endLine >= line);
    return chunk < rows.length ? toRef((open.ordinals[fileIndex] as number) + chunk, open.totalChunks) : '';
  };
}

function toAnswer(open: ChunkSource, chunk: Chunk, ordinal: number): ChunkAnswer {
  const fileIndex = open.fileOfOrdinal(ordinal);
  const first = open.ordinals[fileIndex] as number;
  const last = (open.ordinals[fileIndex + 1] as number) - 1;
  return {
    chunk,
    file: open.row(fileIndex),
    ...(hasOriginal(open, fileIndex) ? { hasOriginal: true } : {}),
    ...(ordinal > first ? { previous: toRef(ordinal - 1, open.totalChunks) } : {}),
    ...(ordinal < last ? { next: toRef(ordinal + 1, open.totalChunks) } : {}),
  };
}

function hasOriginal({ fileNames, file }: CollectionFiles, fileIndex: number): boolean {
  return fileNames(fileIndex).kind === 'document' && file(fileIndex).original !== undefined;
}
