import type { ByteReader } from '../../lib/byte-reader.ts';
import type { ByteWriter } from '../../lib/byte-writer.ts';
import { KINDS } from '../../model/kind.ts';
import type { PageMeta } from '../../model/raw-file.ts';
import type { Warning, WarningCode } from '../../model/warning.ts';
import type { FileEntry } from './file-entry.ts';

/** All of an entry but where it lies. */
export type EntryHead = Omit<FileEntry, 'shard' | 'leaf' | 'contents' | 'original'>;

/** What stands before `relPath`: nothing, or the source's slug. */
export function toPrefix(entry: Pick<FileEntry, 'path' | 'relPath'>): string {
  return entry.path.slice(0, entry.path.length - entry.relPath.length);
}

/** Tells where the sha256 lies. */
export function writeHead(out: ByteWriter, entry: EntryHead, nameOf: (text: string) => number): number {
  out.uint(nameOf(entry.sourceId));
  out.text(entry.relPath);
  out.uint(nameOf(toPrefix(entry)));
  out.uint(KINDS.indexOf(entry.kind));
  out.uint(nameOf(entry.language));
  out.uint(entry.bytes);
  const hashAt = out.length;
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
  return hashAt;
}

/** Throws RangeError for what `writeHead` has not written. */
export function readHead(body: ByteReader, names: readonly string[]): EntryHead {
  const begin = readBegin(body, names);
  const bytes = body.uint();
  const sha256 = body.raw(32);
  const mtimeMs = body.uint() - 1;
  const refused = readName(body, names) as WarningCode | '';
  const lineCount = body.uint();
  const chunkCount = body.uint();
  const tokenTotal = body.uint();
  const title = body.text();
  const description = body.text();
  const url = body.text();
  const meta = body.text();
  const warnings = body.text();
  return {
    ...begin,
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
  };
}

/** The fields that an entry begins with. */
export function readBegin(
  body: ByteReader,
  names: readonly string[],
): Pick<FileEntry, 'sourceId' | 'relPath' | 'path' | 'kind' | 'language'> {
  const sourceId = readName(body, names);
  const relPath = body.text();
  const path = readName(body, names) + relPath;
  const kind = KINDS[body.uint()];
  if (kind === undefined) throw new RangeError('bad kind');
  return { sourceId, relPath, path, kind, language: readName(body, names) };
}

export function readName(body: ByteReader, names: readonly string[]): string {
  const name = names[body.uint()];
  if (name === undefined) throw new RangeError('bad name');
  return name;
}
