import type { ByteReader } from '../../lib/byte-reader.ts';
import type { ByteWriter } from '../../lib/byte-writer.ts';
import type { Mutable } from '../../lib/mutable.ts';
import { INCOMPLETE, type Incomplete } from '../../model/incomplete.ts';
import { KINDS, type Kind } from '../../model/kind.ts';
import type { PageMeta } from '../../model/raw-file.ts';
import type { Warning, WarningCode } from '../../model/warning.ts';
import { joinTags, splitTags } from '../../search/facets.ts';
import { type BundleSpan, type FileEntry, NO_SHARD } from './file-entry.ts';

/* The one description of a stored file's fields: how each is written, and in which order. */

/** Every field, required; undefined if a file does not have it. */
type Fields = { -readonly [K in keyof Required<FileEntry>]: FileEntry[K] };

/** Writes and reads repeated strings. The reader throws RangeError for a value no writer produces. */
export interface NameCodec {
  write(out: ByteWriter, name: string): void;
  read(body: ByteReader): string;
}

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
  write: (out, _, names, entry) => names.write(out, toPrefix(entry)),
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
const meta: Codec<PageMeta | undefined> = {
  write: (out, value) => out.text(value === undefined ? '' : JSON.stringify(value)),
  read(body) {
    const json = body.text();
    return json === '' ? undefined : (JSON.parse(json) as PageMeta);
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
  meta,
  warnings,
  incomplete,
  shard: fromMinusOne,
  leaf: span,
  contents: span,
  original: optionalSpan,
};

/** Fields written together, in order, and a blank object that has them all. */
export interface FieldGroup<K extends keyof Fields> {
  readonly fields: readonly K[];
  readonly codecs: readonly Codec<unknown>[];
  readonly blank: Pick<Fields, K>;
}

function toGroup<K extends keyof Fields>(
  blank: Pick<Fields, K>,
  fields = Object.keys(blank) as unknown as readonly K[],
): FieldGroup<K> {
  return { fields, codecs: fields.map((field) => CODECS[field] as Codec<unknown>), blank };
}

const NO_SPAN: BundleSpan = { bundle: '', start: 0, end: 0 };

/** All fields of a table, in disk order. */
export const ENTRY = toGroup<keyof Fields>({
  sourceId: '',
  relPath: '',
  path: '',
  kind: 'unknown',
  language: '',
  tags: [],
  bytes: 0,
  sha256: new Uint8Array(),
  mtimeMs: -1,
  refused: undefined,
  lineCount: 0,
  chunkCount: 0,
  tokenTotal: 0,
  title: '',
  description: '',
  url: '',
  meta: undefined,
  warnings: [],
  incomplete: undefined,
  shard: NO_SHARD,
  leaf: NO_SPAN,
  contents: NO_SPAN,
  original: undefined,
});

/** The three parts of an entry: its beginning, the rest from the hash on, and its spans. */
const BEGIN = toGroup(ENTRY.blank, ENTRY.fields.slice(0, ENTRY.fields.indexOf('sha256')));
const REST = toGroup(ENTRY.blank, ENTRY.fields.slice(BEGIN.fields.length, ENTRY.fields.indexOf('shard')));
const PLACE = toGroup<'shard' | 'leaf' | 'contents' | 'original'>(ENTRY.blank, [
  'shard',
  'leaf',
  'contents',
  'original',
]);

export function writeFields<K extends keyof Fields>(
  out: ByteWriter,
  { fields, codecs }: Pick<FieldGroup<K>, 'fields' | 'codecs'>,
  values: Pick<FileEntry, K>,
  names: NameCodec,
): void {
  // By index: an iterator allocates an object for each step, and this runs for every file.
  for (let i = 0; i < fields.length; i++)
    (codecs[i] as Codec<unknown>).write(out, values[fields[i] as K], names, values as unknown as Fields);
}

/** Reads into `target`, which already has all fields: an object that grows field by field is slow and large. */
function readFields<K extends keyof Fields, T = Pick<FileEntry, K>>(
  body: ByteReader,
  { fields, codecs, blank }: FieldGroup<K>,
  names: NameCodec,
  target = { ...blank } as T,
): T {
  for (let i = 0; i < fields.length; i++)
    (target as Record<K, unknown>)[fields[i] as K] = (codecs[i] as Codec<unknown>).read(body, names, target as Fields);
  return target;
}

/** BEGIN of tables before version 4. */
const BEGIN_3 = toGroup<keyof Fields>(
  ENTRY.blank,
  BEGIN.fields.filter((field) => field !== 'tags'),
);
/** REST of tables of version 2. */
const REST_2 = toGroup<keyof Fields>(
  ENTRY.blank,
  REST.fields.filter((field) => field !== 'incomplete'),
);

/** `version` is the table's. */
export function readEntry(body: ByteReader, names: NameCodec, version: number): FileEntry {
  const entry: Mutable<FileEntry> = readBegin(body, names, version);
  return readFields(body, PLACE, names, readFields(body, version === 2 ? REST_2 : REST, names, entry));
}

/** Reads the beginning of an entry. */
export function readBegin(body: ByteReader, names: NameCodec, version: number): Mutable<FileEntry> {
  return readFields(body, version < 4 ? BEGIN_3 : BEGIN, names, { ...BEGIN.blank } as Mutable<FileEntry>);
}

/** Writes names as numbers. */
export function toNameCodec(all: readonly string[], numberOf: (name: string) => number): NameCodec {
  return {
    write: (out, value) => out.uint(numberOf(value)),
    read(body) {
      const value = all[body.uint()];
      if (value === undefined) throw new RangeError('bad name');
      return value;
    },
  };
}

export function toPrefix(entry: Pick<FileEntry, 'path' | 'relPath'>): string {
  return entry.path.slice(0, entry.path.length - entry.relPath.length);
}
