import type { ChunkRow } from '../../kernel/contract.ts';
import { ByteWriter } from '../../lib/byte-writer.ts';
import { compareBytes, toHex } from '../../lib/bytes.ts';
import type { FileRow } from '../../model/chunk.ts';
import type { Sha256 } from '../contract.ts';
import { type BlockDirectory, encodeDirectory } from '../format/block-directory.ts';
import { encodeHead, type PublishedHead } from '../format/head.ts';
import { encodeIds, type IdRow } from '../format/id-list.ts';
import { createPartWriter, encodePart } from '../format/index-part.ts';
import {
  COLLECTION_FOLDER,
  type IndexPart,
  MANIFEST_NAME,
  PART_NAMES,
  type PartName,
  type PublishedFile,
  TEXT_BLOCK_BYTES,
} from '../format/layout.ts';
import { encodeManifest, type PublishedCollection, type PublishedManifest } from '../format/manifest.ts';
import { toFrontBytes } from '../format/segment-front.ts';
import { encodePiece, type TextChunk } from '../format/text-block.ts';
import { type BlockWriter, createBlockWriter, type PublishSink, toHashedName } from './block-writer.ts';
import type { Sealing } from './seal-files.ts';

/** A half-open span of the uncompressed outlines or assets. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface PublishedPlaces {
  readonly outline: Place;
  readonly asset?: Place;
}

/** The published part of a collection: its kept files in path order. */
export interface PublishInput {
  readonly collection: PublishedCollection;
  readonly fileCount: number;
  readonly facets: Pick<PublishedHead, 'kinds' | 'folders' | 'sources' | 'tags'>;
  row(fileIndex: number): FileRow;
  /** Returns rows and the bytes that their spans point into. */
  readChunks(fileIndex: number): Promise<{ readonly rows: readonly ChunkRow[]; readonly contents: Uint8Array }>;
  /** Returns the bytes from which a reader builds the outline. */
  readOutline(fileIndex: number): Promise<Uint8Array>;
  readAsset(fileIndex: number): Promise<Uint8Array | undefined>;
  /** Encodes the file table, whose entries point to these places. */
  encodeFiles(places: readonly PublishedPlaces[]): Uint8Array;
  chunkId(fileIndex: number, row: ChunkRow): Uint8Array;
  /** Yields segments that together cover all files in path order. */
  segments(): AsyncIterable<Uint8Array>;
}

export interface PublishOptions {
  readonly sha256: Sha256;
  readonly sink: PublishSink;
  /** Unset: anyone can read the collection. */
  readonly sealing?: Sealing | undefined;
  /** Called after every file, with the number of files done. */
  readonly onFile?: (done: number) => void;
  readonly signal?: AbortSignal;
}

interface Written {
  readonly file: PublishedFile;
  readonly directory: BlockDirectory;
}

const toPath = (name: string): string => COLLECTION_FOLDER + name;

/** Writes `collection/`. The bytes depend only on the collection, unless they are encrypted. */
export async function writePublished(input: PublishInput, options: PublishOptions): Promise<PublishedManifest> {
  const { outlines, assets, places } = await writeOutlines(input, options);
  const text = await writeText(input, options, places);
  const files = await writeOne(options, 'files', input.encodeFiles(places));
  const ids = await writeOne(options, 'ids', text.ids);
  const segments: (Written & { front: Uint8Array })[] = [];
  for await (const segment of input.segments()) {
    const frontBytes = toFrontBytes(segment);
    const front = segment.slice(0, frontBytes);
    segments.push({ ...(await writeOne(options, 'words', segment.subarray(frontBytes))), front });
  }
  const index = await writeIndex(options, {
    head: {
      ...input.facets,
      segments: segments.map(({ front, directory }) => ({ front, words: directory })),
      text: text.directory,
      textChunks: text.chunks,
    },
    files: files.directory,
    outlines: outlines.directory,
    assets: assets.directory,
    ids: ids.directory,
  });
  const manifest: PublishedManifest = {
    ...structuredClone(input.collection),
    sources: input.collection.sources.map((source) => ({ ...source })),
    files: {
      index: index.file,
      words: segments.map(({ file }) => file),
      text: text.file,
      files: files.file,
      outlines: outlines.file,
      assets: assets.file,
      ids: ids.file,
    },
    parts: index.parts,
  };
  const out = await options.sink.createFile();
  const encoded = encodeManifest(manifest, options.sha256);
  await out.write((await options.sealing?.sealManifest(encoded)) ?? encoded);
  await out.finish(toPath(MANIFEST_NAME));
  return manifest;
}

function createWriter({ sink, sha256, sealing }: PublishOptions, stem: string): Promise<BlockWriter> {
  return createBlockWriter(sink, stem, sha256, sealing?.createFile);
}

async function writeOne(options: PublishOptions, stem: string, bytes: Uint8Array): Promise<Written> {
  const writer = await createWriter(options, stem);
  await writer.write(bytes);
  return writer.finish(toPath);
}

/** Writes chunks in ref order: the chunks of a block are adjacent, and a block holds everything a hit shows. */
async function writeText(
  input: PublishInput,
  options: PublishOptions,
  places: readonly PublishedPlaces[],
): Promise<Written & { readonly chunks: Uint32Array; readonly ids: Uint8Array }> {
  const { sha256, onFile, signal } = options;
  const writer = await createWriter(options, 'text');
  const block = new ByteWriter(TEXT_BLOCK_BYTES * 2);
  const counts: number[] = [];
  const ids: IdRow[] = [];
  let count = 0;
  const close = async (): Promise<void> => {
    if (count === 0) return;
    await writer.writeBlock(block.view());
    counts.push(count);
    block.clear();
    count = 0;
  };
  for (let fileIndex = 0; fileIndex < input.fileCount; fileIndex++) {
    signal?.throwIfAborted();
    const { rows, contents } = await input.readChunks(fileIndex);
    const file = input.row(fileIndex);
    const { outline } = places[fileIndex] as PublishedPlaces;
    let piece: TextChunk[] = [];
    let pieceBytes = 0;
    const closePiece = (): void => {
      if (piece.length > 0) encodePiece(block, { fileIndex, file, outline, chunks: piece });
      count += piece.length;
      piece = [];
      pieceBytes = 0;
    };
    for (const row of rows) {
      const bytes = row.endByte - row.startByte;
      if (block.length + pieceBytes > 0 && block.length + pieceBytes + bytes > TEXT_BLOCK_BYTES) {
        closePiece();
        await close();
      }
      piece.push(toTextChunk(row, contents, sha256));
      ids.push({ id: input.chunkId(fileIndex, row), ordinal: ids.length });
      pieceBytes += bytes;
    }
    closePiece();
    onFile?.(fileIndex + 1);
  }
  await close();
  return { ...(await writer.finish(toPath)), chunks: Uint32Array.from(counts), ids: encodeIds(ids) };
}

function toTextChunk({ contentHash, ...row }: ChunkRow, contents: Uint8Array, sha256: Sha256): TextChunk {
  const text = contents.subarray(row.startByte, row.endByte);
  return compareBytes(sha256(text), contentHash) === 0 ? { row, text } : { row, text, contentHash };
}

async function writeOutlines(
  input: PublishInput,
  options: PublishOptions,
): Promise<{ outlines: Written; assets: Written; places: PublishedPlaces[] }> {
  const outlines = await createWriter(options, 'outlines');
  const assets = await createWriter(options, 'assets');
  const places: PublishedPlaces[] = [];
  for (let fileIndex = 0; fileIndex < input.fileCount; fileIndex++) {
    options.signal?.throwIfAborted();
    const [outlineAt, assetAt] = [outlines.rawBytes, assets.rawBytes];
    await outlines.write(await input.readOutline(fileIndex));
    const asset = await input.readAsset(fileIndex);
    if (asset !== undefined) await assets.write(asset);
    places.push({
      outline: { start: outlineAt, end: outlines.rawBytes },
      asset: asset && { start: assetAt, end: assets.rawBytes },
    });
  }
  return { outlines: await outlines.finish(toPath), assets: await assets.finish(toPath), places };
}

async function writeIndex(
  { sha256, sink, sealing }: PublishOptions,
  { head, ...directories }: { readonly head: PublishedHead } & Record<Exclude<PartName, 'head'>, BlockDirectory>,
): Promise<{ file: PublishedFile; parts: Record<PartName, IndexPart> }> {
  const out = await sink.createFile();
  const sealed = await sealing?.createFile();
  const parts = {} as Record<PartName, IndexPart>;
  const hashes: Uint8Array[] = [];
  let bytes = 0;
  for (const name of PART_NAMES) {
    const writer = createPartWriter();
    if (name === 'head') encodeHead(writer, head);
    else encodeDirectory(writer, directories[name]);
    const part = encodePart(writer);
    const hash = sha256(part).subarray(0, 16);
    hashes.push(hash);
    const written = (await sealed?.seal(bytes, part)) ?? part;
    await out.write(written);
    parts[name] = { start: bytes, end: bytes + written.length, hash: toHex(hash) };
    bytes += written.length;
  }
  const name = sealed?.name ?? toHashedName('index', sha256, hashes);
  await out.finish(toPath(name));
  return { file: { name, bytes }, parts };
}
