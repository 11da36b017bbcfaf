import { type ByteReader, createByteReader } from '../lib/byte-reader.ts';
import { type ByteWriter, createByteWriter } from '../lib/byte-writer.ts';
import { AppError } from '../model/app-error.ts';
import { KINDS } from '../model/kind.ts';
import type { PageMeta } from '../model/raw-file.ts';
import type { Skip } from '../model/skip.ts';
import type { Warning, WarningCode } from '../model/warning.ts';
import type { FileEntry, PackSpan } from './file-entry.ts';

const TABLE_VERSION = 1;

/** Everything a generation knows beside packs and shards. Entries are in path order. */
export interface FileTable {
  readonly entries: readonly FileEntry[];
  readonly skips: Readonly<Record<string, readonly Skip[]>>;
  /** Warnings of the scan, by source: paths that never became an entry. */
  readonly scanWarnings: Readonly<Record<string, readonly Warning[]>>;
}

export const EMPTY_TABLE: FileTable = { entries: [], skips: {}, scanWarnings: {} };

/** Strings that repeat (sources, packs, languages) are written once and referred to by number. */
export function encodeFileTable(table: FileTable): Uint8Array<ArrayBuffer> {
  const names = new Map<string, number>();
  const body = createByteWriter(table.entries.length * 128 + 1024);
  const nameOf = (text: string): number => {
    const known = names.get(text);
    if (known !== undefined) return known;
    names.set(text, names.size);
    return names.size - 1;
  };
  for (const entry of table.entries) writeEntry(body, entry, nameOf);
  const whole = createByteWriter();
  whole.uint(TABLE_VERSION);
  whole.uint(names.size);
  for (const name of names.keys()) whole.text(name);
  whole.uint(table.entries.length);
  whole.blob(body.finish());
  whole.text(JSON.stringify({ skips: table.skips, scanWarnings: table.scanWarnings }));
  return whole.finish();
}

export function decodeFileTable(bytes: Uint8Array): FileTable {
  try {
    const reader = createByteReader(bytes);
    const version = reader.uint();
    if (version > TABLE_VERSION)
      throw new AppError('store/newer-format', 'the file table was written by a newer release', { version });
    const names = Array.from({ length: reader.uint() }, () => reader.text());
    const count = reader.uint();
    const body = createByteReader(reader.blob());
    const entries = Array.from({ length: count }, () => readEntry(body, names));
    const extras = JSON.parse(reader.text()) as Pick<FileTable, 'skips' | 'scanWarnings'>;
    return { entries, ...extras };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('store/damaged', 'the file table cannot be read', { bytes: bytes.length });
  }
}

function writeEntry(out: ByteWriter, entry: FileEntry, nameOf: (text: string) => number): void {
  out.uint(nameOf(entry.sourceId));
  out.text(entry.relPath);
  // The path is relPath with or without the source's slug before it.
  out.uint(nameOf(entry.path.slice(0, entry.path.length - entry.relPath.length)));
  out.uint(KINDS.indexOf(entry.kind));
  out.uint(nameOf(entry.language));
  out.uint(entry.bytes);
  out.raw(entry.sha256);
  out.uint(entry.mtimeMs < 0 ? 0 : Math.floor(entry.mtimeMs) + 1);
  out.uint(nameOf(entry.refused ?? ''));
  out.uint(entry.lineCount);
  out.uint(entry.chunkCount);
  out.uint(entry.tokenTotal);
  out.text(entry.title);
  out.text(entry.description);
  out.text(entry.url);
  out.text(entry.meta === undefined ? '' : JSON.stringify(entry.meta));
  out.text(entry.warnings.length === 0 ? '' : JSON.stringify(entry.warnings));
  out.uint(entry.shard + 1);
  writeSpan(out, entry.leaf, nameOf);
  writeSpan(out, entry.contents, nameOf);
  out.uint(entry.original === undefined ? 0 : 1);
  if (entry.original !== undefined) writeSpan(out, entry.original, nameOf);
}

function readEntry(body: ByteReader, names: readonly string[]): FileEntry {
  const name = (): string => {
    const text = names[body.uint()];
    if (text === undefined) throw new RangeError('bad name');
    return text;
  };
  const sourceId = name();
  const relPath = body.text();
  const path = name() + relPath;
  const kind = KINDS[body.uint()];
  if (kind === undefined) throw new RangeError('bad kind');
  const language = name();
  const bytes = body.uint();
  const sha256 = body.raw(32);
  const mtimeMs = body.uint() - 1;
  const refused = name() as WarningCode | '';
  const lineCount = body.uint();
  const chunkCount = body.uint();
  const tokenTotal = body.uint();
  const title = body.text();
  const description = body.text();
  const url = body.text();
  const meta = body.text();
  const warnings = body.text();
  const shard = body.uint() - 1;
  const leaf = readSpan(body, name);
  const contents = readSpan(body, name);
  const original = body.uint() === 1 ? readSpan(body, name) : undefined;
  return {
    sourceId,
    relPath,
    path,
    kind,
    language,
    bytes,
    sha256,
    mtimeMs,
    ...(meta === '' ? {} : { meta: JSON.parse(meta) as PageMeta }),
    ...(refused === '' ? {} : { refused }),
    lineCount,
    chunkCount,
    tokenTotal,
    title,
    description,
    url,
    warnings: warnings === '' ? [] : (JSON.parse(warnings) as Warning[]),
    shard,
    leaf,
    contents,
    ...(original === undefined ? {} : { original }),
  };
}

function writeSpan(out: ByteWriter, span: PackSpan, nameOf: (text: string) => number): void {
  out.uint(nameOf(span.pack));
  out.uint(span.start);
  out.uint(span.end - span.start);
}

function readSpan(body: ByteReader, name: () => string): PackSpan {
  const pack = name();
  const start = body.uint();
  return { pack, start, end: start + body.uint() };
}
