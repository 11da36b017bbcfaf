import type { ChunkRow } from '../../kernel/contract.ts';
import { findRange } from '../../lib/binary-search.ts';
import { compareBytes, fromHex, toHex } from '../../lib/bytes.ts';
import type { SpanReader } from '../../lib/span.ts';
import type { FileRow } from '../../model/chunk.ts';
import type { Host, Sha256, Traffic } from '../contract.ts';
import { decodeDirectory } from '../format/block-directory.ts';
import { decodeHead, type PublishedHead } from '../format/head.ts';
import { ID_BYTES, ID_ROW_BYTES } from '../format/id-list.ts';
import { decodePart, type PartReader } from '../format/index-part.ts';
import { MANIFEST_NAME, type PartName, READ_LIMITS } from '../format/layout.ts';
import { type PublishedManifest, parseManifest } from '../format/manifest.ts';
import { openManifest } from '../format/sealed-manifest.ts';
import { countSegment, readFileStarts, SEGMENT_BLOCK_BYTES, toSegmentBytes } from '../format/segment-front.ts';
import { decodePieces, type TextChunk, type TextPiece } from '../format/text-block.ts';
import { createBlockReader, createBlocks, openSizedBlock, orDamaged } from './blocks.ts';
import { readSpanBytes } from './read-span.ts';
import { type CheckedSpan, createVerifiedHost, type VerifiedHost } from './verified-host.ts';

/** A published collection, read on demand. Files are in path order; a chunk's ordinal is its index in ref order. */
export interface PublishedIndex {
  readonly manifest: PublishedManifest;
  readonly facets: Pick<PublishedHead, 'kinds' | 'folders' | 'sources' | 'tags'>;
  /** First ordinal of every file; one more entry holds the total. */
  readonly ordinals: Uint32Array;
  readonly segments: readonly OpenSegment[];
  /** Fetches the data that `chunk` needs for these ordinals. */
  prepareChunks(ordinals: readonly number[]): Promise<void>;
  chunk(ordinal: number): PublishedChunk;
  /** Finds the ordinals of the chunks whose id begins with these twelve digits. */
  findIds(shortId: string): Promise<number[]>;
  /** Fetches the file's directory on first use. */
  openFile(name: LazyFile): Promise<SpanReader>;
  traffic(): Promise<Traffic>;
}

type LazyFile = Exclude<PartName, 'head'>;

interface OpenSegment {
  readonly segment: SpanReader;
  readonly firstFile: number;
  readonly fileCount: number;
  readonly firstChunk: number;
}

interface PublishedChunk {
  readonly file: FileRow;
  readonly outline: TextPiece['outline'];
  readonly row: ChunkRow;
  readonly text: Uint8Array;
}

/**
 * Makes two requests, one after the other. `key` opens an encrypted collection. Throws the errors of `Host`, `openManifest` and `parseManifest`,
 * `publish/damaged` and `publish/replaced`.
 */
export async function openPublished(unverified: Host, sha256: Sha256, key?: string): Promise<PublishedIndex> {
  const stored = await unverified.readManifest();
  const { bytes, cipher } = await openManifest(stored, key);
  const manifest = parseManifest(bytes, MANIFEST_NAME, sha256);
  const host = createVerifiedHost(unverified, stored, sha256, cipher);
  const { files } = manifest;
  const { words, ...others } = files;
  unverified.kept?.keepOnly([...words, ...Object.values(others)].map(({ name }) => name));
  const head = await readPart(host, manifest, 'head', (part) => decodeHead(part, files));
  const ordinals = toOrdinals(head);
  const openFile = createFileOpener(host, manifest);
  return {
    manifest,
    facets: head,
    ordinals,
    segments: toSegments(host, manifest, head),
    ...openText(host, manifest, { ...head, ordinals }),
    openFile,
    findIds: async (shortId) => findIds(await openFile('ids'), shortId),
    traffic: host.traffic,
  };
}

async function readPart<T>(
  host: VerifiedHost,
  { files: { index }, parts }: PublishedManifest,
  name: PartName,
  decode: (part: PartReader) => T,
): Promise<T> {
  const { start, end, hash } = parts[name];
  if (start > end || end > index.bytes || end - start > READ_LIMITS.partBytes) throw host.toDamage(index.name);
  const isRight = (bytes: Uint8Array): boolean => toHex(host.sha256(bytes)).startsWith(hash);
  const checked: CheckedSpan = { span: [start, end], isRight };
  const bytes = (await host.readKept(index, checked)) ?? (await host.readRun(index, [checked]))[0];
  return orDamaged(host, index, () => decode(decodePart(bytes as Uint8Array)));
}

function createFileOpener(host: VerifiedHost, manifest: PublishedManifest): PublishedIndex['openFile'] {
  const opened = new Map<LazyFile, Promise<SpanReader>>();
  return (name) => {
    const known = opened.get(name);
    if (known !== undefined) return known;
    const file = manifest.files[name];
    const opening = readPart(host, manifest, name, (part) =>
      createBlockReader(host, file, decodeDirectory(part, file.bytes)),
    );
    opened.set(name, opening);
    opening.catch(() => opened.delete(name));
    return opening;
  };
}

function toOrdinals({ kinds, segments }: PublishedHead): Uint32Array {
  const ordinals = new Uint32Array(kinds.length + 1);
  let files = 0;
  let chunks = 0;
  for (const { front } of segments) {
    const starts = readFileStarts(front);
    starts.forEach((start, i) => {
      ordinals[files + i] = chunks + start;
    });
    files += starts.length - 1;
    chunks += starts.at(-1) as number;
  }
  return ordinals;
}

/** The front is already loaded, the rest comes in blocks. */
function toSegments(host: VerifiedHost, { files }: PublishedManifest, head: PublishedHead): OpenSegment[] {
  let firstFile = 0;
  let firstChunk = 0;
  return head.segments.map(({ front, words }, i) => {
    const file = files.words[i] as PublishedManifest['files']['words'][number];
    if (front.length + words.rawBytes !== toSegmentBytes(front)) throw host.toDamage(files.index.name);
    const rest = createBlockReader(host, file, words);
    const { files: fileCount, chunks } = countSegment(front);
    const open: OpenSegment = {
      firstFile,
      fileCount,
      firstChunk,
      segment: {
        length: front.length + rest.length,
        blockBytes: SEGMENT_BLOCK_BYTES,
        async readSpans(spans, put) {
          const [from, later] = [front.length, spans.filter(([, end]) => end > front.length)];
          for (const [start, end] of spans) if (start < from) put(front.subarray(start, Math.min(end, from)), start);
          await rest.readSpans(
            later.map(([start, end]) => [Math.max(0, start - from), end - from]),
            (bytes, at) => put(bytes, at + from),
          );
        },
      },
    };
    firstFile += fileCount;
    firstChunk += chunks;
    return open;
  });
}

interface FoundText {
  readonly piece: TextPiece;
  readonly chunk: TextChunk;
  /** With its hash, once it was computed. */
  row?: ChunkRow;
}

function openText(
  host: VerifiedHost,
  { files }: PublishedManifest,
  { text, textChunks, ordinals }: PublishedHead & { readonly ordinals: Uint32Array },
): Pick<PublishedIndex, 'prepareChunks' | 'chunk'> {
  const firsts = new Uint32Array(textChunks.length + 1);
  textChunks.forEach((count, i) => {
    firsts[i + 1] = (firsts[i] as number) + count;
  });
  const blocks = createBlocks({
    host,
    file: files.text,
    directory: text,
    decode(stored, index): readonly FoundText[] {
      const pieces = decodePieces(openSizedBlock(stored));
      const chunks = pieces.flatMap((piece) => piece.chunks.map((chunk) => ({ piece, chunk })));
      const isOfItsFile = ({ piece: { fileIndex } }: FoundText, i: number): boolean => {
        const ordinal = (firsts[index] as number) + i;
        return ordinal >= (ordinals[fileIndex] as number) && ordinal < (ordinals[fileIndex + 1] as number);
      };
      if (chunks.length !== textChunks[index] || !chunks.every(isOfItsFile)) throw new RangeError('bad block');
      return chunks;
    },
  });
  const toBlock = (ordinal: number): number => findRange(firsts, firsts.length, ordinal);
  return {
    prepareChunks: (ordinals) => blocks.prepare(ordinals.map(toBlock)),
    chunk(ordinal) {
      const block = toBlock(ordinal);
      const found = blocks.get(block)[ordinal - (firsts[block] as number)] as FoundText;
      const { piece, chunk } = found;
      found.row ??= { ...chunk.row, contentHash: chunk.contentHash ?? host.sha256(chunk.text) };
      return { file: piece.file, outline: piece.outline, row: found.row, text: chunk.text };
    },
  };
}

/** Interpolation search: ids are evenly distributed hashes, so it reads a few kilobytes around the expected row, and more if the row is not there. */
async function findIds(list: SpanReader, shortId: string): Promise<number[]> {
  if (!/^[0-9a-f]{12}$/.test(shortId)) return [];
  const idBytes = fromHex(shortId);
  const count = Math.floor(list.length / ID_ROW_BYTES);
  const guess = Math.floor((Number.parseInt(shortId, 16) / 0x1_0000_0000_0000) * count);
  for (let reach = 64 + 2 * Math.ceil(Math.sqrt(count)); ; reach *= 8) {
    const [first, end] = [Math.max(0, guess - reach), Math.min(count, guess + reach)];
    const rows = await readSpanBytes(list, [first * ID_ROW_BYTES, end * ID_ROW_BYTES]);
    const compare = (i: number): number =>
      compareBytes(rows.subarray(i * ID_ROW_BYTES, i * ID_ROW_BYTES + ID_BYTES), idBytes);
    const isBefore = first === 0 || compare(0) < 0;
    const isAfter = end === count || compare(end - first - 1) > 0;
    if (!isBefore || !isAfter) continue;
    const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
    return Array.from({ length: end - first }, (_, i) => i)
      .filter((i) => compare(i) === 0)
      .map((i) => view.getUint32(i * ID_ROW_BYTES + ID_BYTES, true));
  }
}
