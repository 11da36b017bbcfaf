import { toHex, toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import type { FileRow } from '../../model/chunk.ts';
import { KINDS } from '../../model/kind.ts';
import { ExportHeader, ExportSettings, ExportWarning, SeedWarning } from '../../model/schema/export-index-json.ts';
import { DEFAULT_SETTINGS, FORMAT_VERSION, type Settings } from '../../model/settings.ts';
import type { Warning, WarningCode } from '../../model/warning.ts';
import type { FileOutline } from '../contract.ts';
import { countChars } from '../text/count-chars.ts';
import type { ImportedChunk, ImportOptions } from './contract.ts';
import { type JsonItem, JsonSplitter } from './json-splitter.ts';

/** Source of an index.json; opened twice, once to check and once to read. */
export interface IndexSource {
  readonly entry: string;
  open(): AsyncIterable<Uint8Array>;
}

export interface CheckedIndex {
  readonly isSeed: boolean;
  readonly version: number;
  readonly index_id: string;
  readonly settings: Settings;
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly chunkCounts: ReadonlyMap<string, number>;
  readonly totalChunks: number;
  readonly warnings: readonly Warning[];
}

const PLAN = {
  arrays: new Set(['files', 'chunks', 'warnings']),
  skip: new Set(['chunk_refs', 'doc_lens', 'inverted_index', 'stats', 'embeddings']),
};

/** Reads the whole file once and checks shapes, counts and every hash. */
export async function checkIndex(source: IndexSource, options: ImportOptions): Promise<CheckedIndex> {
  const head: Record<string, unknown> = {};
  const files = new Map<string, FileRecord>();
  const rawFiles: JsonItem[] = [];
  const chunkCounts = new Map<string, number>();
  const tokenTotals = new Map<string, number>();
  const rawWarnings: JsonItem[] = [];
  const mismatches: Warning[] = [];
  const verify = createVerifier(options);
  let longest = 0;
  let totalChunks = 0;
  let lastPath = '';
  for await (const item of readItems(source, options.signal)) {
    if (item.key === 'files') rawFiles.push(item);
    else if (item.key === 'warnings') rawWarnings.push(item);
    else if (item.key !== 'chunks') head[item.key] = item.value;
    else {
      const chunk = parseChunkRecord(item.value, { entry: source.entry, offset: item.offset });
      if (chunk.path !== lastPath && chunkCounts.has(chunk.path)) {
        throw damaged('the chunks of a file do not stand together', source, item);
      }
      lastPath = chunk.path;
      totalChunks++;
      chunkCounts.set(chunk.path, (chunkCounts.get(chunk.path) ?? 0) + 1);
      tokenTotals.set(chunk.path, (tokenTotals.get(chunk.path) ?? 0) + chunk.tokenEstimate);
      if (chunk.content.length > longest) longest = Math.max(longest, countChars(chunk.content));
      const warning = verify(chunk);
      if (warning) mismatches.push(warning);
    }
  }
  const { isSeed, version, index_id } = checkHeader(head, source);
  for (const item of rawFiles) {
    const file = parseFileRecord(item.value, isSeed, { entry: source.entry, offset: item.offset });
    const path = file.row.path;
    if (files.has(path)) throw damaged('a path is there twice', source, item);
    const counted = { chunkCount: chunkCounts.get(path) ?? 0, tokenTotal: tokenTotals.get(path) ?? 0 };
    if (!isSeed && file.row.chunkCount !== counted.chunkCount) {
      throw damaged('a file does not have as many chunks as it says', source, item);
    }
    files.set(path, isSeed ? { ...file, row: { ...file.row, ...counted } } : file);
  }
  for (const path of chunkCounts.keys()) {
    if (!files.has(path))
      throw new AppError('import/damaged', 'a chunk belongs to no file', { entry: source.entry, path });
  }
  const settings = isSeed ? toSeedSettings(longest) : parseSettings(head.settings, source);
  if (longest > settings.chunk_max_chars) {
    const details = { entry: source.entry, limit: settings.chunk_max_chars, actual: longest };
    throw new AppError('import/damaged', 'a chunk is longer than the settings allow', details);
  }
  const known = rawWarnings.map((item) => parseWarning(item, isSeed, source));
  const warnings = [...known, ...mismatches.filter((found) => !known.some((warning) => isSame(warning, found)))];
  return { isSeed, version, index_id, settings, files, chunkCounts, totalChunks, warnings };
}

/** Yields chunks in file order; checks only shapes, since hashes were verified before. */
export async function* readChunks(source: IndexSource, signal: AbortSignal | undefined): AsyncGenerator<ImportedChunk> {
  for await (const item of readItems(source, signal)) {
    if (item.key === 'chunks') yield parseChunkRecord(item.value, { entry: source.entry, offset: item.offset });
  }
}

async function* readItems(source: IndexSource, signal: AbortSignal | undefined): AsyncGenerator<JsonItem> {
  const splitter = new JsonSplitter(PLAN, source.entry);
  for await (const block of source.open()) {
    if (signal?.aborted) throw new AppError('engine/cancelled', 'the import was cancelled');
    yield* splitter.feed(block);
  }
  splitter.end();
}

function checkHeader(
  head: Readonly<Record<string, unknown>>,
  source: IndexSource,
): {
  isSeed: boolean;
  version: number;
  index_id: string;
} {
  const header = ExportHeader.safeParse(head);
  const isSeed = head.generator === undefined && head.version === 1;
  if (!header.success || (head.generator !== 'quire' && head.generator !== undefined)) {
    throw new AppError('import/not-ours', 'this is not an index', { entry: source.entry });
  }
  const { version, index_id } = header.data;
  if (!isSeed && version > FORMAT_VERSION) {
    throw new AppError('import/newer-format', 'the index was written by a newer release', {
      version,
      known: FORMAT_VERSION,
    });
  }
  if (!isSeed && head.generator === undefined) {
    throw new AppError('import/not-ours', 'only version 1 of the older format can be opened', { version });
  }
  return { isSeed, version, index_id };
}

/** The content decides: a wrong hash adds a warning, and is replaced when the collection is indexed. */
function createVerifier({ sha256 }: ImportOptions): (chunk: ImportedChunk) => Warning | undefined {
  let path = '';
  let seen = new Map<string, number>();
  return (chunk) => {
    if (chunk.path !== path) {
      path = chunk.path;
      seen = new Map();
    }
    const hash = toHex(sha256(toUtf8(chunk.content)));
    const occurrence = seen.get(hash) ?? 0;
    seen.set(hash, occurrence + 1);
    const id = toHex(sha256(toUtf8(`${path}\n${hash}\n${occurrence}`)));
    if (hash === chunk.contentHash && id === chunk.id) return undefined;
    const what = hash === chunk.contentHash ? 'id' : 'content';
    const message = `Chunk ${chunk.shortId}: its ${what} does not match the hash it was exported with.`;
    return { path, code: 'hash-mismatch', message, line: chunk.startLine };
  };
}

function parseSettings(value: unknown, source: IndexSource): Settings {
  const settings = ExportSettings.safeParse(value);
  if (settings.success) return settings.data;
  const field = settings.error.issues[0]?.path.join('.') ?? '';
  throw new AppError('import/damaged', 'the settings are not as they should be', {
    entry: source.entry,
    field: `settings.${field}`,
  });
}

/** The older system had chunks over its own limit. Here the limit is strict [E4], so it becomes the size of the largest chunk. */
function toSeedSettings(longestChars: number): Settings {
  const chunk_max_chars = Math.max(DEFAULT_SETTINGS.chunk_max_chars, longestChars);
  return { ...DEFAULT_SETTINGS, chunk_max_chars, outline: 'none' };
}

const SEED_CODES: Readonly<Record<string, WarningCode>> = {
  max_total_bytes: 'max-total-bytes',
  max_file_bytes: 'max-file-bytes',
  utf8: 'encoding',
  max_chunks_per_file: 'max-chunks',
};

function parseWarning(item: JsonItem, isSeed: boolean, source: IndexSource): Warning {
  const warning = isSeed ? SeedWarning.safeParse(item.value) : ExportWarning.safeParse(item.value);
  if (!warning.success) throw damaged('a warning is not as it should be', source, item);
  if (!isSeed) return warning.data as Warning;
  return { ...warning.data, code: SEED_CODES[warning.data.code] ?? 'unreadable' };
}

function isSame(a: Warning, b: Warning): boolean {
  return a.code === b.code && a.path === b.path && a.line === b.line && a.message === b.message;
}

function damaged(message: string, source: IndexSource, item: JsonItem): AppError {
  return new AppError('import/damaged', message, { entry: source.entry, offset: item.offset });
}

interface RecordPlace {
  readonly entry: string;
  readonly offset: number;
}

interface FileRecord {
  readonly row: FileRow;
  readonly outline: FileOutline;
}

type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

/** Leaves store signed line deltas in 32 bits: beyond 2³⁰ they would wrap. Real files have fewer lines. */
const MAX_LINE = 1_000_000_000;

const isText: Check = (value) => typeof value === 'string';
const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isLine: Check = (value) => isCount(value) && (value as number) <= MAX_LINE;
const isLevel: Check = (value) => isCount(value) && (value as number) <= 255;
const isKind: Check = (value) => (KINDS as readonly unknown[]).includes(value);
/** Our exports never have a path that leaves the root: a file with one was not made by us. */
const isPath: Check = (value) =>
  typeof value === 'string' && value.length <= 4_096 && !/(?:^|\/)\.{0,2}(?:\/|$)|\0/.test(value);
const orNone =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);
const listOf = (check: Check): Check => orNone((value) => Array.isArray(value) && value.every(check));
const tupleOf = (...checks: readonly Check[]): Check =>
  listOf((row) => Array.isArray(row) && checks.every((check, i) => check(row[i])));

/** By hand: a schema takes twenty times as long, longer than hashing the text. */
const SEED_FILE: Checks = {
  ...{ path: isPath, kind: isKind, language: orNone(isText), bytes: isCount, sha256: isHash, line_count: isLine },
  ...{ title: orNone(isText), description: orNone(isText), url: orNone(isText) },
};
const FILE: Checks = { ...SEED_FILE, source: isText, chunk_count: isCount, token_total: isCount };
const OUTLINE: Checks = {
  headings: tupleOf(isLevel, isLine, isText),
  symbols: tupleOf(isText, isText, isLine, isLine),
};
const CHUNK: Checks = {
  ...{ id: isHash, heading_path: listOf(isText), start_line: isLine, end_line: isLine, slug: isText, path: isPath },
  ...{ kind: isKind, chunk_index: isCount, content: isText, content_hash: isHash, token_estimate: isLine },
  ...{ symbol: orNone(isText), address: orNone(isText), context: listOf(isText), asset_path: orNone(isText) },
  ...{ language: orNone(isText), part: (value) => typeof value !== 'number' || isLine(value) },
};

/** Our spelling of each field. */
const NAMES = new Map(
  Object.keys({ ...FILE, ...OUTLINE, ...CHUNK }).map((field) => [
    field,
    field.replace(/_([a-z])/g, (_, letter: string) => String.fromCharCode(letter.charCodeAt(0) - 32)),
  ]),
);

function parseFileRecord(value: unknown, isSeed: boolean, place: RecordPlace): FileRecord {
  if (isSeed) {
    const row = { source: 'import', ...pick(value, SEED_FILE, 'files', place), chunkCount: 0, tokenTotal: 0 };
    return { row: row as unknown as FileRow, outline: { headings: [], symbols: [] } };
  }
  const { headings = [], symbols = [] } = pick(value, OUTLINE, 'files', place) as {
    headings?: [number, number, string][];
    symbols?: [string, string, number, number][];
  };
  const outline: FileOutline = {
    headings: headings.map(([level, line, text]) => ({ level, line, text })),
    symbols: symbols.map(([name, what, startLine, endLine]) => ({ name, what, startLine, endLine })),
  };
  return { row: pick(value, FILE, 'files', place) as unknown as FileRow, outline };
}

function parseChunkRecord(value: unknown, place: RecordPlace): ImportedChunk {
  const { part, context, ...chunk } = pick(value, CHUNK, 'chunks', place) as unknown as ImportedChunk;
  if (chunk.endLine < chunk.startLine) throw refuse('end_line', place);
  return {
    ...chunk,
    shortId: chunk.id.slice(0, 12),
    headingPath: chunk.headingPath ?? [],
    ...(context?.length ? { context } : {}),
    ...(typeof part === 'number' ? { part } : {}),
    ...((value as { masked?: unknown }).masked === true ? { masked: true } : {}),
  };
}

/** Returns the checked fields that have a value, spelled as in our types. `name` is used in the error when the record is not an object. */
function pick(value: unknown, checks: Checks, name: string, place: RecordPlace): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse(name, place);
  const picked: Record<string, unknown> = {};
  for (const field in checks) {
    const own = (value as Readonly<Record<string, unknown>>)[field];
    if (!checks[field]?.(own)) throw refuse(field, place);
    if (own !== undefined && own !== null) picked[NAMES.get(field) ?? field] = own;
  }
  return picked;
}

function refuse(field: string, { entry, offset }: RecordPlace): AppError {
  return new AppError('import/damaged', `the field ${field} is not as it should be`, { entry, field, offset });
}
