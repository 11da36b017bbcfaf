import { createHash } from 'node:crypto';
import type { FileOutline, IndexView } from '../../src/export/contract.ts';
import type { ImportedCollection, ImportedFile } from '../../src/export/import/contract.ts';
import { compareUtf8 } from '../../src/lib/bytes.ts';
import type { Chunk, FileRow } from '../../src/model/chunk.ts';
import type { Kind } from '../../src/model/kind.ts';
import { DEFAULT_SETTINGS, FORMAT_VERSION, type Settings } from '../../src/model/settings.ts';
import type { Warning } from '../../src/model/warning.ts';

export interface MakeFile {
  readonly path: string;
  readonly kind?: Kind;
  readonly bytes?: Uint8Array;
  readonly language?: string;
  readonly title?: string;
  readonly url?: string;
  readonly source?: string;
  readonly chunks?: readonly MakeChunk[];
  readonly outline?: FileOutline;
}

export interface MakeChunk {
  readonly content: string;
  readonly start?: number;
  readonly end?: number;
  readonly headingPath?: readonly string[];
  readonly symbol?: string;
  readonly address?: string;
  readonly part?: number;
  readonly parts?: number;
  readonly slug?: string;
}

/** A plain in-memory collection for tests of exports: whole words as terms, chunks as given. */
export function makeView(
  files: readonly MakeFile[],
  options: { name?: string; warnings?: readonly Warning[] } = {},
): IndexView {
  const ordered = [...files].sort((a, b) => compareUtf8(a.path, b.path));
  const total = ordered.reduce((sum, file) => sum + (file.chunks?.length ?? 0), 0);
  let ordinal = 0;
  const chunkLists = ordered.map((file) => {
    const seen = new Map<string, number>();
    let line = 1;
    return (file.chunks ?? []).map((made, index): Chunk => {
      const start = made.start ?? line;
      const end = made.end ?? start + made.content.split('\n').length - 1;
      line = end + 2;
      const hash = sha256(made.content);
      const occurrence = seen.get(hash) ?? 0;
      seen.set(hash, occurrence + 1);
      const id = sha256(`${file.path}\n${hash}\n${occurrence}`);
      return {
        id,
        shortId: id.slice(0, 12),
        ref: toRef(++ordinal, total),
        slug: made.slug ?? `${file.path.replace(/[^a-z0-9]+/gi, '-')}-${index + 1}`,
        path: file.path,
        kind: file.kind ?? 'markdown',
        chunkIndex: index,
        startLine: start,
        endLine: end,
        content: made.content,
        contentHash: hash,
        tokenEstimate: Math.ceil([...made.content].length / 4),
        headingPath: made.headingPath ?? [],
        ...(made.symbol ? { symbol: made.symbol } : {}),
        ...(made.address ? { address: made.address } : {}),
        ...(file.kind === 'image' ? { assetPath: `images/${file.path}` } : {}),
        ...(file.language ? { language: file.language } : {}),
        ...(made.part ? { part: made.part, parts: made.parts ?? made.part } : {}),
      };
    });
  });
  const rows = ordered.map((file, index) => toRow(file, chunkLists[index] ?? []));
  return assembleView({
    name: options.name ?? 'test',
    index_id: sha256(`quire\n1\n${rows.map((row) => `${row.path}\n${row.sha256}\n`).join('')}`),
    settings: DEFAULT_SETTINGS,
    rows,
    chunkLists,
    outlines: ordered.map((file) => file.outline ?? { headings: [], symbols: [] }),
    assets: ordered.map((file) => (file.kind === 'image' ? file.bytes : undefined)),
    warnings: options.warnings ?? [],
  });
}

/** Builds the view of an import that exports see, without an engine. */
export async function makeViewFromImport(imported: ImportedCollection, name = 'test'): Promise<IndexView> {
  const files: ImportedFile[] = [];
  for await (const file of imported.files()) files.push(file);
  files.sort((a, b) => compareUtf8(a.row.path, b.row.path));
  let ordinal = 0;
  return assembleView({
    name,
    index_id: imported.index_id,
    settings: imported.settings,
    rows: files.map((file) => file.row),
    chunkLists: files.map((file) =>
      file.chunks.map((chunk) => ({ ...chunk, ref: toRef(++ordinal, imported.totalChunks) })),
    ),
    outlines: files.map((file) => file.outline),
    assets: files.map((file) => file.asset),
    warnings: imported.warnings,
  });
}

function assembleView(parts: {
  name: string;
  index_id: string;
  settings: Settings;
  rows: readonly FileRow[];
  chunkLists: readonly (readonly Chunk[])[];
  outlines: readonly FileOutline[];
  assets: readonly (Uint8Array | undefined)[];
  warnings: readonly Warning[];
}): IndexView {
  const all = parts.chunkLists.flat();
  const lengths = all.map((chunk) => wordsOf(chunk.content).length);
  return {
    name: parts.name,
    index_id: parts.index_id,
    settings: parts.settings,
    format_version: FORMAT_VERSION,
    files: parts.rows,
    warnings: parts.warnings,
    totalChunks: all.length,
    docLens: async () => Uint32Array.from(lengths),
    fieldTotals: async () => ({
      body: lengths.reduce((sum, length) => sum + length, 0),
      heading: all.reduce((sum, chunk) => sum + chunk.headingPath.length, 0),
      symbol: all.filter((chunk) => chunk.symbol).length,
      path: all.length,
    }),
    chunks: async (i) => parts.chunkLists[i] ?? [],
    chunkFacts: async (i) => parts.chunkLists[i] ?? [],
    outline: async (i) => parts.outlines[i] ?? { headings: [], symbols: [] },
    asset: async (i) => parts.assets[i],
    terms: () => toTerms(all),
  };
}

/** Sections of a Markdown text at its ATX headings; enough for fixtures. */
export function makeMarkdownFile(path: string, text: string): MakeFile {
  const chunks: MakeChunk[] = [];
  const headings: { level: number; line: number; text: string }[] = [];
  const stack: { level: number; text: string }[] = [];
  let start = 1;
  let lines: string[] = [];
  const flush = (): void => {
    while (lines.length > 0 && lines[0] === '') {
      lines.shift();
      start++;
    }
    while (lines.at(-1) === '') lines.pop();
    if (lines.length > 0)
      chunks.push({ content: lines.join('\n'), start, headingPath: stack.map((entry) => entry.text) });
    lines = [];
  };
  text.split('\n').forEach((line, index) => {
    const match = /^(#{1,6}) (.*)$/.exec(line);
    if (match) {
      flush();
      start = index + 1;
      const level = match[1]?.length ?? 1;
      while (stack.length > 0 && (stack.at(-1)?.level ?? 0) >= level) stack.pop();
      stack.push({ level, text: match[2] ?? '' });
      headings.push({ level, line: index + 1, text: match[2] ?? '' });
    }
    if (lines.length === 0) start = index + 1;
    lines.push(line);
  });
  flush();
  return { path, bytes: new TextEncoder().encode(text), chunks, outline: { headings, symbols: [] } };
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

function toRow(file: MakeFile, chunks: readonly Chunk[]): FileRow {
  const bytes = file.bytes ?? new TextEncoder().encode(chunks.map((chunk) => chunk.content).join('\n\n'));
  return {
    path: file.path,
    source: file.source ?? 'main',
    kind: file.kind ?? 'markdown',
    ...(file.language ? { language: file.language } : {}),
    bytes: bytes.length,
    sha256: sha256(bytes),
    lineCount: chunks.at(-1)?.endLine ?? 1,
    chunkCount: chunks.length,
    tokenTotal: chunks.reduce((sum, chunk) => sum + chunk.tokenEstimate, 0),
    ...(file.title ? { title: file.title } : {}),
    ...(file.url ? { url: file.url } : {}),
  };
}

async function* toTerms(chunks: readonly Chunk[]): AsyncGenerator<{ term: string; pairs: Uint32Array }> {
  const postings = new Map<string, number[]>();
  chunks.forEach((chunk, ordinal) => {
    const counts = new Map<string, number>();
    for (const word of wordsOf(chunk.content)) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const list = postings.get(word) ?? [];
      list.push(ordinal, count);
      postings.set(word, list);
    }
  });
  for (const term of [...postings.keys()].sort(compareUtf8)) {
    yield { term, pairs: Uint32Array.from(postings.get(term) ?? []) };
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function toRef(ordinal: number, total: number): string {
  return `c${ordinal.toString(36).padStart(Math.max(4, total.toString(36).length), '0')}`;
}
