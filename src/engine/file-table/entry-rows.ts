import { createByteReader } from '../../lib/byte-reader.ts';
import { createByteWriter } from '../../lib/byte-writer.ts';
import { toUtf8 } from '../../lib/bytes.ts';
import { createNames } from '../../lib/names.ts';
import { createByteBlocks, toOffset } from '../../lib/rows/byte-blocks.ts';
import { createRowColumns } from '../../lib/rows/row-columns.ts';
import { createRowIndex } from '../../lib/rows/row-index.ts';
import { KINDS } from '../../model/kind.ts';
import { joinTags } from '../../search/facets.ts';
import { BEGIN, REST, readHead, toNameCodec, toPrefix, writeFields } from './entry-codec.ts';
import { type BundleSpan, type FileEntry, isKept } from './file-entry.ts';

/** Numbers of one row. `place` and `length` locate its bytes; the starts of its `relPath` and hash are relative to them. */
export const COLUMN = {
  place: 0,
  length: 1,
  /** Hash of the row's key. */
  key: 2,
  relStart: 3,
  relLength: 4,
  sha256: 5,
  prefix: 6,
  source: 7,
  kind: 8,
  chunkCount: 9,
  isKept: 10,
  hasMeta: 11,
  /** The shard's number plus one. */
  shard: 12,
  baseShard: 13,
  /** A span takes three columns: bundle number, start, length. */
  leaf: 14,
  contents: 17,
  original: 20,
  tags: 23,
} as const;
const COLUMNS = 24;

export type SpanColumn = 'leaf' | 'contents' | 'original';
export const SPAN_COLUMNS: readonly SpanColumn[] = ['leaf', 'contents', 'original'];

/** Marks a missing span. Few files have an original, and a column of zeros takes no memory. */
const NO_BUNDLE = 0;

/** Dead bytes that must exceed the live ones before a sweep is worthwhile. */
const SWEEP_BYTES = 1_000_000;

/**
 * Rows of an entry table: fields that rarely change as bytes in disk format; changing and frequently read fields in columns. Private to this
 * folder.
 */
export class EntryRows {
  /** Strings by their number in the bytes. */
  readonly names = createNames();
  /** Bundle names by number. */
  readonly bundles = createNames(['']);
  readonly #nameCodec = toNameCodec(this.names.all, this.names.number);
  readonly #columns = createRowColumns(COLUMNS);
  readonly #index = createRowIndex((row) => this.get(row, COLUMN.key));
  readonly #prefixes: (Uint8Array | undefined)[] = [];
  readonly #head = createByteWriter(1024);
  readonly #key = createByteWriter(256);
  #pages = createByteBlocks();
  #liveBytes = 0;
  #deadBytes = 0;

  /** Includes removed rows. */
  get count(): number {
    return this.#columns.count;
  }

  get(row: number, column: number): number {
    return this.#columns.get(row, column);
  }

  set(row: number, column: number, value: number): void {
    this.#columns.set(row, column, value);
  }

  isLive(row: number): boolean {
    return this.get(row, COLUMN.length) > 0;
  }

  /** By index: an iterator allocates an object for each row. */
  each(visit: (row: number) => void): void {
    for (let row = 0; row < this.count; row++) if (this.isLive(row)) visit(row);
  }

  /** The block with the row's bytes. Not a view of them: that would be an object per row. */
  page(row: number): Uint8Array {
    return this.#pages.blockOf(this.get(row, COLUMN.place));
  }

  /** Offset of the row's bytes in their block. */
  start(row: number): number {
    return toOffset(this.get(row, COLUMN.place));
  }

  relStart(row: number): number {
    return this.start(row) + this.get(row, COLUMN.relStart);
  }

  relBytes(row: number): Uint8Array {
    const start = this.relStart(row);
    return this.page(row).subarray(start, start + this.get(row, COLUMN.relLength));
  }

  /** The bytes before the row's `relPath`. */
  prefixBytes(row: number): Uint8Array {
    const number = this.get(row, COLUMN.prefix);
    this.#prefixes[number] ??= toUtf8(this.names.all[number] as string);
    return this.#prefixes[number] as Uint8Array;
  }

  find(sourceId: string, relPath: string): number | undefined {
    const source = this.names.find(sourceId);
    if (source === undefined) return undefined;
    const key = this.#key;
    key.clear();
    key.uint(source);
    key.text(relPath);
    const wanted = key.view();
    return this.#index.find(hashOf(wanted), (row) => startsWith(this.page(row), this.start(row), wanted));
  }

  add(entry: FileEntry): number {
    const row = this.#columns.add();
    this.#write(row, entry);
    this.#index.add(this.get(row, COLUMN.key), row);
    return row;
  }

  /** Replaces it with an entry of the same source and `relPath`. */
  replace(row: number, entry: FileEntry): void {
    this.#drop(row);
    this.#write(row, entry);
    if (this.#deadBytes > this.#liveBytes + SWEEP_BYTES) this.#sweep();
  }

  remove(row: number): void {
    this.#index.remove(this.get(row, COLUMN.key), row);
    this.#drop(row);
  }

  entry(row: number): FileEntry {
    const entry = readHead(createByteReader(this.#bytes(row)), this.#nameCodec);
    entry.shard = this.shard(row);
    entry.leaf = this.span(row, 'leaf') as BundleSpan;
    entry.contents = this.span(row, 'contents') as BundleSpan;
    const original = this.span(row, 'original');
    if (original !== undefined) entry.original = original;
    return entry;
  }

  shard(row: number): number {
    return this.get(row, COLUMN.shard) - 1;
  }

  setShard(row: number, shard: number): void {
    this.set(row, COLUMN.shard, shard + 1);
  }

  span(row: number, column: SpanColumn): BundleSpan | undefined {
    const at = COLUMN[column];
    const bundle = this.get(row, at);
    if (bundle === NO_BUNDLE) return undefined;
    const start = this.get(row, at + 1);
    return { bundle: this.bundles.all[bundle] as string, start, end: start + this.get(row, at + 2) };
  }

  setSpan(row: number, column: SpanColumn, span: BundleSpan | undefined): void {
    const at = COLUMN[column];
    this.set(row, at, span === undefined ? NO_BUNDLE : this.bundles.number(span.bundle));
    this.set(row, at + 1, span?.start ?? 0);
    this.set(row, at + 2, span === undefined ? 0 : span.end - span.start);
  }

  free(): void {
    this.#columns.free();
    this.#pages.free();
  }

  #bytes(row: number): Uint8Array {
    const start = this.start(row);
    return this.page(row).subarray(start, start + this.get(row, COLUMN.length));
  }

  #write(row: number, entry: FileEntry): void {
    const head = this.#head;
    head.clear();
    writeFields(head, BEGIN, entry, this.#nameCodec);
    this.set(row, COLUMN.sha256, head.length);
    writeFields(head, REST, entry, this.#nameCodec);
    const bytes = head.view();
    const reader = createByteReader(bytes);
    this.set(row, COLUMN.source, reader.uint());
    const relLength = reader.uint();
    this.set(row, COLUMN.relLength, relLength);
    this.set(row, COLUMN.relStart, reader.at);
    this.set(row, COLUMN.key, hashOf(bytes.subarray(0, reader.at + relLength)));
    this.set(row, COLUMN.place, this.#pages.append(bytes));
    this.set(row, COLUMN.length, bytes.length);
    this.set(row, COLUMN.prefix, this.names.number(toPrefix(entry)));
    this.set(row, COLUMN.kind, KINDS.indexOf(entry.kind));
    this.set(row, COLUMN.tags, this.names.number(joinTags(entry.tags)));
    this.set(row, COLUMN.chunkCount, entry.chunkCount);
    this.set(row, COLUMN.isKept, isKept(entry) ? 1 : 0);
    this.set(row, COLUMN.hasMeta, entry.meta === undefined ? 0 : 1);
    this.setShard(row, entry.shard);
    this.setSpan(row, 'leaf', entry.leaf);
    this.setSpan(row, 'contents', entry.contents);
    this.setSpan(row, 'original', entry.original);
    this.#liveBytes += bytes.length;
  }

  #drop(row: number): void {
    const length = this.get(row, COLUMN.length);
    this.#liveBytes -= length;
    this.#deadBytes += length;
    this.set(row, COLUMN.length, 0);
  }

  #sweep(): void {
    const next = createByteBlocks();
    this.each((row) => this.set(row, COLUMN.place, next.append(this.#bytes(row))));
    this.#pages.free();
    this.#pages = next;
    this.#deadBytes = 0;
  }
}

/** FNV-1a. Used only in memory; nothing stored depends on it. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function startsWith(page: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (page[start + i] !== wanted[i]) return false;
  return true;
}
