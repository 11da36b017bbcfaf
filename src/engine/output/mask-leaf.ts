import { findReplacements, type MaskOptions, maskText, type SecretNumbers } from '../../export/secrets/mask-text.ts';
import { countChars, findCharEnd } from '../../export/text/count-chars.ts';
import type { ChunkRow, ImportedLeafChunk, Kernel, Leaf } from '../../kernel/contract.ts';
import { concatBytes, fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import { estimateChunkTokens } from '../../lib/estimate-tokens.ts';
import { countFeeds } from '../../lib/lines.ts';
import type { Settings } from '../../model/settings.ts';
import { cutPlaces, mapPlaces } from '../../places/address.ts';

/** The chunks' text in pieces. Text between chunks has its own pieces, except the line ends that an import lacks. */
export interface ChunkTexts {
  readonly text: string;
  /** Returns the file's line at a text offset, as far as the chunks show it. */
  lineOf(offset: number): number;
  readonly pieces: readonly { readonly start: number; readonly end: number; readonly row: ChunkRow | undefined }[];
}

export function readChunkTexts(contents: Uint8Array, rows: readonly ChunkRow[]): ChunkTexts {
  const pieces: { start: number; end: number; row: ChunkRow | undefined }[] = [];
  let text = '';
  let at = 0;
  const add = (to: number, row?: ChunkRow): void => {
    if (to <= at && row === undefined) return;
    const start = text.length;
    text += fromUtf8(contents.subarray(at, Math.max(at, to)));
    pieces.push({ start, end: text.length, row });
    at = Math.max(at, to);
  };
  let lastLine = 0;
  for (const row of rows) {
    add(row.startByte);
    // An import's chunks lack the line ends between them; without one, two rows of a table would be one.
    if (text !== '' && !text.endsWith('\n') && row.startLine > lastLine) text += '\n';
    add(row.endByte, row);
    lastLine = row.endLine;
  }
  add(contents.length);
  return { text, pieces, lineOf: createLineOf(text, pieces) };
}

/** Takes ascending offsets. */
function createLineOf(text: string, pieces: ChunkTexts['pieces']): (offset: number) => number {
  let piece = 0;
  let line = 0;
  let at = 0;
  return (offset) => {
    while (piece < pieces.length - 1 && (pieces[piece]?.end ?? 0) <= offset) {
      piece++;
      line = 0;
      at = pieces[piece]?.start ?? 0;
    }
    for (let feed = text.indexOf('\n', at); feed >= 0 && feed < offset; feed = text.indexOf('\n', at)) {
      line++;
      at = feed + 1;
    }
    const row = pieces[piece]?.row;
    return row === undefined ? 1 : Math.min(row.startLine + line, row.endLine);
  };
}

interface MaskedLeaf {
  readonly numbers: SecretNumbers;
  readonly settings: Settings;
  readonly options: MaskOptions;
  /** Whether chunks are JSON source, whose strings contain escapes. */
  readonly isJson: boolean;
}

/**
 * Masks the leaf of a text that a reader made from something else: the text may contain a secret that its source does not. Returns undefined
 * if the text has no secrets. Lines stay; a chunk that grows over the limit is split.
 */
export function maskLeaf(
  kernel: Kernel,
  result: Leaf,
  { numbers, settings, options, isJson }: MaskedLeaf,
): Leaf | undefined {
  const leaf = kernel.readLeaf(result.leaf);
  const texts = readChunkTexts(result.contents, leaf.chunks);
  const replacements = findReplacements(texts.text, numbers, { ...options, lineOf: texts.lineOf });
  const maskName = (name: string): string =>
    maskText(name, numbers, { isAllowed: options.isAllowed ?? (() => false) }).text;
  const meta = { title: maskName(leaf.title), description: maskName(leaf.description), source_url: maskName(leaf.url) };
  const headings = leaf.headings.map((heading) => ({ ...heading, text: maskName(heading.text) }));
  const symbols = leaf.symbols.map((symbol) => ({ ...symbol, name: maskName(symbol.name) }));
  const { document } = result.facts;
  const authors = document?.authors?.map(maskName);
  const isSame =
    replacements.length === 0 &&
    (authors ?? []).every((name, i) => name === document?.authors?.[i]) &&
    meta.title === leaf.title &&
    meta.description === leaf.description &&
    meta.source_url === leaf.url &&
    headings.every(({ text }, i) => text === leaf.headings[i]?.text) &&
    symbols.every(({ name }, i) => name === leaf.symbols[i]?.name) &&
    leaf.chunks.every(({ address, places = [], context }) =>
      [address, ...places.map((place) => place.address), ...context].every((name) => maskName(name) === name),
    );
  if (isSame) return undefined;

  const written: Uint8Array[] = [];
  const chunks: ImportedLeafChunk[] = [];
  const sections = new Sections(chunks);
  let at = 0;
  let next = 0;
  const write = (text: string): Uint8Array => {
    const bytes = toUtf8(text);
    written.push(bytes);
    at += bytes.length;
    return bytes;
  };
  for (const { start, end, row } of texts.pieces) {
    while (next < replacements.length && (replacements[next]?.end ?? 0) <= start) next++;
    const text = replaceWithin(texts.text, { start, end }, replacements, next);
    let done = 0;
    if (row !== undefined) sections.begin(row);
    for (const cut of row === undefined ? [] : cutToLimit(text, settings.chunk_max_chars)) {
      write(text.slice(done, cut.start));
      const bytes = write(text.slice(cut.start, cut.end));
      chunks.push(toMaskedChunk(kernel, row as ChunkRow, { text, cut, bytes, endByte: at, maskName }));
      done = cut.end;
    }
    write(text.slice(done));
  }
  sections.finish();
  const contents = concatBytes(written);
  const tokenTotal = chunks.reduce((sum, chunk) => sum + estimateChunkTokens(chunk), 0);
  const { kind, language, lineCount, warnings } = leaf;
  const masked = kernel.makeImportedLeaf({
    ...{ kind, language, lineCount, meta, settings, contents, chunks, headings, symbols },
    isJson,
    warnings: warnings.map(({ path: _, ...warning }) => warning),
  });
  return {
    leaf: masked,
    contents,
    fileHash: kernel.sha256(contents),
    bytes: result.bytes,
    facts: {
      ...result.facts,
      chunkCount: chunks.length,
      tokenTotal,
      title: meta.title,
      description: meta.description,
      url: meta.source_url,
      ...(authors && { document: { ...document, authors } }),
      tags: kernel.readLeaf(masked).tags,
    },
    original: result.original,
  };
}

type Replacements = ReturnType<typeof findReplacements>;

/** Repeats the placeholder in the next chunk if the secret continues there, so that the gap is visible. */
export function replaceWithin(
  text: string,
  { start, end }: { start: number; end: number },
  replacements: Replacements,
  first: number,
): string {
  let masked = '';
  let at = start;
  for (let i = first; i < replacements.length; i++) {
    const replacement = replacements[i] as Replacements[number];
    if (replacement.start >= end) break;
    masked += text.slice(at, Math.max(at, replacement.start)) + replacement.text;
    at = Math.min(end, replacement.end);
  }
  return masked + text.slice(at, end);
}

interface MaskedPart {
  /** Text of the whole chunk. */
  readonly text: string;
  readonly cut: CutSpan;
  readonly bytes: Uint8Array;
  readonly endByte: number;
  readonly maskName: (name: string) => string;
}

function toMaskedChunk(
  kernel: Kernel,
  row: ChunkRow,
  { text, cut, bytes, endByte, maskName }: MaskedPart,
): ImportedLeafChunk {
  const { part, parts } = row;
  const lines = toLines(row, text, cut);
  return {
    startByte: endByte - bytes.length,
    endByte,
    ...lines,
    chars: countChars(text.slice(cut.start, cut.end)),
    contentHash: kernel.sha256(bytes),
    part,
    parts,
    headingPath: row.headingPath.map(maskName),
    symbol: maskName(row.symbol),
    ...mapPlaces(cutPlaces(row, [lines.startLine, lines.endLine]), maskName),
    context: row.context.map(maskName),
  };
}

/** Text with other lines than its source (HTML) keeps the lines of the whole chunk. */
function toLines({ startLine, endLine }: ChunkRow, text: string, { start, end }: CutSpan) {
  const isWhole = start === 0 && end === text.length;
  if (isWhole || countFeeds(text) !== endLine - startLine) return { startLine, endLine };
  const first = startLine + countFeeds(text, 0, start);
  return { startLine: first, endLine: first + countFeeds(text, start, end) };
}

/** Renumbers the parts of a section, which may be more than before. */
class Sections {
  readonly #chunks: ImportedLeafChunk[];
  #first = 0;
  #rows = 0;
  #last: ChunkRow | undefined;

  constructor(chunks: ImportedLeafChunk[]) {
    this.#chunks = chunks;
  }

  begin(row: ChunkRow): void {
    const isNextPart = row.part > 1 && row.part - 1 === this.#last?.part && row.parts === this.#last.parts;
    if (!isNextPart) this.finish();
    this.#rows++;
    this.#last = row;
  }

  finish(): void {
    const parts = this.#chunks.length - this.#first;
    for (let i = 0; i < parts && parts > this.#rows; i++) {
      const chunk = this.#chunks[this.#first + i] as ImportedLeafChunk;
      this.#chunks[this.#first + i] = { ...chunk, part: i + 1, parts };
    }
    this.#first = this.#chunks.length;
    this.#rows = 0;
  }
}

interface CutSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a text into parts of at most `maxChars`, at the end of a line, otherwise after a space, otherwise between characters. Line ends and blank
 * lines at a cut are in neither part. A text that fits is one part, even if empty.
 */
function cutToLimit(text: string, maxChars: number): CutSpan[] {
  const cuts: CutSpan[] = [];
  let start = 0;
  for (
    let limit = findCharEnd(text, start, maxChars);
    limit < text.length;
    limit = findCharEnd(text, start, maxChars)
  ) {
    const feed = text.slice(start, limit + 1).lastIndexOf('\n');
    const end = start + Math.max(0, trimBlankLines(text.slice(start, start + Math.max(0, feed))));
    if (end > start) {
      cuts.push({ start, end });
      start = afterBlankLines(text, start + feed + 1);
    } else {
      const space = text.slice(start, limit).lastIndexOf(' ');
      cuts.push({ start, end: space > 0 ? start + space + 1 : limit });
      start = cuts.at(-1)?.end ?? limit;
    }
  }
  if (start < text.length || cuts.length === 0) cuts.push({ start, end: text.length });
  return cuts;
}

/** Returns the length of the lines without trailing blank ones. */
function trimBlankLines(lines: string): number {
  let end = lines.length;
  for (;;) {
    const feed = lines.lastIndexOf('\n', end - 1);
    if (end <= 0 || lines.slice(feed + 1, end).trim() !== '') return end;
    end = feed;
  }
}

function afterBlankLines(text: string, start: number): number {
  const blank = /(?:[ \t]*\n)*/y;
  blank.lastIndex = start;
  return start + (blank.exec(text)?.[0].length ?? 0);
}
