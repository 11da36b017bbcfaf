import { toMaxBytes } from '../../kinds/document-format.ts';
import { toBaseName } from '../../lib/base-name.ts';
import { ByteReader } from '../../lib/byte-reader.ts';
import { ByteWriter } from '../../lib/byte-writer.ts';
import { concatBytes, fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import { createLineCounter } from '../../lib/lines.ts';
import { NO_NOTE, type Note, readNote } from '../../markdown/note.ts';
import { toLinkName } from '../../markdown/wiki-link.ts';
import { type ContextSpan, CUT_WHAT } from '../../model/cut.ts';
import { isCodeKind } from '../../model/kind.ts';
import { LIMITS } from '../../model/limits.ts';
import type { WarningCode } from '../../model/warning.ts';
import { readRows } from '../../tables/table-rows.ts';
import type { ChunkRow, Leaf, LeafFacts, LeafInput } from '../contract.ts';
import { addContext } from './chunk-context.ts';
import { type ChunkRuntime, DECODED, hashAt, hashPieces, takeText, withBytes } from './chunk-runtime.ts';
import { decodeChunkSection, HAS, skipRow } from './chunk-section.ts';
import { findLanguage, toLanguageNumber } from './find-language.ts';
import {
  type FileWarning,
  joinSections,
  SECTION,
  toDocumentSections,
  toFactWarnings,
  toNoteSections,
  writeMeta,
  writeWarnings,
} from './leaf-format.ts';

const NOTHING = new Uint8Array(0);
const NO_CUTS = { rows: NOTHING, names: NOTHING, count: 0 } as const;

/** Indexes of the kernel's slots, shared with wasm/assembly/chunk/leaf.ts: inputs, then results. */
const ASK = {
  mode: 0,
  target: 1,
  maximum: 2,
  minimum: 3,
  maxChunks: 4,
  stemming: 5,
  title: 6,
} as const;
const CUTS = { rows: 8, count: 9, names: 10, sourceLines: 11, sourceLineCount: 12, hasPlaces: 13 } as const;
const GOT = {
  title: 14,
  chunks: 16,
  outline: 18,
  terms: 20,
  lineCount: 22,
  tokens: 23,
  overflowLine: 24,
  wantedChunks: 25,
} as const;
const SEEN = { hiddenCount: 26, hiddenLine: 27 } as const;
/** Texts and their lengths: the title, the title of a file that has no other, further titles, names of linked files. */
const TEXTS = [ASK.title, 28, 30, 32] as const;

/** The kernel's buffers grow with the largest file; after a file of this size they are freed. */
const LARGE_BYTES = 4_000_000;

export function makeLeaf(runtime: ChunkRuntime, input: LeafInput): Leaf {
  const output = readInput(runtime, input);
  if (input.bytes.length > LARGE_BYTES) runtime.exports.leafFree();
  return output;
}

function readInput(runtime: ChunkRuntime, input: LeafInput): Leaf {
  const limit = toMaxBytes(input.path, input.settings.max_file_bytes);
  const { length } = input.bytes;
  if (length > limit) return refuse(input, getHash(runtime, input), 'max-file-bytes', { limit, actual: length });
  if (input.read?.refused) return refuse(input, getHash(runtime, input), input.read.refused);
  if (input.kind === 'document') return makeDocumentLeaf(runtime, input);
  return withBytes(runtime, input.bytes, (ptr) => {
    const fileHash = input.fileHash ?? hashAt(runtime, ptr, length);
    if (input.kind === 'image' && input.read === undefined) return makeImageLeaf(runtime, input, fileHash, ptr);
    const bytes = input.read?.bytes ?? input.bytes;
    if (bytes === input.bytes) return makeTextLeaf(runtime, input, fileHash, ptr, bytes.length);
    return withBytes(runtime, bytes, (readPtr) => makeTextLeaf(runtime, input, fileHash, readPtr, bytes.length));
  });
}

/** Keeps the file itself out of memory: it may be ten times as large as its text. Without a reader it has no text yet. */
function makeDocumentLeaf(runtime: ChunkRuntime, input: LeafInput): Leaf {
  // Bytes of their own: they become the contents, which may be transferred to another thread.
  const { bytes, cuts = [], ...facts } = input.read ?? { bytes: new Uint8Array(0) };
  const read = { ...facts, bytes, cuts };
  return withBytes(runtime, bytes, (ptr) =>
    makeTextLeaf(runtime, { ...input, read }, getHash(runtime, input), ptr, bytes.length),
  );
}

function getHash(runtime: ChunkRuntime, { bytes, fileHash }: LeafInput): Uint8Array {
  return fileHash ?? hashPieces(runtime, [bytes]);
}

function makeImageLeaf(runtime: ChunkRuntime, input: LeafInput, fileHash: Uint8Array, ptr: number): Leaf {
  let svg: string | undefined;
  if (/\.svg$/i.test(input.path) && runtime.exports.decodeText(ptr, input.bytes.length) <= DECODED.rewritten) {
    svg = fromUtf8(takeText(runtime));
  }
  const text = toUtf8(toImageText(input.path, svg, input.settings.chunk_max_chars));
  return withBytes(runtime, text, (textPtr) => {
    const status = runtime.exports.decodeText(textPtr, text.length);
    const result = runLeaf(runtime, input, MODE.whole, { lines: new Uint32Array(1).fill(1), note: NO_NOTE });
    const contents = status === DECODED.same ? text : takeText(runtime);
    return finish(runtime, input, fileHash, result, { lineCount: 1, contents, rewritten: true });
  });
}

function makeTextLeaf(
  runtime: ChunkRuntime,
  input: LeafInput,
  fileHash: Uint8Array,
  ptr: number,
  length: number,
): Leaf {
  const status = runtime.exports.decodeText(ptr, length);
  if (status === DECODED.binary) return refuse(input, fileHash, 'binary');
  if (status === DECODED.notUtf8) return refuse(input, fileHash, 'encoding');
  const { read } = input;
  const given = read?.bytes ?? input.bytes;
  const isGiven = status === DECODED.same;
  const contents = isGiven && ownsItsBuffer(given) ? given : takeText(runtime);
  const note = input.kind === 'markdown' ? readNote(fromUtf8(contents)) : { ...NO_NOTE, links: read?.links ?? [] };
  const result = runLeaf(runtime, input, toReadingMode(input), { lines: read?.sourceLines, note });
  const rewritten = isGiven && given === input.bytes ? false : !isEqual(contents, input.bytes);
  return finish(runtime, input, fileHash, result, {
    contents,
    rewritten,
    lineCount: read?.sourceLineCount ?? result.lineCount,
  });
}

/** A view would keep all of a larger buffer (an archive) in memory, and could not be transferred without it. */
function ownsItsBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
}

/** Results of the kernel. The sections are views of its memory: copy them before the next call. */
interface KernelResult {
  readonly chunks: Uint8Array;
  readonly outline: Uint8Array;
  readonly terms: Uint8Array;
  readonly lineCount: number;
  readonly tokenTotal: number;
  readonly warnings: readonly FileWarning[];
  /** The given title, or the one in the front matter, or the first heading of level one, or the name of the file. */
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly note: Note;
}

/** Reused by every leaf. */
const texts = new ByteWriter();

function runLeaf(
  runtime: ChunkRuntime,
  input: LeafInput,
  mode: Mode,
  { lines, note }: { readonly lines: Uint32Array | undefined; readonly note: Note },
): KernelResult {
  const { settings } = input;
  const cuts = mode === MODE.spans ? encodeSpans(input) : mode === MODE.cuts ? encodeCuts(input) : NO_CUTS;
  const lineBytes = lines ? encodeLines(lines, input.read?.sourceLastLines ?? lines) : NOTHING;
  // The first heading of a document names its first sheet or section.
  const name = input.kind === 'document' ? toFileTitle(input) : '';
  const title = input.meta?.title || input.read?.title || findMdxTitle(input) || note.title || name;
  const names = note.links.map(({ target }) => toLinkName(target));
  texts.clear();
  const lengths = [title, toFileTitle(input), toLines(note.aliases), toLines(names)].map((text) =>
    texts.characters(text),
  );
  return withBytes(runtime, texts.view(), (textsPtr) =>
    withBytes(runtime, cuts.rows, (rowsPtr) =>
      withBytes(runtime, cuts.names, (namesPtr) =>
        withBytes(runtime, lineBytes, (linesPtr) => {
          const slots = runtime.exports.leafSlots() >>> 2;
          const memory = runtime.memory.u32();
          memory[slots + ASK.mode] = mode;
          memory[slots + ASK.target] = settings.chunk_target_chars;
          memory[slots + ASK.maximum] = settings.chunk_max_chars;
          memory[slots + ASK.minimum] = settings.chunk_min_chars;
          memory[slots + ASK.maxChunks] = settings.max_chunks_per_file;
          memory[slots + ASK.stemming] = settings.stemming ? 1 : 0;
          let at = textsPtr;
          TEXTS.forEach((place, i) => {
            memory[slots + place] = at;
            memory[slots + place + 1] = lengths[i] as number;
            at += lengths[i] as number;
          });
          memory[slots + CUTS.rows] = rowsPtr;
          memory[slots + CUTS.count] = cuts.count;
          memory[slots + CUTS.names] = namesPtr;
          memory[slots + CUTS.sourceLines] = lines ? linesPtr : 0;
          memory[slots + CUTS.sourceLineCount] = lines?.length ?? 0;
          memory[slots + CUTS.hasPlaces] = input.kind === 'document' ? 1 : 0;
          runtime.exports.leafRun();
          return collect(runtime, input, slots, note);
        }),
      ),
    ),
  );
}

/** Encodes the first source line of every text line, then the last ones. */
function encodeLines(first: Uint32Array, last: Uint32Array): Uint8Array {
  const both = new Uint32Array(first.length * 2);
  both.set(first);
  both.set(last.subarray(0, first.length), first.length);
  return new Uint8Array(both.buffer);
}

function toLines(names: readonly string[]): string {
  return names.map((name) => `${name}\n`).join('');
}

function collect(runtime: ChunkRuntime, input: LeafInput, slots: number, note: Note): KernelResult {
  const memory = runtime.memory.u32();
  const bytes = runtime.memory.u8();
  const get = (place: number) => memory[slots + place] as number;
  const section = (place: number) => bytes.subarray(get(place), get(place) + get(place + 1));
  const metaOf = (field: number) => {
    const length = runtime.exports.leafMetaLength(field);
    return length === 0 ? '' : fromUtf8(runtime.memory.take(runtime.exports.leafMetaPtr(field) >>> 0, length));
  };
  return {
    chunks: section(GOT.chunks),
    outline: section(GOT.outline),
    terms: section(GOT.terms),
    lineCount: get(GOT.lineCount),
    tokenTotal: get(GOT.tokens),
    warnings: toWarnings(input, get),
    title: fromUtf8(section(GOT.title)),
    description: metaOf(1),
    url: metaOf(2),
    note,
  };
}

function toWarnings(input: LeafInput, get: (place: number) => number): FileWarning[] {
  const warnings: FileWarning[] = (input.read?.warnings ?? []).map(({ path: _, ...warning }) => warning);
  if (get(GOT.overflowLine) > 0) {
    warnings.push({
      code: 'max-chunks',
      message: 'The file has more chunks than allowed; the rest is left out.',
      limit: input.settings.max_chunks_per_file,
      actual: get(GOT.wantedChunks),
      line: get(GOT.overflowLine),
    });
  }
  if (get(SEEN.hiddenCount) > 0) {
    warnings.push({
      code: 'hidden-text',
      message: 'The file holds invisible or bidirectional control characters.',
      actual: get(SEEN.hiddenCount),
      line: get(SEEN.hiddenLine),
    });
  }
  return warnings;
}

interface EncodedCuts {
  readonly rows: Uint8Array;
  readonly names: Uint8Array;
  readonly count: number;
}

type PlaceName = (text: string) => readonly [offset: number, length: number];

/** Encodes rows of ten numbers and the names they point to, for wasm/assembly/chunk/reader-cuts.ts. */
function encodeCuts({ read }: LeafInput): EncodedCuts {
  return encodeRows(read?.cuts ?? [], 10, (cut, place) => {
    const { line, level, name, endLine = 0, symbolLine = 0, address = '' } = cut;
    const form = cut.isMarkdown ? 2 : cut.isSoft ? 1 : 0;
    return [line, level, CUT_WHAT[cut.what], ...place(name), endLine, symbolLine, form, ...place(address)];
  });
}

/** Encodes rows of four numbers and the addresses they point to, for wasm/assembly/chunk/reader-spans.ts. */
function encodeSpans({ read }: LeafInput): EncodedCuts {
  return encodeRows(read?.spans ?? [], 4, ({ start, end, address }, place) => [start, end, ...place(address)]);
}

function encodeRows<T>(
  items: readonly T[],
  rowNumbers: number,
  toRow: (item: T, place: PlaceName) => readonly number[],
): EncodedCuts {
  const names: Uint8Array[] = [];
  const rows = new Int32Array(items.length * rowNumbers);
  let at = 0;
  const place: PlaceName = (text) => {
    const bytes = toUtf8(text);
    names.push(bytes);
    at += bytes.length;
    return [at - bytes.length, bytes.length];
  };
  items.forEach((item, i) => {
    rows.set(toRow(item, place), i * rowNumbers);
  });
  return { rows: new Uint8Array(rows.buffer), names: concatBytes(names), count: items.length };
}

function finish(
  runtime: ChunkRuntime,
  input: LeafInput,
  fileHash: Uint8Array,
  result: KernelResult,
  { contents, lineCount, rewritten }: { contents: Uint8Array; lineCount: number; rewritten: boolean },
): Leaf {
  const facts: LeafFacts = {
    kind: input.read?.language ? 'code' : input.kind,
    language: input.read?.language ?? input.language ?? '',
    lineCount,
    tokenTotal: result.tokenTotal,
    chunkCount: new ByteReader(result.chunks).uint(),
    warnings: toFactWarnings(result.warnings),
    title: result.title,
    description: input.meta?.description || input.read?.description || result.description,
    url: input.meta?.source_url || result.url,
    ...toDocument(input),
    tags: result.note.tags,
  };
  const title = input.kind === 'document' && facts.title !== toFileTitle(input) ? facts.title : '';
  const mode = toReadingMode(input);
  const isMarkdown = mode === MODE.markdown || mode === MODE.mdx;
  const spans = isMarkdown ? findTableHeaders(result.chunks, contents) : (input.read?.context ?? []);
  const leaf = joinSections([
    [SECTION.meta, (out) => writeMeta(out, facts)],
    [SECTION.chunks, addContext(result.chunks, { contents, spans, title })],
    [SECTION.outline, result.outline],
    [SECTION.terms, result.terms],
    [SECTION.language, (out) => out.u8(toLanguageNumber(input.meta?.language) || findLanguage(runtime, input.kind))],
    [SECTION.warnings, (out) => writeWarnings(out, result.warnings)],
    ...toNoteSections(result.note),
    ...toDocumentSections(facts),
  ]);
  const made = { leaf, contents, fileHash, facts, bytes: input.bytes.length };
  return rewritten ? { ...made, original: input.bytes } : made;
}

function toDocument({ read }: LeafInput): Pick<LeafFacts, 'document'> {
  return read?.document === undefined ? {} : { document: read.document };
}

const REFUSALS: Partial<Record<WarningCode, string>> = {
  'max-file-bytes': 'The file is larger than allowed.',
  binary: 'The file looks binary.',
  encoding: 'The file is not valid UTF-8.',
};

function refuse(
  input: LeafInput,
  fileHash: Uint8Array,
  refused: WarningCode,
  bounds: { readonly limit?: number; readonly actual?: number } = {},
): Leaf {
  const readerWarnings = (input.read?.warnings ?? []).map(({ path: _, ...warning }) => warning);
  const isTold = readerWarnings.some(({ code }) => code === refused);
  const own = { code: refused, message: REFUSALS[refused] ?? '', ...bounds };
  const warnings = isTold ? readerWarnings : [...readerWarnings, own];
  const facts: LeafFacts = {
    kind: input.kind,
    language: input.language ?? '',
    refused,
    lineCount: 0,
    tokenTotal: 0,
    chunkCount: 0,
    warnings: toFactWarnings(warnings),
    title: input.meta?.title ?? '',
    description: input.meta?.description ?? '',
    url: input.meta?.source_url ?? '',
    tags: [],
  };
  const leaf = joinSections([
    [SECTION.meta, (out) => writeMeta(out, facts)],
    [SECTION.warnings, (out) => writeWarnings(out, warnings)],
  ]);
  const made = { leaf, contents: new Uint8Array(0), fileHash, facts, bytes: input.bytes.length };
  // A document can be saved and opened with its own program, or with its password.
  return input.kind === 'document' && refused !== 'max-file-bytes' ? { ...made, original: input.bytes } : made;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Returns the title that the name of a file of prose gives it; empty for other files. */
function toFileTitle({ path, kind }: Pick<LeafInput, 'path' | 'kind'>): string {
  const isProse = !isCodeKind(kind) && kind !== 'json' && kind !== 'image';
  return isProse ? toNameTitle(toBaseName(path)) : '';
}

/** Identifiers that tools add: Notion's 32 digits at the end, a date or time before the words. */
const NOTION_ID = /[ _-][0-9a-f]{32}$/i;
const DATE = /^(?:\d{4}([-_.])\d{2}\1\d{2}|\d{8})(?:[T_-]?\d{4,6})?[ _-]+(?=.*[A-Za-z\u00aa-\uffff])/;

/** The name without its extension, as written. Logseq writes `/` as `___`. */
function toNameTitle(name: string): string {
  const stem = name.replace(/(?<=.)\.[^.]+$/, '');
  return stem.replace(NOTION_ID, '').replace(DATE, '').replaceAll('___', '/') || stem;
}

/** Longer exports are data. */
const MDX_HEAD = 4_000;
const FRONT_TITLE = /^---\n(?:(?!---).*\n)*?title\s*:/;
const EXPORTED =
  /^export\s+const\s+(?:title\s*(?::\s*\w+\s*)?=\s*|(?:metadata|meta|frontmatter)\s*(?::\s*\w+\s*)?=\s*\{[^}]*?\btitle\s*:\s*)(["'`])((?:(?!\1)[^\\\n]|\\.)+)\1/m;

/** Returns the title that an MDX file exports, unless its front matter has one. */
function findMdxTitle({ path, bytes }: Pick<LeafInput, 'path' | 'bytes'>): string {
  if (!isMdx(path)) return '';
  const head = fromUtf8(bytes.subarray(0, MDX_HEAD)).replaceAll('\r\n', '\n');
  if (FRONT_TITLE.test(head)) return '';
  return EXPORTED.exec(head)?.[2]?.replace(/\\(.)/g, '$1') ?? '';
}

const BAR = 124;

/** Finds header rows for Markdown chunks that begin inside a table. Reads each byte once, however long the table is. */
function findTableHeaders(section: Uint8Array, contents: Uint8Array): ContextSpan[] {
  const spans: ContextSpan[] = [];
  if (!contents.includes(BAR) || !hasParts(section)) return spans;
  let before: ChunkRow | undefined;
  let header = '';
  const lines = createLineCounter(contents);
  for (const row of decodeChunkSection(section)) {
    // Only a chunk of a cut section can begin inside a table.
    const isInside = before !== undefined && row.part > 1 && before.part === row.part - 1;
    header = isInside ? findHeader(fromUtf8(contents.subarray(before?.startByte, row.startByte)), header) : '';
    const firstLine = fromUtf8(contents.subarray(row.startByte, endOfLine(contents, row)));
    if (header !== '' && !firstLine.includes('|')) header = '';
    const line = lines(row.startByte);
    if (header !== '') spans.push({ firstLine: line, lastLine: line, texts: [header] });
    before = row;
  }
  return spans;
}

/** Tests whether any section of the file was cut, without the names of its chunks. */
function hasParts(section: Uint8Array): boolean {
  const reader = new ByteReader(section);
  let left = reader.uint();
  for (let strings = reader.uint(); strings > 0; strings--) reader.skip(reader.uint());
  const place = { end: 0, line: 0, startLine: 0 };
  for (; left > 0; left--) if (((section[skipRow(reader, place)] as number) & HAS.part) !== 0) return true;
  return false;
}

/** Returns the header of the table that is open at the end of the text; `open` is the header of a table open at its start. */
function findHeader(text: string, open: string): string {
  let header = open;
  let next = 0;
  for (const row of readRows(text, { form: 'page', isOpen: open !== '' })) {
    if (row.separator !== 'bar') continue;
    if (row.isFirst) header = toShort(text.slice(row.start, row.end));
    ({ next } = row);
  }
  // A text that ends inside a line is too long for a chunk, and that line is not a row.
  return next === text.length && text.endsWith('\n') ? header : '';
}

/** Deeper indentation is code, or a list whose tables have no context yet, as those in quotations. */
function toShort(row: string): string {
  const header = row.trim();
  if (!/^ {0,3}[^\s>]/.test(row)) return '';
  if (header.length <= LIMITS.maxContextChars) return header;
  return header.slice(0, header.lastIndexOf('|', LIMITS.maxContextChars - 1) + 1);
}

function endOfLine(contents: Uint8Array, { startByte, endByte }: ChunkRow): number {
  const end = contents.indexOf(10, startByte);
  return end < 0 || end > endByte ? endByte : end;
}

/** Returns the text of an image's one chunk. `svg` is the decoded source of an SVG. */
function toImageText(path: string, svg: string | undefined, maxChars: number): string {
  const name = toBaseName(path);
  const lines = [`Image: ${name}`, `Source: ${path}`, ...(svg === undefined ? [] : svgTexts(svg))];
  return cap(lines.join('\n'), maxChars);
}

const KEPT = new Set(['title', 'desc', 'text', 'tspan', 'textPath']);

/** Returns the text inside title, desc and text elements, one line each, in document order. */
function svgTexts(svg: string): string[] {
  const texts: string[] = [];
  const open: string[] = [];
  let current = '';
  const flush = () => {
    // A NUL far into the file would make its text count as binary.
    const text = current.replace(/[ \t\r\n\0]+/g, ' ').trim();
    if (text) texts.push(text);
    current = '';
  };
  let at = 0;
  while (at < svg.length) {
    const tag = svg.indexOf('<', at);
    const to = tag < 0 ? svg.length : tag;
    if (open.length > 0) current += decodeEntities(svg.slice(at, to));
    if (tag < 0) break;
    const close = tagEnd(svg, tag);
    if (open.length > 0 && svg.startsWith('<![CDATA[', tag))
      current += svg.slice(tag + 9, Math.max(tag + 9, close - 3));
    const match = /^<(\/?)(?:[\w.-]{1,40}:)?(\w{1,40})/.exec(svg.slice(tag, tag + 90));
    if (match && KEPT.has(match[2] as string)) {
      if (match[1]) {
        if (open.length > 0) open.pop();
        if (open.length === 0) flush();
        else current += ' ';
      } else if (svg[close - 2] !== '/') {
        // A hostile file may open millions of elements; only the count matters.
        open.push(match[2] as string);
      }
    }
    at = close;
  }
  flush();
  return texts;
}

function tagEnd(svg: string, tag: number): number {
  const [mark, length] = svg.startsWith('<!--', tag)
    ? ['-->', 3]
    : svg.startsWith('<![CDATA[', tag)
      ? [']]>', 3]
      : ['>', 1];
  const end = svg.indexOf(mark as string, tag + 1);
  return end < 0 ? svg.length : end + (length as number);
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|lt|gt|amp|quot|apos);/g, (_, name: string) => {
    if (name[0] !== '#') return NAMED[name] ?? '';
    const point = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
      ? String.fromCodePoint(point)
      : '\ufffd';
  });
}

function cap(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let kept = '';
  let count = 0;
  for (const point of text) {
    if (count === maxChars) break;
    kept += point;
    count += 1;
  }
  return kept;
}

/** How the kernel reads a text; the numbers are shared with wasm/assembly/chunk/leaf.ts. */
const MODE = { text: 0, markdown: 1, cuts: 2, spans: 3, whole: 4, mdx: 5 } as const;
type Mode = (typeof MODE)[keyof typeof MODE];

function toReadingMode({ path, kind, read }: LeafInput): Mode {
  if (read?.spans) return MODE.spans;
  if (read?.cuts) return MODE.cuts;
  if (kind !== 'markdown' && !read?.isMarkdown) return MODE.text;
  return isMdx(path) ? MODE.mdx : MODE.markdown;
}

function isMdx(path: string): boolean {
  return /\.mdx$/i.test(path);
}
