import { findFirst } from '../../lib/binary-search.ts';
import { ByteWriter } from '../../lib/byte-writer.ts';
import { fromUtf8, toHex, toUtf8 } from '../../lib/bytes.ts';
import { estimateChunkTokens } from '../../lib/estimate-tokens.ts';
import { countFeeds } from '../../lib/lines.ts';
import { NO_NOTE, type Note, readNote } from '../../markdown/note.ts';
import { toLinkName } from '../../markdown/wiki-link.ts';
import type { SymbolSpan } from '../../model/chunk.ts';
import { CUT_WHAT, type CutWhat } from '../../model/cut.ts';
import { encodeAddress } from '../../places/address.ts';
import type { ImportedLeaf, ImportedLeafChunk } from '../contract.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';
import { guard } from '../memory/memory-views.ts';
import { HAS } from './chunk-section.ts';
import { findLanguage } from './find-language.ts';
import { joinSections, SECTION, toNoteSections, writeMeta, writeWarnings } from './leaf-format.ts';

/** Makes the leaf that the kernel would have made with these cuts: a chunk has the names on its lines. */
export function makeImportedLeaf(runtime: IndexRuntime, file: ImportedLeaf): Uint8Array<ArrayBuffer> {
  return guard(() => {
    const names = findNames(file);
    const note = readImportedNote(file);
    const { terms, bodyLengths, naturalLanguage } = makeTerms(runtime, file, names, note);
    const tokenTotal = file.chunks.reduce((sum, chunk) => sum + estimateChunkTokens(chunk), 0);
    const meta = {
      kind: file.kind,
      language: file.language,
      lineCount: file.lineCount,
      tokenTotal,
      title: file.meta.title ?? '',
      description: file.meta.description ?? '',
      url: file.meta.source_url ?? '',
    };
    return joinSections([
      [SECTION.meta, (out) => writeMeta(out, meta)],
      [SECTION.chunks, encodeChunks(file, names, bodyLengths)],
      [SECTION.outline, encodeOutline(file)],
      [SECTION.terms, terms],
      [SECTION.language, (out) => out.u8(naturalLanguage)],
      [SECTION.warnings, (out) => writeWarnings(out, file.warnings)],
      ...toNoteSections(note),
    ]);
  });
}

/** Reads the text of the chunks; there may be no line ends between them. */
function readImportedNote({ kind, contents, chunks }: ImportedLeaf): Note {
  if (kind !== 'markdown') return NO_NOTE;
  const lines: number[] = [];
  const texts = chunks.map(({ startByte, endByte, startLine }) => {
    const text = fromUtf8(contents.subarray(startByte, endByte));
    for (let i = 0; i <= countFeeds(text); i++) lines.push(startLine + i);
    return text;
  });
  const note = readNote(texts.join('\n'));
  return { ...note, links: note.links.map(({ target, line }) => ({ target, line: lines[line - 1] ?? line })) };
}

interface Names {
  /** Headings inside the chunk, starting with its own if the chunk contains or continues it. */
  readonly headings: readonly string[];
  readonly symbols: readonly string[];
  /** Symbols whose words count for the chunk: all but its fields. */
  readonly declared: readonly string[];
  /** Symbols that begin in the chunk and are found by their name. */
  readonly defined: readonly string[];
}

/** Assigns each name to one chunk, in document order. If chunks share a line (HTML on one line), a chunk ends before the next one's heading. */
function findNames(file: ImportedLeaf): Names[] {
  let nextHeading = 0;
  const namesWithin = createNameFinder(file.symbols);
  return file.chunks.map((chunk, i) => {
    const following = file.chunks[i + 1];
    const own = chunk.headingPath.at(-1);
    const headings: string[] = [];
    if (own !== undefined && chunk.part > 1) headings.push(own);
    for (; nextHeading < file.headings.length; nextHeading++) {
      const { line, text } = file.headings[nextHeading] as ImportedLeaf['headings'][number];
      if (line > chunk.endLine) break;
      const isNext = following?.part === 1 && line >= following.startLine && text === following.headingPath.at(-1);
      if (isNext && (own === undefined || headings.length > 0)) break;
      headings.push(text);
    }
    // If a line was split, its first piece has the names.
    const isSplit = i > 0 && file.chunks[i - 1]?.endLine === chunk.startLine;
    const spans = namesWithin(isSplit ? chunk.startLine + 1 : chunk.startLine, chunk.endLine);
    const begun = spans.filter(({ what }) => what !== 'field').map(({ name }) => name);
    const fields = spans.filter(({ what }) => what === 'field').map(({ name }) => name);
    const isCarried = chunk.symbol !== '' && !spans.some(({ name }) => name === chunk.symbol);
    const declared = isCarried ? [chunk.symbol, ...begun] : begun;
    return { headings, symbols: [...declared, ...fields], declared, defined: [...begun, ...fields.filter(isConstant)] };
  });
}

/** `Headers.ACCEPT`, as in wasm/assembly/chunk/rows.ts: looked up by its name like a declaration. */
function isConstant(name: string): boolean {
  return !/[a-z]/.test(name.replace(/^.+[.:#](?=.)/s, ''));
}

/** Finds the symbols that begin in some lines, in their own order. Searches instead of filtering: a file may have 10,000 chunks and symbols. */
function createNameFinder(symbols: readonly SymbolSpan[]): (startLine: number, endLine: number) => SymbolSpan[] {
  const order = symbols.map((_, i) => i).sort((a, b) => lineAt(a) - lineAt(b) || a - b);
  function lineAt(i: number): number {
    return (symbols[i] as SymbolSpan).startLine;
  }
  return (startLine, endLine) => {
    const found: number[] = [];
    let place = findFirst(order.length, (i) => lineAt(order[i] as number) >= startLine);
    for (; place < order.length && lineAt(order[place] as number) <= endLine; place++)
      found.push(order[place] as number);
    return found.sort((a, b) => a - b).map((i) => symbols[i] as SymbolSpan);
  };
}

function makeTerms(
  runtime: IndexRuntime,
  file: ImportedLeaf,
  names: readonly Names[],
  note: Note,
): { terms: Uint8Array<ArrayBuffer>; bodyLengths: number[]; naturalLanguage: number } {
  const { exports, memory } = runtime;
  const bodyLengths: number[] = [];
  const feed = (field: number, bytes: Uint8Array, escapes: boolean): void => {
    if (bytes.length === 0) return;
    const ptr = memory.put(bytes);
    exports.termsText(field, ptr, bytes.length, escapes ? 1 : 0);
    memory.free(ptr);
  };
  const withName = (name: string, use: (ptr: number, length: number) => void): void => {
    const { ptr, length } = memory.putText(name);
    use(ptr, length);
    memory.free(ptr);
  };
  const feedText = (field: number, text: string): void => feed(field, toUtf8(text), false);
  exports.termsBegin();
  file.chunks.forEach((chunk, i) => {
    const { headings, declared, defined } = names[i] as Names;
    exports.termsChunk();
    feed(0, file.contents.subarray(chunk.startByte, chunk.endByte), file.isJson);
    for (const heading of chunk.headingPath) feedText(1, heading);
    const others = headings[0] === chunk.headingPath.at(-1) ? headings.slice(1) : headings;
    for (const heading of others) feedText(1, heading);
    for (const symbol of declared) feedText(2, symbol);
    for (const symbol of defined) withName(symbol, exports.termsDefinition);
    bodyLengths.push(exports.termsBodyLength());
  });
  const title = file.meta.title ?? '';
  const first = file.headings.find(({ level }) => level === 1)?.text ?? '';
  if (title !== '') withName(title, (ptr, length) => exports.termsTitle(ptr, length, 1));
  if (first !== '') withName(first, (ptr, length) => exports.termsTitle(ptr, length, title === '' ? 1 : 0));
  for (const alias of note.aliases) withName(alias, (ptr, length) => exports.termsTitle(ptr, length, 1));
  for (const { target } of note.links) withName(toLinkName(target), exports.termsLink);
  const ptr = exports.termsTake() >>> 0;
  const terms = memory.take(ptr, exports.termsSize());
  return { terms, bodyLengths, naturalLanguage: findLanguage(runtime, file.kind) };
}

function encodeChunks(
  file: ImportedLeaf,
  names: readonly Names[],
  bodyLengths: readonly number[],
): Uint8Array<ArrayBuffer> {
  const strings = new Map<string, number>();
  const idOf = (text: string): number => {
    const known = strings.get(text);
    if (known !== undefined) return known;
    strings.set(text, strings.size);
    return strings.size - 1;
  };
  const rows = new ByteWriter();
  let end = 0;
  let line = 0;
  file.chunks.forEach((chunk, i) => {
    rows.u32(chunk.startByte - end);
    rows.u32(chunk.endByte - chunk.startByte);
    rows.u32(zigzag(chunk.startLine - line));
    rows.u32(zigzag(chunk.endLine - chunk.startLine));
    rows.u32(chunk.endByte - chunk.startByte - chunk.chars);
    rows.u32(bodyLengths[i] as number);
    writeNames(rows, chunk, names[i] as Names, idOf);
    end = chunk.endByte;
    line = chunk.endLine;
  });
  const section = new ByteWriter();
  section.u32(file.chunks.length);
  section.u32(strings.size);
  for (const text of strings.keys()) section.text(text);
  section.raw(rows.finish());
  writeOccurrences(section, file.chunks);
  for (const chunk of file.chunks) section.raw(chunk.contentHash);
  return section.finish();
}

function writeNames(rows: ByteWriter, chunk: ImportedLeafChunk, names: Names, idOf: (text: string) => number): void {
  const hasOwn = chunk.headingPath.length > 0 && names.headings[0] === chunk.headingPath.at(-1);
  const others = hasOwn ? names.headings.slice(1) : names.headings;
  const writeIds = (texts: readonly string[]): void => {
    rows.u32(texts.length);
    for (const text of texts) rows.u32(idOf(text));
  };
  rows.u8(
    (chunk.parts > 1 ? HAS.part : 0) |
      (chunk.headingPath.length > 0 ? HAS.path : 0) |
      (others.length > 0 ? HAS.headings : 0) |
      (chunk.symbol === '' ? 0 : HAS.symbol) |
      (names.symbols.length > 0 ? HAS.symbols : 0) |
      (chunk.address === '' ? 0 : HAS.address) |
      (hasOwn ? HAS.ownHeading : 0) |
      (chunk.context.length > 0 ? HAS.context : 0),
  );
  if (chunk.parts > 1) {
    rows.u32(chunk.part);
    rows.u32(chunk.parts);
  }
  if (chunk.headingPath.length > 0) writeIds(chunk.headingPath);
  if (others.length > 0) writeIds(others);
  if (chunk.symbol !== '') rows.u32(idOf(chunk.symbol));
  if (names.symbols.length > 0) writeIds(names.symbols);
  if (chunk.address !== '') rows.u32(idOf(encodeAddress(chunk.address, chunk.startLine, chunk.places)));
  if (chunk.context.length > 0) writeIds(chunk.context);
}

function writeOccurrences(section: ByteWriter, chunks: readonly ImportedLeafChunk[]): void {
  if (chunks.length === 0) return;
  const seen = new Map<string, number>();
  const repeated: [index: number, occurrence: number][] = [];
  chunks.forEach((chunk, i) => {
    const hash = toHex(chunk.contentHash);
    const occurrence = seen.get(hash) ?? 0;
    seen.set(hash, occurrence + 1);
    if (occurrence > 0) repeated.push([i, occurrence]);
  });
  section.u32(repeated.length);
  let last = 0;
  for (const [index, occurrence] of repeated) {
    section.u32(index - last);
    section.u32(occurrence);
    last = index;
  }
}

function encodeOutline(file: ImportedLeaf): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  out.u32(file.headings.length);
  let line = 0;
  for (const heading of file.headings) {
    out.u8(heading.level);
    out.u32(zigzag(heading.line - line));
    out.text(heading.text);
    line = heading.line;
  }
  out.u32(file.symbols.length);
  line = 0;
  for (const symbol of file.symbols) {
    out.u8(CUT_WHAT[symbol.what as CutWhat] ?? 0);
    out.u32(zigzag(symbol.startLine - line));
    out.u32(zigzag(symbol.endLine - symbol.startLine));
    out.text(symbol.name);
    line = symbol.startLine;
  }
  return out.finish();
}

function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}
