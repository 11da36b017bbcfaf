import type { FileOutline } from '../../export/contract.ts';
import { toSectionEnds } from '../../export/text/section-ends.ts';
import type { ChunkRow, Kernel, LeafView } from '../../kernel/contract.ts';
import { parseRef, toRef } from '../../kernel/identity.ts';
import { toAsciiLower } from '../../lib/ascii.ts';
import { pauseForEvents } from '../../lib/async/priorities.ts';
import { findFirst } from '../../lib/binary-search.ts';
import type { Chunk, OutlineRow, SymbolRow } from '../../model/chunk.ts';
import { toOriginalSpan } from '../collection/read-original.ts';
import type { ChunkAnswer, FileAnswer } from '../contract.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { FoundLeaf, OpenCollection } from '../open/open-collection.ts';
import { readChunk, readChunks, SHORT_ID_LENGTH, toChunkId, toRows } from './to-chunks.ts';

/** Ordinals by short id. */
type IdMap = ReadonlyMap<string, readonly number[]>;

const ids = new WeakMap<OpenCollection, Promise<IdMap>>();
/** Chunk ids hashed before other requests get a turn. */
const HASHED_AT_ONCE = 4_096;

/** Finds a chunk by full id, short id or ref. */
export async function getChunk(
  kernel: Kernel,
  open: OpenCollection,
  idOrRef: string,
): Promise<ChunkAnswer | undefined> {
  const found = await findOrdinals(kernel, open, idOrRef);
  const [ordinal] = found;
  if (ordinal === undefined) return undefined;
  const answer = toAnswer(open, await readChunk(kernel, open, ordinal), ordinal);
  return found.length > 1 ? { ...answer, ambiguous: true } : answer;
}

/** Finds the ordinal of the chunk with this id, short id or ref. */
export async function findOrdinal(kernel: Kernel, open: OpenCollection, idOrRef: string): Promise<number | undefined> {
  return (await findOrdinals(kernel, open, idOrRef))[0];
}

/** Returns several ordinals if chunks share a short id. */
export async function findOrdinals(kernel: Kernel, open: OpenCollection, idOrRef: string): Promise<readonly number[]> {
  const ordinal = open.refs === undefined ? parseRef(idOrRef, open.totalChunks) : open.refs.parse(idOrRef);
  if (ordinal !== undefined) return [ordinal];
  const wanted = toAsciiLower(idOrRef);
  const short = wanted.slice(0, SHORT_ID_LENGTH);
  const owners = (await open.findIds?.(short)) ?? (await getIdMap(kernel, open)).get(short) ?? [];
  await open.prepareChunks(owners.map(open.fileOfOrdinal));
  return owners.filter((owner) => {
    const fileIndex = open.fileOfOrdinal(owner);
    const row = open.chunkRow(fileIndex, owner - (open.ordinals[fileIndex] as number));
    return toChunkId(kernel, open, fileIndex, row).startsWith(wanted);
  });
}

/** Returns the chunk that contains the line, or the last one that starts before it, or the first. */
export async function findChunkAt(
  kernel: Kernel,
  open: OpenCollection,
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

export async function readFile(kernel: Kernel, open: OpenCollection, path: string): Promise<FileAnswer | undefined> {
  const fileIndex = await findFile(open, path);
  if (fileIndex === undefined) return undefined;
  return { file: open.row(fileIndex), chunks: await readChunks(kernel, open, fileIndex) };
}

/** Returns a file's original bytes. */
export async function readOriginal(open: OpenCollection, path: string): Promise<Blob | undefined> {
  await open.completeFiles();
  const fileIndex = await findFile(open, path);
  if (fileIndex === undefined) return undefined;
  const entry = open.file(fileIndex);
  if (entry.original === undefined && isTextAlone(open, entry)) return undefined;
  return new Blob([(await open.readSpan(toOriginalSpan(entry))) as Uint8Array<ArrayBuffer>]);
}

/** Whether only text is stored instead of the file's bytes: a document's text, or an import's chunks. */
function isTextAlone(open: OpenCollection, { kind, sourceId }: FileEntry): boolean {
  if (kind === 'document') return true;
  return open.generation.row.collection.sources.some(({ id, type }) => id === sourceId && type === 'import');
}

/** Finds a file and prepares its chunks: a collection just opened or on a host has little loaded. */
async function findFile(open: OpenCollection, path: string): Promise<number | undefined> {
  const fileIndex = open.findLeaf?.(path)?.fileIndex ?? (await findFileInTable(open, path));
  if (fileIndex !== undefined) await open.prepareChunks([fileIndex]);
  return fileIndex;
}

async function findFileInTable(open: OpenCollection, path: string): Promise<number | undefined> {
  await open.completeFiles();
  return open.findFileIndex(path);
}

export async function listOutline(kernel: Kernel, open: OpenCollection, path: string): Promise<OutlineRow[]> {
  const place = await readLeafOf(kernel, open, path);
  if (place === undefined) return [];
  const refAt = createRefFinder(open, place.fileIndex);
  const ends = toSectionEnds(place.leaf.headings, place.leaf.lineCount);
  return place.leaf.headings.map((heading, i) => ({
    level: heading.level,
    text: heading.text,
    start_line: heading.line,
    end_line: ends[i] as number,
    ref: refAt(heading.line),
  }));
}

export async function listSymbols(kernel: Kernel, open: OpenCollection, path: string): Promise<SymbolRow[]> {
  const place = await readLeafOf(kernel, open, path);
  if (place === undefined) return [];
  const refAt = createRefFinder(open, place.fileIndex);
  return toOutline(place.leaf).symbols.map((symbol) => ({ ...symbol, ref: refAt(symbol.start_line) }));
}

/** Reads the headings and symbols of a file as exports write them. */
export async function readOutline(kernel: Kernel, open: OpenCollection, fileIndex: number): Promise<FileOutline> {
  return toOutline(kernel.readLeaf(await open.readSpan(open.file(fileIndex).leaf)));
}

function toOutline({ headings, symbols }: Pick<LeafView, 'headings' | 'symbols'>): FileOutline {
  return {
    headings,
    symbols: symbols.map(({ name, what, startLine: start_line, endLine: end_line }) => ({
      name,
      what,
      start_line,
      end_line,
    })),
  };
}

/** Reads the leaf of a file and prepares its chunks. */
export async function readLeafOf(kernel: Kernel, open: OpenCollection, path: string) {
  const found = open.findLeaf?.(path) ?? (await findLeafInTable(open, path));
  if (found === undefined) return undefined;
  const { fileIndex } = found;
  await open.prepareChunks([fileIndex]);
  return { leaf: kernel.readLeaf(await open.readSpan(found.leaf)), fileIndex };
}

async function findLeafInTable(open: OpenCollection, path: string): Promise<FoundLeaf | undefined> {
  const fileIndex = await findFileInTable(open, path);
  return fileIndex === undefined ? undefined : { fileIndex, leaf: open.file(fileIndex).leaf };
}

function createRefFinder(open: OpenCollection, fileIndex: number): (line: number) => string {
  const rows = toRows(open, fileIndex);
  return (line) => {
    const chunk = findFirst(rows.length, (i) => (rows[i] as ChunkRow).endLine >= line);
    return chunk < rows.length ? toRef((open.ordinals[fileIndex] as number) + chunk, open.totalChunks) : '';
  };
}

function toAnswer(open: OpenCollection, chunk: Chunk, ordinal: number): ChunkAnswer {
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

/** Published collections contain only text and images. */
function hasOriginal(open: OpenCollection, fileIndex: number): boolean {
  if (open.isRemote || open.fileNames(fileIndex).kind !== 'document') return false;
  return open.file(fileIndex).original !== undefined;
}

/** Builds the map on first use, since it hashes every chunk's identity. */
function getIdMap(kernel: Kernel, open: OpenCollection): Promise<IdMap> {
  const known = ids.get(open) ?? makeIdMap(kernel, open);
  ids.set(open, known);
  known.catch(() => ids.delete(open));
  return known;
}

async function makeIdMap(kernel: Kernel, open: OpenCollection): Promise<IdMap> {
  await open.complete();
  let hashed = 0;
  const map = new Map<string, number[]>();
  for (let fileIndex = 0; fileIndex < open.fileCount; fileIndex++) {
    const rows = toRows(open, fileIndex);
    rows.forEach((row, i) => {
      const key = toChunkId(kernel, open, fileIndex, row).slice(0, SHORT_ID_LENGTH);
      const ordinal = (open.ordinals[fileIndex] as number) + i;
      const owners = map.get(key);
      if (owners === undefined) map.set(key, [ordinal]);
      else owners.push(ordinal);
    });
    hashed += rows.length;
    if (hashed < HASHED_AT_ONCE) continue;
    hashed = 0;
    await pauseForEvents();
  }
  return map;
}
