import { concatBytes, fromUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import { type FileSelection, parseSelectionsFile } from '../../model/schema/choices.ts';
import type { Warning } from '../../model/warning.ts';
import type { ZipEntry } from '../../zip/zip-entry.ts';
import type { FileOutline } from '../contract.ts';
import { compareWarnings } from '../to-export-view.ts';
import type { ImportedChunk, ImportedCollection, ImportedFile, ImportOptions } from './contract.ts';
import { createEntryReader, type ReadEntry, readImportDirectory } from './import-zip-reader.ts';
import { type CheckedIndex, checkIndex, type IndexSource, readChunks } from './read-index.ts';

const SELECTIONS = 'selections.json';

const TEXT_ENTRIES = new Set([
  ...'catalog.llm.md index.json llm.md manifest.json manifest.llm.tsv manifest.min.json outline.md'.split(' '),
  SELECTIONS,
]);

/** Opens our full zip or an index.json. Checks everything before it returns. */
export async function openImport(blob: Blob, options: ImportOptions): Promise<ImportedCollection> {
  return (await isZip(blob)) ? importZip(blob, options) : importIndexJson(blob, options);
}

async function importIndexJson(blob: Blob, options: ImportOptions): Promise<ImportedCollection> {
  const source: IndexSource = { entry: 'index.json', open: () => readBlob(blob) };
  const found = { warnings: [], selections: [] };
  return toCollection(source, await checkIndex(source, options), found, options, async () => undefined);
}

async function importZip(blob: Blob, options: ImportOptions): Promise<ImportedCollection> {
  const entries = await readImportDirectory(blob);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const index = byName.get('index.json');
  if (!index) throw refuseWithoutIndex(byName);
  const read = createEntryReader(blob);
  const source: IndexSource = { entry: 'index.json', open: () => read(index) };
  const checked = await checkIndex(source, options);
  const chunkFiles = entries.filter((entry) => entry.name.startsWith('chunks/')).length;
  if (!checked.isSeed && chunkFiles !== checked.totalChunks) {
    const details = { entry: 'chunks/', expected: checked.totalChunks, found: chunkFiles };
    throw new AppError('import/damaged', 'the zip does not have one file for every chunk', details);
  }
  const limitOf = createSizeLimits(checked, index);
  const warnings = await checkEntries(entries, read, { ...options, limitOf });
  // A separate reader: images are read while the index is, and a reader only moves forward.
  const assets = createEntryReader(blob);
  const readAsset = async (path: string): Promise<Uint8Array | undefined> => {
    const entry = byName.get(path);
    const isGood = entry && !warnings.some((warning) => warning.path === path);
    return isGood ? readWhole(assets, entry) : undefined;
  };
  const selections = await readSelections(byName.get(SELECTIONS), createEntryReader(blob), warnings);
  return toCollection(source, checked, { warnings, selections }, options, readAsset);
}

/** Unreadable selections add a warning, and the collection opens without them. */
async function readSelections(
  entry: ZipEntry | undefined,
  read: ReadEntry,
  warnings: Warning[],
): Promise<readonly FileSelection[]> {
  if (entry === undefined || warnings.some(({ path }) => path === SELECTIONS)) return [];
  const selections = parseSelectionsFile(fromUtf8(await readWhole(read, entry)));
  if (selections === undefined)
    warnings.push({
      path: SELECTIONS,
      code: 'archive-entry',
      message: `Entry ${SELECTIONS}: it does not hold selections; they were left out.`,
    });
  return selections ?? [];
}

async function isZip(blob: Blob): Promise<boolean> {
  const head = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);
}

function refuseWithoutIndex(entries: ReadonlyMap<string, ZipEntry>): AppError {
  const isCompact = entries.has('llm.md') && entries.has('manifest.llm.tsv');
  if (isCompact)
    return new AppError('import/compact', 'a compact export has no ids and cannot be opened as a collection');
  const details = { entries: entries.size, isBackup: entries.has('backup.json') };
  return new AppError('import/not-ours', 'the zip holds no index.json', details);
}

/** Unpacks every entry once, so that a flipped byte anywhere is reported before the collection opens. */
async function checkEntries(
  entries: readonly ZipEntry[],
  read: ReadEntry,
  options: ImportOptions & { limitOf: (name: string) => number },
): Promise<Warning[]> {
  const warnings: Warning[] = [];
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (options.signal?.aborted) throw new AppError('engine/cancelled', 'the import was cancelled');
    if (entry.name === 'index.json' || entry.name.endsWith('/')) continue;
    if (!isOurs(entry.name)) {
      warnings.push({
        path: entry.name,
        code: 'archive-entry',
        message: 'The zip has an entry that no export writes; it was left out.',
      });
      continue;
    }
    const limit = options.limitOf(entry.name);
    if (entry.size > limit) {
      const message = `Entry ${entry.name}: it says it is larger than an export can make it; it was left out.`;
      warnings.push({ path: entry.name, code: 'archive-entry', message, limit, actual: entry.size });
      continue;
    }
    try {
      for await (const _ of read(entry));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      warnings.push({ path: entry.name, code: 'hash-mismatch', message: `Entry ${entry.name}: ${error.message}.` });
    }
  }
  return warnings;
}

/** Space for front matter, headers and tables. */
const SPARE_BYTES = 1 << 20;
/** With escapes, an invisible character of three bytes is written as `\u{200b}`. */
const MAX_GROWTH = 8;

/** Upper limits for an honest export of this index: larger entries are not unpacked, and no larger image is held in memory. */
function createSizeLimits({ settings }: CheckedIndex, index: ZipEntry): (name: string) => number {
  return (name) => {
    if (name.startsWith('images/')) return settings.max_file_bytes;
    if (name === SELECTIONS) return LIMITS.maxSelectionsBytes;
    const textBytes = name.startsWith('chunks/') ? settings.chunk_max_chars * 4 : index.size;
    return textBytes * MAX_GROWTH + SPARE_BYTES;
  };
}

function isOurs(name: string): boolean {
  if (TEXT_ENTRIES.has(name) || /^(?:chunks\/c[0-9a-z]{4,12}|outline\/[\w-]{4,20})\.md$/.test(name)) return true;
  return name.startsWith('images/') && !name.split('/').some((part) => part === '' || part === '.' || part === '..');
}

function toCollection(
  source: IndexSource,
  checked: CheckedIndex,
  found: { readonly warnings: readonly Warning[]; readonly selections: readonly FileSelection[] },
  options: ImportOptions,
  readAsset: (path: string) => Promise<Uint8Array | undefined>,
): ImportedCollection {
  return {
    generator: checked.isSeed ? 'seed' : 'quire',
    format_version: checked.version,
    index_id: checked.index_id,
    settings: checked.settings,
    sources: listSources(checked.files),
    totalFiles: checked.files.size,
    totalChunks: checked.totalChunks,
    warnings: [...checked.warnings, ...found.warnings].sort(compareWarnings),
    selections: found.selections,
    files: () => readFiles(source, checked, options, readAsset),
  };
}

function listSources(files: CheckedIndex['files']): readonly string[] {
  const sources = new Set<string>();
  for (const [path, { row }] of files) {
    if (!path.startsWith(`${row.source}/`)) return [];
    sources.add(row.source);
  }
  return [...sources];
}

async function* readFiles(
  source: IndexSource,
  checked: CheckedIndex,
  options: ImportOptions,
  readAsset: (path: string) => Promise<Uint8Array | undefined>,
): AsyncGenerator<ImportedFile> {
  let chunks: ImportedChunk[] = [];
  async function toFile(path: string, own: readonly ImportedChunk[]): Promise<ImportedFile> {
    const { row, outline } = checked.files.get(path) as { row: ImportedFile['row']; outline: FileOutline };
    const assetPath = own.find((chunk) => chunk.assetPath)?.assetPath;
    const asset = assetPath === undefined ? undefined : await readAsset(assetPath);
    return {
      row,
      outline: checked.isSeed ? toSeedOutline(own) : outline,
      chunks: withParts(own),
      ...(asset ? { asset } : {}),
    };
  }
  for await (const chunk of readChunks(source, options.signal)) {
    const before = chunks[0];
    if (before && before.path !== chunk.path) {
      yield await toFile(before.path, chunks);
      chunks = [];
    }
    chunks.push(chunk);
  }
  if (chunks[0]) yield await toFile(chunks[0].path, chunks);
  for (const path of checked.files.keys()) if (!checked.chunkCounts.has(path)) yield await toFile(path, []);
}

/** Parts are adjacent and count up from 1; the last one gives the total. */
function withParts(chunks: readonly ImportedChunk[]): readonly ImportedChunk[] {
  const counted: ImportedChunk[] = [];
  for (let i = chunks.length - 1, parts = 0; i >= 0; i--) {
    const chunk = chunks[i] as ImportedChunk;
    if (chunk.part === undefined) {
      counted.push(chunk);
      continue;
    }
    if (chunks[i + 1]?.part !== chunk.part + 1) parts = chunk.part;
    counted.push({ ...chunk, parts });
  }
  return counted.reverse();
}

/** The older format has no outline; the first chunk of a section begins at its heading. */
function toSeedOutline(chunks: readonly ImportedChunk[]): FileOutline {
  const headings: { level: number; line: number; text: string }[] = [];
  let last = '';
  for (const chunk of chunks) {
    if (chunk.kind !== 'markdown' && chunk.kind !== 'html') continue;
    const key = JSON.stringify(chunk.headingPath);
    const text = chunk.headingPath.at(-1);
    if (text !== undefined && key !== last)
      headings.push({ level: Math.min(6, chunk.headingPath.length), line: chunk.startLine, text });
    last = key;
  }
  return { headings, symbols: [] };
}

async function* readBlob(blob: Blob): AsyncGenerator<Uint8Array> {
  const step = 1 << 20;
  for (let at = 0; at < blob.size; at += step) yield new Uint8Array(await blob.slice(at, at + step).arrayBuffer());
}

async function readWhole(read: ReadEntry, entry: ZipEntry): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const piece of read(entry)) parts.push(piece);
  return concatBytes(parts);
}
