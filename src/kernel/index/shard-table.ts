import { findRange } from '../../lib/binary-search.ts';
import { ByteReader } from '../../lib/byte-reader.ts';
import type { SpanBlocks } from '../../lib/rows/span-blocks.ts';
import type { Span } from '../../lib/span.ts';
import { AppError } from '../../model/app-error.ts';
import { DIGEST_BYTES, decodePlaces, decodeRows, openStrings } from '../chunk/chunk-section.ts';
import type { ChunkPlace, ChunkRow } from '../contract.ts';
import { guard } from '../memory/memory-views.ts';

// docs/formats/segment.md, "Chunk table": written by encode-table.ts.
export const MAGIC = 0x32544351; // "QCT2"
export const HEAD_WORDS = 4;

export interface Table {
  readonly bytes: number;
  chunk(index: number): ChunkRow;
  places(firstChunk: number): readonly ChunkPlace[];
  /** Concatenated content hashes of all chunks. */
  hashes(): Uint8Array;
  /** Reads what `chunk` needs for these indexes. */
  prepare(indexes: readonly number[]): Promise<void>;
}

interface Layout {
  readonly digestsAt: number;
  section(file: number): Span;
}

/**
 * Decodes on demand. The first request for a file decodes one row, since hits come from many files; the second decodes all of its rows, which stay
 * cached for a while.
 */
export function openTable(bytes: Uint8Array, fileStarts: Uint32Array, blocks?: SpanBlocks): Table {
  const files = fileStarts.length - 1;
  const chunks = fileStarts[files] as number;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A segment of records has no files and so no table.
  let layout = blocks === undefined && bytes.length > 0 ? readLayout(view, files, chunks) : undefined;
  const table = ++tables;
  const looked = new Set<number>();
  const digestSpan = (first: number, after = first + 1): Span => {
    const { digestsAt } = getLayout();
    return [digestsAt + first * DIGEST_BYTES, digestsAt + after * DIGEST_BYTES];
  };

  function getLayout(): Layout {
    if (blocks?.has(0, Math.min(HEAD_WORDS * 4, bytes.length)) === false) throw new Error('the table was not read');
    layout ??= readLayout(view, files, chunks);
    return layout;
  }

  function take([start, end]: Span): Uint8Array {
    if (blocks?.has(start, end) === false) throw new Error('the chunk was not read');
    return bytes.subarray(start, end);
  }

  function decode(file: number, only?: number): ChunkRow[] {
    const own = take(getLayout().section(file));
    const first = fileStarts[file] as number;
    return guard(() => {
      const { reader, count, strings, stringsAt } = openRows(own);
      const string = openStrings(own.subarray(stringsAt, reader.at), strings);
      return decodeRows(reader, { count, string, digest: (chunk) => take(digestSpan(first + chunk)) }, only);
    });
  }

  return {
    bytes: bytes.length,
    async prepare(indexes) {
      if (blocks === undefined || blocks.isComplete || indexes.length === 0) return;
      await blocks.ensure([[0, Math.min(bytes.length, (HEAD_WORDS + files + 1) * 4)]]);
      const own = [...new Set(indexes.map((index) => findFile(fileStarts, index)))];
      const toDigests = (file: number) => digestSpan(fileStarts[file] as number, fileStarts[file + 1]);
      await blocks.ensure([...own.map(getLayout().section), ...own.map(toDigests)]);
    },
    places(firstChunk) {
      const file = findFile(fileStarts, firstChunk);
      const own = take(getLayout().section(file));
      const first = fileStarts[file] as number;
      return guard(() => {
        const { reader, count } = openRows(own);
        return decodePlaces(reader, count, (chunk) => take(digestSpan(first + chunk)));
      });
    },
    hashes: () => (bytes.length === 0 ? bytes : take([getLayout().digestsAt, bytes.length])),
    chunk(index) {
      const file = findFile(fileStarts, index);
      const local = index - (fileStarts[file] as number);
      const isFirst = !looked.has(file);
      looked.add(file);
      const key = `${table} ${file}`;
      const rows = kept.get(key) ?? (isFirst ? undefined : keep(key, decode(file)));
      const row = rows === undefined ? decode(file, local)[0] : rows[local];
      if (row === undefined) throw new AppError('store/damaged', 'the chunk table is too short', { index });
      return row;
    },
  };
}

/** Returns a reader at the first row of a file's section, and the offset of the strings before it. */
function openRows(section: Uint8Array): { reader: ByteReader; count: number; strings: number; stringsAt: number } {
  const reader = new ByteReader(section);
  const count = reader.count();
  const strings = reader.count();
  const stringBytes = reader.uint();
  const stringsAt = reader.skip(stringBytes);
  return { reader, count, strings, stringsAt };
}

/** Some eight megabytes: a pack reads chunks of several hundred files, best first. */
const MAX_KEPT_ROWS = 16_384;

/** All tables share the limit: a large collection has many, and its export would keep every row. */
const kept = new Map<string, readonly ChunkRow[]>();
let keptRows = 0;
let tables = 0;

function keep(key: string, rows: readonly ChunkRow[]): readonly ChunkRow[] {
  kept.set(key, rows);
  keptRows += rows.length;
  for (const [oldest, { length }] of kept) {
    if (keptRows <= MAX_KEPT_ROWS || oldest === key) break;
    kept.delete(oldest);
    keptRows -= length;
  }
  return rows;
}

function readLayout(view: DataView, files: number, chunks: number): Layout {
  const isHead =
    view.byteLength >= (HEAD_WORDS + files + 1) * 4 &&
    view.getUint32(0, true) === MAGIC &&
    view.getUint32(4, true) === files &&
    view.getUint32(8, true) === chunks;
  if (!isHead) throw noTable(view);
  const offset = (i: number): number => view.getUint32((HEAD_WORDS + i) * 4, true);
  const digestsAt = view.getUint32(12, true);
  if (digestsAt + chunks * DIGEST_BYTES !== view.byteLength || offset(files) !== digestsAt) throw noTable(view);
  return { digestsAt, section: (file) => [offset(file), offset(file + 1)] };
}

function noTable(view: DataView): AppError {
  return new AppError('store/damaged', 'the bytes are not a chunk table', { bytes: view.byteLength });
}

function findFile(fileStarts: Uint32Array, chunk: number): number {
  return findRange(fileStarts, fileStarts.length - 1, chunk);
}
