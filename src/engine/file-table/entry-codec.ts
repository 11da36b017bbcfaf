import type { ByteReader } from '../../lib/byte-reader.ts';
import type { ByteWriter } from '../../lib/byte-writer.ts';
import { INCOMPLETE, type Incomplete } from '../../model/incomplete.ts';
import { KINDS, type Kind } from '../../model/kind.ts';
import type { Warning, WarningCode } from '../../model/warning.ts';
import { joinTags, splitTags } from '../../search/facets.ts';
import type { BundleSpan, FileEntry } from './file-entry.ts';

/* The one description of a stored file's fields: how each is written, and in which order. */

/** Every field, required; undefined if a file does not have it. */
type Fields = { -readonly [K in keyof Required<FileEntry>]: FileEntry[K] };

interface Codec<V> {
  write(out: ByteWriter, value: V, names: NameCodec, entry: Fields): void;
  /** `entry` has the fields read before this one. */
  read(body: ByteReader, names: NameCodec, entry: Fields): V;
}

const uint: Codec<number> = { write: (out, value) => out.uint(value), read: (body) => body.uint() };
const text: Codec<string> = { write: (out, value) => out.text(value), read: (body) => body.text() };
const name: Codec<string> = {
  write: (out, value, names) => names.write(out, value),
  read: (body, names) => names.read(body),
};
const hash: Codec<Uint8Array> = { write: (out, value) => out.raw(value), read: (body) => body.raw(32) };
/** Integers from -1 up. */
const fromMinusOne: Codec<number> = {
  write: (out, value) => out.uint(value < 0 ? 0 : Math.floor(value) + 1),
  read: (body) => body.uint() - 1,
};
const kind: Codec<Kind> = {
  write: (out, value) => out.uint(KINDS.indexOf(value)),
  read(body) {
    const value = KINDS[body.uint()];
    if (value === undefined) throw new RangeError('bad kind');
    return value;
  },
};
/** Writes the prefix of `relPath`: empty, or the source's slug. */
const path: Codec<string> = {
  write: (out, _, names, entry) => names.write(out, entry.path.slice(0, entry.path.length - entry.relPath.length)),
  read: (body, names, { relPath }) => names.read(body) + relPath,
};
/** Few files have tags, and many of these the same: one name for all of them. */
const tags: Codec<readonly string[]> = {
  write: (out, value, names) => names.write(out, joinTags(value)),
  read: (body, names) => splitTags(names.read(body)),
};
const refused: Codec<WarningCode | undefined> = {
  write: (out, value, names) => names.write(out, value ?? ''),
  read: (body, names) => (names.read(body) || undefined) as WarningCode | undefined,
};
/** Facts that few files have. */
const optionalFacts: Codec<object | undefined> = {
  write: (out, value) => out.text(value === undefined ? '' : JSON.stringify(value)),
  read(body) {
    const json = body.text();
    return json === '' ? undefined : JSON.parse(json);
  },
};
const warnings: Codec<readonly Warning[]> = {
  write: (out, value) => out.text(value.length === 0 ? '' : JSON.stringify(value)),
  read(body) {
    const json = body.text();
    return json === '' ? [] : (JSON.parse(json) as Warning[]);
  },
};
const span: Codec<BundleSpan> = {
  write(out, { bundle, start, end }, names) {
    names.write(out, bundle);
    out.uint(start);
    out.uint(end - start);
  },
  read(body, names) {
    const bundle = names.read(body);
    const start = body.uint();
    return { bundle, start, end: start + body.uint() };
  },
};
const optionalSpan: Codec<BundleSpan | undefined> = {
  write(out, value, names, entry) {
    out.uint(value === undefined ? 0 : 1);
    if (value !== undefined) span.write(out, value, names, entry);
  },
  read: (body, names, entry) => (body.uint() === 1 ? span.read(body, names, entry) : undefined),
};

/** 0 for a complete file. */
const incomplete: Codec<Incomplete | undefined> = {
  write: (out, value) => out.uint(value === undefined ? 0 : INCOMPLETE.indexOf(value) + 1),
  read: (body) => INCOMPLETE[body.uint() - 1],
};

/** In disk order. */
const CODECS: { readonly [K in keyof Fields]: Codec<Fields[K]> } = {
  sourceId: name,
  relPath: text,
  path,
  kind,
  language: name,
  tags,
  bytes: uint,
  sha256: hash,
  mtimeMs: fromMinusOne,
  refused,
  lineCount: uint,
  chunkCount: uint,
  tokenTotal: uint,
  title: text,
  description: text,
  url: text,
  meta: optionalFacts,
  document: optionalFacts,
  warnings,
  incomplete,
  shard: fromMinusOne,
  leaf: span,
  contents: span,
  original: optionalSpan,
};

/** Versions of the table that fields came with. */
const SINCE: Partial<Record<keyof Fields, number>> = { tags: 4, document: 5 };
const FIELDS = Object.keys(CODECS) as (keyof Fields)[];
/** Copied for every entry: an object that grows field by field is slow and large. */
const BLANK = { ...Object.fromEntries(FIELDS.map((field) => [field, undefined])), tags: [] } as unknown as Fields;

/** Fields of an entry, and those at its beginning, which a search needs; by version of the table. */
const LAYOUTS = [3, 4, 5].map((version) => {
  const entry = FIELDS.filter((field) => version >= (SINCE[field] ?? 0));
  return { version, entry, begin: entry.slice(0, entry.indexOf('sha256')) };
});

export function writeEntry(out: ByteWriter, entry: FileEntry, names: NameCodec): void {
  for (const field of FIELDS) (CODECS[field] as Codec<unknown>).write(out, entry[field], names, entry as Fields);
}

/** Returns readers of a table's entries and of their beginnings. */
export function createEntryReader(
  version: number,
  names: NameCodec,
): Record<'entry' | 'begin', (body: ByteReader) => FileEntry> {
  const layout = LAYOUTS.find((known) => known.version === version);
  if (layout === undefined) throw new RangeError('bad version');
  const read = (fields: readonly (keyof Fields)[]) => (body: ByteReader) => {
    const entry: Record<keyof Fields, unknown> = { ...BLANK };
    for (const field of fields) entry[field] = CODECS[field].read(body, names, entry as Fields);
    return entry as unknown as FileEntry;
  };
  return { entry: read(layout.entry), begin: read(layout.begin) };
}

/** Writes names as numbers. */
export function toNameCodec(all: readonly string[], numberOf: (name: string) => number) {
  return {
    write: (out: ByteWriter, value: string) => out.uint(numberOf(value)),
    read(body: ByteReader): string {
      const value = all[body.uint()];
      if (value === undefined) throw new RangeError('bad name');
      return value;
    },
  };
}

/** Writes and reads repeated strings. The reader throws RangeError for a value no writer produces. */
export type NameCodec = ReturnType<typeof toNameCodec>;

export const TABLE_VERSION = 5;
/** Version of older collections, which are rebuilt from the files their tables name. */
export const OLDEST_TABLE_VERSION = 3;

/** Bytes of one entry in the columns. */
export function toColumnBytes(version: number): number {
  return version < 4 ? 22 : 26;
}

/** Facts of every file in columns, so that opening a table need not decode entries. */
export function createColumns(count: number, version: number, buffer: ArrayBuffer) {
  const bytesAt = count * (toColumnBytes(version) - 2);
  return {
    /** Start of the entry in the body. */
    starts: new Uint32Array(buffer, 0, count),
    chunkCounts: new Uint32Array(buffer, count * 4, count),
    shards: new Int32Array(buffer, count * 8, count),
    /** Numbers of source and top-folder names. A file outside folders has the empty name. */
    sources: new Uint32Array(buffer, count * 12, count),
    folders: new Uint32Array(buffer, count * 16, count),
    /** Numbers of the names of tags; empty in tables before version 4. */
    tags: new Uint32Array(buffer, count * 20, version < 4 ? 0 : count),
    kinds: new Uint8Array(buffer, bytesAt, count),
    kept: new Uint8Array(buffer, bytesAt + count, count),
  };
}
