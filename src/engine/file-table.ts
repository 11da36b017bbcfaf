import { type ByteWriter, createByteWriter } from '../lib/byte-writer.ts';
import { KINDS } from '../model/kind.ts';
import type { Skip } from '../model/skip.ts';
import type { Warning } from '../model/warning.ts';
import type { FileEntry, PackSpan } from './file-entry.ts';

export const TABLE_VERSION = 1;

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

function writeSpan(out: ByteWriter, span: PackSpan, nameOf: (text: string) => number): void {
  out.uint(nameOf(span.pack));
  out.uint(span.start);
  out.uint(span.end - span.start);
}
