import type { ChunkFacts } from '../../export/contract.ts';
import type { ChunkRow, Kernel } from '../../kernel/contract.ts';
import { chunkId, parseRef, toRef, toSlugs } from '../../kernel/identity.ts';
import { pauseForEvents } from '../../lib/async/priorities.ts';
import { fromUtf8, toHex } from '../../lib/bytes.ts';
import { estimateChunkTokens } from '../../lib/estimate-tokens.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { ChunkRefs, CollectionFiles, CollectionTexts } from '../open/faces.ts';

export const SHORT_ID_LENGTH = 12;

/** The faces that chunks are read from. */
export type ChunkSource = CollectionFiles & CollectionTexts;

/** Reads all chunks of a file with their content, in ref order. */
export async function readChunks(kernel: Kernel, open: ChunkSource, fileIndex: number): Promise<Chunk[]> {
  const contents = await open.readContents(fileIndex);
  await open.prepareChunks([fileIndex]);
  const { rows, toFacts } = openFacts(kernel, open, fileIndex);
  return rows.map(({ startByte, endByte }, i) =>
    toChunk(open, toFacts(i), fromUtf8(contents.subarray(startByte, endByte))),
  );
}

/** Lists all chunks of a file in ref order, without their content. */
export async function listChunkFacts(kernel: Kernel, open: ChunkSource, fileIndex: number): Promise<ChunkFacts[]> {
  await open.prepareChunks([fileIndex]);
  const { rows, toFacts } = openFacts(kernel, open, fileIndex);
  return rows.map((_, i) => toFacts(i));
}

export async function readChunk(kernel: Kernel, open: ChunkSource, ordinal: number): Promise<Chunk> {
  return (await readChunksAt(kernel, open, [ordinal]))[0] as Chunk;
}

/** Reads chunks by ordinal, in the given order. */
export async function readChunksAt(kernel: Kernel, open: ChunkSource, ordinals: readonly number[]): Promise<Chunk[]> {
  const fileIndexes = [...new Set(ordinals.map(open.fileOfOrdinal))];
  await open.prepareChunks(fileIndexes);
  const files = new Map(fileIndexes.map((fileIndex) => [fileIndex, openFacts(kernel, open, fileIndex)]));
  const places = ordinals.map((ordinal) => {
    const fileIndex = open.fileOfOrdinal(ordinal);
    const chunkIndex = ordinal - (open.ordinals[fileIndex] as number);
    const { rows, toFacts } = files.get(fileIndex) as OpenFacts;
    const { startByte, endByte } = rows[chunkIndex] as ChunkRow;
    return { fileIndex, chunkIndex, startByte, endByte, toFacts };
  });
  const texts = await open.readTexts(places);
  return places.map(({ chunkIndex, toFacts }, i) => toChunk(open, toFacts(chunkIndex), texts[i] as string));
}

/** Returns the refs of a collection with this many chunks. */
export function createRefs(totalChunks: number): ChunkRefs {
  return { of: (ordinal) => toRef(ordinal, totalChunks), parse: (text) => parseRef(text, totalChunks) };
}

/** Chunk ids hashed before other requests get a turn. */
const HASHED_AT_ONCE = 4_096;

/** Ordinals by short id. */
type IdMap = ReadonlyMap<string, readonly number[]>;

/** Finds ordinals by short id. Hashes every chunk's identity on first use. */
export function createIdFinder(
  kernel: Kernel,
  getOpen: () => ChunkSource,
  complete: () => Promise<void> = async () => {},
): (shortId: string) => Promise<readonly number[]> {
  let known: Promise<IdMap> | undefined;
  return async (shortId) => {
    known ??= complete()
      .then(() => makeIdMap(kernel, getOpen()))
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return (await known).get(shortId) ?? [];
  };
}

async function makeIdMap(kernel: Kernel, open: ChunkSource): Promise<IdMap> {
  let hashed = 0;
  const map = new Map<string, number[]>();
  for (let fileIndex = 0; fileIndex < open.fileCount; fileIndex++) {
    await open.prepareChunks([fileIndex]);
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

export function toRows(open: ChunkSource, fileIndex: number): ChunkRow[] {
  const count = (open.ordinals[fileIndex + 1] as number) - (open.ordinals[fileIndex] as number);
  return Array.from({ length: count }, (_, i) => open.chunkRow(fileIndex, i));
}

/** Returns the row of a prepared chunk. */
export function rowOf(open: ChunkSource, ordinal: number): ChunkRow {
  const fileIndex = open.fileOfOrdinal(ordinal);
  return open.chunkRow(fileIndex, ordinal - (open.ordinals[fileIndex] as number));
}

export function toChunkId(kernel: Kernel, open: CollectionFiles, fileIndex: number, row: ChunkRow): string {
  const { path, ownPath = path } = open.fileNames(fileIndex);
  return toHex(chunkId(kernel, ownPath, row.contentHash, row.occurrence));
}

function openFacts(kernel: Kernel, open: ChunkSource, fileIndex: number) {
  const rows = toRows(open, fileIndex);
  const { path, kind, language } = open.fileNames(fileIndex);
  const slugs = toSlugs(kernel, path, rows);
  const toFacts = (chunkIndex: number): ChunkFacts => {
    const row = rows[chunkIndex] as ChunkRow;
    const { headings, symbol, symbols, address, places, context, part, parts } = row;
    const id = toChunkId(kernel, open, fileIndex, row);
    return {
      id,
      shortId: id.slice(0, SHORT_ID_LENGTH),
      ref: open.refs.of((open.ordinals[fileIndex] as number) + chunkIndex),
      slug: slugs[chunkIndex] as string,
      ...{ path, kind, chunkIndex, startLine: row.startLine, endLine: row.endLine },
      contentHash: toHex(row.contentHash),
      tokenEstimate: estimateChunkTokens(row),
      headingPath: row.headingPath,
      ...(headings.length > 0 && { headings }),
      ...(symbol !== '' && { symbol }),
      ...(symbols.length > 0 && { symbols }),
      ...(address !== '' && { address }),
      ...(places && { places }),
      ...(context.length > 0 && { context }),
      // Only images keep their bytes with the text.
      ...(kind === 'image' && { assetPath: `images/${path}` }),
      ...(language !== undefined && { language }),
      ...(parts > 1 && { part, parts }),
    };
  };
  return { rows, toFacts };
}

type OpenFacts = ReturnType<typeof openFacts>;

function toChunk({ collection }: CollectionFiles, facts: ChunkFacts, content: string): Chunk {
  const isMasked = collection.settings.mask_secrets && content.includes('[[secret:');
  return { ...facts, content, ...(isMasked && { masked: true }) };
}
