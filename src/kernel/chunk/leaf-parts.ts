import type { ByteWriter } from '../../lib/byte-writer.ts';
import { KINDS } from '../../model/kind.ts';
import { WARNING_CODES, type Warning } from '../../model/warning.ts';
import type { LeafFacts } from '../contract.ts';
import { type LeafSection, SECTION } from './leaf-format.ts';
import type { Note } from './read-note.ts';

export function writeMeta(writer: ByteWriter, meta: Omit<LeafFacts, 'chunkCount' | 'warnings' | 'tags'>): void {
  writer.u8(KINDS.indexOf(meta.kind));
  writer.text(meta.language);
  writer.u8(meta.refused ? WARNING_CODES.indexOf(meta.refused) + 1 : 0);
  writer.u32(meta.lineCount);
  writer.u32(meta.tokenTotal);
  writer.text(meta.title);
  writer.text(meta.description);
  writer.text(meta.url);
}

/** Returns the section of a document's facts. A file without any has none. */
export function toDocumentSections({ document }: Pick<LeafFacts, 'document'>): LeafSection[] {
  return document === undefined ? [] : [[SECTION.document, (out) => out.text(JSON.stringify(document))]];
}

/** Returns the section of tags and links. A file without any has none. */
export function toNoteSections(note: Pick<Note, 'tags' | 'links'>): LeafSection[] {
  return note.tags.length + note.links.length === 0 ? [] : [[SECTION.note, (out) => writeNote(out, note)]];
}

function writeNote(writer: ByteWriter, { tags, links }: Pick<Note, 'tags' | 'links'>): void {
  writer.u32(tags.length);
  for (const tag of tags) writer.text(tag);
  writer.u32(links.length);
  for (const { target, line } of links) {
    writer.text(target);
    writer.u32(line);
  }
}

/** Warning of one file; lists are in order of line and code. */
export type FileWarning = Omit<Warning, 'path'>;

function sortWarnings(warnings: readonly FileWarning[]): FileWarning[] {
  return [...warnings].sort(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}

/** Returns warnings as `readLeaf` does, with keys in the same order. */
export function toFactWarnings(warnings: readonly FileWarning[]): readonly Warning[] {
  if (warnings.length === 0) return [];
  return sortWarnings(warnings).map(({ code, limit, actual, line, message }) => ({
    path: '',
    code,
    ...(limit !== undefined && { limit }),
    ...(actual !== undefined && { actual }),
    ...(line !== undefined && line > 0 && { line }),
    message,
  }));
}

export function writeWarnings(writer: ByteWriter, warnings: readonly FileWarning[]): void {
  const sorted = sortWarnings(warnings);
  writer.u32(sorted.length);
  for (const warning of sorted) {
    writer.u8(WARNING_CODES.indexOf(warning.code));
    writer.u8((warning.limit === undefined ? 0 : 1) | (warning.actual === undefined ? 0 : 2));
    writer.u32(warning.line ?? 0);
    if (warning.limit !== undefined) writer.f64(warning.limit);
    if (warning.actual !== undefined) writer.f64(warning.actual);
    writer.text(warning.message);
  }
}
