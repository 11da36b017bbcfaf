import { ByteWriter } from '../../lib/byte-writer.ts';
import type { Note } from '../../markdown/note.ts';
import { AppError } from '../../model/app-error.ts';
import { KINDS } from '../../model/kind.ts';
import { WARNING_CODES, type Warning } from '../../model/warning.ts';
import type { LeafFacts } from '../contract.ts';

/** docs/formats/leaf.md. A change of meaning raises the version; a new section does not. */
const LEAF_MAGIC = [0x51, 0x4c, 0x46] as const;
const LEAF_VERSION = 1;
export const SECTION = {
  meta: 1,
  chunks: 2,
  outline: 3,
  terms: 4,
  warnings: 5,
  note: 6,
  language: 9,
  document: 10,
} as const;

const TABLE_START = 5;
const ENTRY_BYTES = 5;

/** The bytes of a section, or what writes them. */
export type LeafSection = readonly [id: number, content: Uint8Array | ((out: ByteWriter) => void)];

/** Reused: an array for each section of each file would take as long as filling it. */
let body = new ByteWriter();
const MAX_KEPT_BYTES = 1_000_000;

export function joinSections(sections: readonly LeafSection[]): Uint8Array<ArrayBuffer> {
  body.clear();
  for (let i = 0; i < TABLE_START + sections.length * ENTRY_BYTES; i++) body.u8(0);
  const starts = sections.map(([, content]) => {
    const start = body.length;
    if (content instanceof Uint8Array) body.raw(content);
    else content(body);
    return start;
  });
  const leaf = body.finish();
  if (leaf.length > MAX_KEPT_BYTES) body = new ByteWriter();
  leaf.set([...LEAF_MAGIC, LEAF_VERSION, sections.length]);
  const table = new DataView(leaf.buffer);
  sections.forEach(([id], i) => {
    const entry = TABLE_START + i * ENTRY_BYTES;
    leaf[entry] = id;
    table.setUint32(entry + 1, (starts[i + 1] ?? leaf.length) - (starts[i] as number), true);
  });
  return leaf;
}

/** Returns a view of the section, empty if the leaf does not have it. Throws `store/damaged` if the bytes are not a leaf. */
export function findSection(leaf: Uint8Array, id: number): Uint8Array {
  const count = checkHead(leaf);
  const table = new DataView(leaf.buffer, leaf.byteOffset, leaf.byteLength);
  let at = TABLE_START + count * ENTRY_BYTES;
  for (let i = 0; i < count; i++) {
    const entry = TABLE_START + i * ENTRY_BYTES;
    const end = at + table.getUint32(entry + 1, true);
    if (end > leaf.length) throw damaged('a section extends past the end of the leaf');
    if (leaf[entry] === id) return leaf.subarray(at, end);
    at = end;
  }
  return leaf.subarray(0, 0);
}

function checkHead(leaf: Uint8Array): number {
  const isLeaf = leaf.length >= TABLE_START && LEAF_MAGIC.every((byte, i) => leaf[i] === byte);
  if (!isLeaf) throw damaged('these bytes are not a leaf');
  if (leaf[3] !== LEAF_VERSION) throw damaged('a leaf of another version', leaf[3]);
  const count = leaf[4] as number;
  if (TABLE_START + count * ENTRY_BYTES > leaf.length) throw damaged('the leaf is cut off');
  return count;
}

function damaged(message: string, version?: number): AppError {
  return new AppError('store/damaged', message, version === undefined ? {} : { version });
}

/** Returns a leaf with only what an outline needs: with links and tags, but without chunks and term counts, which are most of it. */
export function toOutlineLeaf(leaf: Uint8Array): Uint8Array<ArrayBuffer> {
  const section = (id: number) => [id, findSection(leaf, id)] as const;
  const noChunks = [SECTION.chunks, new Uint8Array(1)] as const;
  const [note] = [section(SECTION.note)].filter(([, bytes]) => bytes.length > 0);
  const always = [section(SECTION.meta), noChunks, section(SECTION.outline), section(SECTION.warnings)];
  return joinSections(note === undefined ? always : [...always, note]);
}

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
