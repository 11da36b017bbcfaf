import type { Leaf } from '../../kernel/contract.ts';
import { indexId } from '../../kernel/identity.ts';
import { compareUtf8, concatBytes } from '../../lib/bytes.ts';
import type { Mutable } from '../../lib/mutable.ts';
import { AppError } from '../../model/app-error.ts';
import type { Collection, CollectionStats, Source } from '../../model/collection.ts';
import { FORMAT_VERSION } from '../../model/settings.ts';
import { countSkips, findLimitCode, type Skip } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';
import type {
  Commit,
  FileWriter,
  Generation,
  IndexRow,
  Store,
  StoredFile,
  StoredFileRole,
} from '../../store/contract.ts';
import type { EngineDeps } from '../deps.ts';
import { createEntryTable, type EntryTable, SPAN_COLUMNS } from '../file-table/entry-table.ts';
import {
  type BundleSpan,
  type FileEntry,
  type FileTable,
  isKept,
  NO_SHARD,
  type TableExtras,
} from '../file-table/file-entry.ts';
import { assignCheckpoint, assignShards, buildShards, readSpan } from '../shards/build-shards.ts';
import { readDamage } from './damage-notes.ts';
import { isDroppable, readOriginal } from './read-original.ts';

/** State of the index after a commit: searchable for now, final, or only stored. */
export type CommitMode = 'checkpoint' | 'final' | 'keep-only';

/** Facts about a file that come from its source. */
export type SourceFacts = Pick<FileEntry, 'sourceId' | 'relPath' | 'path' | 'mtimeMs' | 'meta'>;

/**
 * Changes one collection through a series of commits. Starts a commit when first needed and holds the store's write lock only until it is
 * committed; the caller keeps other writers away for the whole job.
 */
export interface CollectionWriter {
  readonly entries: Pick<EntryTable, 'size' | 'totals' | 'find' | 'entry' | 'rows' | 'sorted'>;
  readonly uncommittedBytes: number;
  /** Files whose leaves stay in memory until the next commit. */
  readonly uncommittedFiles: number;
  put(source: SourceFacts, leaf: Leaf): Promise<void>;
  /** Puts several files with one append per bundle. */
  putAll(files: readonly (readonly [SourceFacts, Leaf])[]): Promise<void>;
  /** Replaces the leaf of a file whose text stays. */
  putLeaf(entry: FileEntry, leaf: Leaf): Promise<void>;
  /** Reads the original bytes of a committed file. */
  readOriginal(entry: FileEntry): Promise<Uint8Array>;
  /** Changes the facts of a file whose leaf stays. */
  amend(entry: FileEntry): void;
  remove(row: number): void;
  /** Replaces the skips of a source, except those whose paths `isKept` accepts; `setScanWarnings` likewise. */
  setSkips(sourceId: string, skips: readonly Skip[], isKept?: IsKept): void;
  setScanWarnings(sourceId: string, warnings: readonly Warning[], isKept?: IsKept): void;
  commit(mode: CommitMode, change: (collection: Collection) => Collection): Promise<IndexRow>;
  /** Ends the writer and drops what is not committed. */
  abort(): Promise<void>;
}

export interface WriterBase {
  readonly collection: Collection;
  readonly table: FileTable;
  /** Absent for a collection that has never been committed. */
  readonly generation: Generation | undefined;
  readonly onShard?: (done: number, total: number) => void;
  /** Awaited before `commit` returns. */
  readonly onCommit?: (mode: CommitMode) => Promise<void>;
  /** Kept id of an import: its export lacks the files' own bytes and page metadata, so the id cannot be computed again. */
  readonly indexId?: string;
}

export function createCollectionWriter(deps: EngineDeps, start: WriterBase): CollectionWriter {
  const { store } = deps;
  const entries = createEntryTable(start.table.entries);
  const skips: Record<string, readonly Skip[]> = { ...start.table.skips };
  const scanWarnings: Record<string, readonly Warning[]> = { ...start.table.scanWarnings };
  /** Leaves of the current commit, by row. */
  const pending = new Map<number, Uint8Array>();
  let baseFiles: readonly StoredFile[] = start.generation?.row.files ?? [];
  let generation = start.generation;
  let ownsGeneration = false;
  let uncommittedBytes = 0;
  let uncommittedFiles = 0;
  let open: OpenCommit | undefined;

  async function begin(): Promise<OpenCommit> {
    open ??= await openCommit(store, start.collection.id, generation);
    return open;
  }

  function releaseGeneration(): void {
    if (ownsGeneration) generation?.release();
    ownsGeneration = false;
  }

  function add(entry: FileEntry, leaf: Uint8Array): void {
    uncommittedBytes += entry.bytes;
    uncommittedFiles++;
    pending.set(entries.put(entry), leaf);
  }

  async function putAll(files: readonly (readonly [SourceFacts, Leaf])[]): Promise<void> {
    if (files.length === 0) return;
    const leaves = files.map(([, leaf]) => (start.collection.textsOnly === true ? toTextOnly(leaf) : leaf));
    const spans = await appendAll(await begin(), leaves);
    for (const [i, [source, leaf]] of files.entries()) add(toEntry(source, leaf, spans[i] as FileSpans), leaf.leaf);
  }

  return {
    entries,
    get uncommittedBytes() {
      return uncommittedBytes;
    },
    get uncommittedFiles() {
      return uncommittedFiles;
    },

    putAll,
    put: (...file) => putAll([file]),
    async putLeaf(entry, made) {
      const writers = await begin();
      const [leaf] = await writers.leaves.append([made.leaf]);
      const { contents, original, bytes } = entry;
      add(toEntry(entry, { ...made, bytes }, { leaf: leaf as BundleSpan, contents, original }), made.leaf);
    },
    readOriginal: (entry) => readOriginal(generation as Generation, entry),

    amend: (entry) => void entries.put(entry),
    remove: (row) => entries.remove(row),

    setSkips(sourceId, list, isKept) {
      skips[sourceId] = replacePaths(skips[sourceId], list, isKept);
    },

    setScanWarnings(sourceId, warnings, isKept) {
      scanWarnings[sourceId] = replacePaths(scanWarnings[sourceId], warnings, isKept);
    },

    async commit(mode, change) {
      const writers = await begin();
      const { row, files } = await commitAll(deps, start, {
        writers,
        mode,
        change,
        entries,
        extras: { skips, scanWarnings },
        pending,
        baseFiles,
        generation,
        onWritten: releaseGeneration,
      });
      open = undefined;
      generation = await store.openGeneration(start.collection.id);
      ownsGeneration = true;
      entries.markBase();
      pending.clear();
      baseFiles = files;
      uncommittedBytes = 0;
      uncommittedFiles = 0;
      await start.onCommit?.(mode);
      return row;
    },

    async abort() {
      await open?.commit.abort();
      open = undefined;
      releaseGeneration();
      pending.clear();
    },
  };
}

type IsKept = (path: string) => boolean;

function replacePaths<T extends Skip | Warning>(
  known: readonly T[] = [],
  list: readonly T[],
  isKept: IsKept = () => false,
): readonly T[] {
  const kept = known.filter(({ path }) => isKept(path));
  return kept.length === 0 ? list : [...kept, ...list].sort((a, b) => compareUtf8(a.path, b.path));
}

interface FileSpans {
  readonly leaf: BundleSpan;
  readonly contents: BundleSpan;
  readonly original: BundleSpan | undefined;
}

/** Drops the original of a document that was read, where only text is kept. */
function toTextOnly(leaf: Leaf): Leaf {
  const { original: _, ...text } = leaf;
  return isDroppable({ ...leaf.facts, incomplete: leaf.incomplete }) ? text : leaf;
}

/** Returns the spans of each file. */
async function appendAll(writers: OpenCommit, files: readonly Leaf[]): Promise<FileSpans[]> {
  const leaves = await writers.leaves.append(files.map(({ leaf }) => leaf));
  const contents = await writers.contents.append(files.map((file) => file.contents));
  const originals = await writers.assets.append(files.flatMap(({ original }) => original ?? []));
  let at = 0;
  return files.map(({ original }, i) => ({
    leaf: leaves[i] as BundleSpan,
    contents: contents[i] as BundleSpan,
    original: original === undefined ? undefined : originals[at++],
  }));
}

async function openCommit(store: Store, collectionId: string, generation: Generation | undefined): Promise<OpenCommit> {
  const commit = await store.beginCommit(collectionId);
  if ((commit.base?.generation ?? 0) !== (generation?.row.generation ?? 0)) {
    await commit.abort();
    throw new AppError('store/busy', 'the collection was changed from elsewhere while this job ran', {});
  }
  return {
    commit,
    leaves: createBundleWriter(commit, 'leaves'),
    contents: createBundleWriter(commit, 'contents'),
    assets: createBundleWriter(commit, 'assets'),
  };
}

interface CommitWork {
  readonly writers: OpenCommit;
  readonly mode: CommitMode;
  readonly change: (collection: Collection) => Collection;
  readonly entries: EntryTable;
  readonly extras: TableExtras;
  readonly pending: Map<number, Uint8Array>;
  readonly baseFiles: readonly StoredFile[];
  readonly generation: Generation | undefined;
  /** Called when nothing more is read from the base generation, so that this commit sweeps the files only that one needed. */
  readonly onWritten: () => void;
}

/** Writes everything in memory and commits it. */
async function commitAll(
  deps: EngineDeps,
  start: WriterBase,
  work: CommitWork,
): Promise<{ row: IndexRow; files: readonly StoredFile[] }> {
  const { writers, mode, entries, extras, pending, baseFiles, generation } = work;
  const { commit } = writers;
  if (mode === 'final') await rewriteHalfDeadBundles(deps.store, start.collection.id, work);
  const bundles = [
    ...(await writers.leaves.finish()),
    ...(await writers.contents.finish()),
    ...(await writers.assets.finish()),
  ];
  if (mode === 'final') assignShards(deps.kernel, entries);
  if (mode === 'checkpoint') assignCheckpoint(entries);
  const shards = await buildShards({
    kernel: deps.kernel,
    settings: start.collection.settings,
    commit,
    entries,
    baseFiles,
    generation,
    pending,
    ...(start.onShard === undefined ? {} : { onShard: start.onShard }),
  });
  const tableWriter = await commit.createFile('files');
  for (const piece of entries.encode(extras)) await tableWriter.write(piece);
  const files = [
    ...liveBundles(entries, [...(generation?.row.files ?? []), ...bundles]),
    ...shards,
    await tableWriter.finish(),
  ];
  const collection = work.change(commit.base?.collection ?? start.collection);
  work.onWritten();
  const row = await commit.commit({
    collection: { ...collection, ...toTotals(deps, { entries, ...extras }, { ...start, collection }, files) },
    formatVersion: FORMAT_VERSION,
    files,
  });
  return { row, files };
}

/** Moves the live parts of mostly dead bundles to new ones. */
async function rewriteHalfDeadBundles(
  store: Store,
  collectionId: string,
  { writers, entries, pending, generation }: CommitWork,
): Promise<void> {
  if (generation === undefined) return;
  const live = new Map<string, number>();
  entries.eachSpan((bundle, bytes) => live.set(bundle, (live.get(bundle) ?? 0) + bytes));
  const isDying = (file: StoredFile): boolean => {
    const bytes = live.get(file.name) ?? 0;
    return isBundle(file) && bytes > 0 && bytes * 2 < file.length;
  };
  const dying = new Set(generation.row.files.filter(isDying).map(({ name }) => name));
  if (dying.size === 0) return;
  for (const name of await readDamage(store, collectionId)) dying.delete(name);
  for (const row of entries.rows()) {
    for (const column of SPAN_COLUMNS) {
      const span = entries.entry(row)[column];
      if (span === undefined || !dying.has(span.bundle)) continue;
      const bytes = await readSpan(generation, span);
      const [moved] = await writers[WRITER_OF[column]].append([bytes]);
      entries.setSpan(row, column, moved as BundleSpan);
      if (column === 'leaf') pending.set(row, bytes);
    }
  }
}

const WRITER_OF = { leaf: 'leaves', contents: 'contents', original: 'assets' } as const;

interface OpenCommit {
  readonly commit: Commit;
  readonly leaves: BundleWriter;
  readonly contents: BundleWriter;
  readonly assets: BundleWriter;
}

export function toEntry(
  { sourceId, relPath, path, mtimeMs, meta }: SourceFacts,
  leaf: Leaf,
  spans: FileSpans,
): FileEntry {
  const { facts, bytes, fileHash: sha256, incomplete } = leaf;
  const { kind, language, tags, lineCount, chunkCount, tokenTotal, title, description, url, warnings, refused } = facts;
  const entry: Mutable<FileEntry> = {
    sourceId,
    relPath,
    path,
    mtimeMs,
    bytes,
    sha256,
    shard: NO_SHARD,
    leaf: spans.leaf,
    contents: spans.contents,
    kind,
    language,
    tags,
    lineCount,
    chunkCount,
    tokenTotal,
    title,
    description,
    url,
    warnings,
  };
  if (meta) entry.meta = meta;
  if (facts.document) entry.document = facts.document;
  if (refused) entry.refused = refused;
  if (incomplete) entry.incomplete = incomplete;
  if (spans.original) entry.original = spans.original;
  return entry;
}

function isBundle(file: StoredFile): boolean {
  return file.role === 'leaves' || file.role === 'contents' || file.role === 'assets';
}

function liveBundles(entries: EntryTable, files: readonly StoredFile[]): StoredFile[] {
  const used = new Set<string>();
  entries.eachSpan((bundle) => used.add(bundle));
  return files.filter((file) => isBundle(file) && used.has(file.name));
}

/** Returns the figures of a collection's row, computed only from its table. */
export function toTotals(
  deps: Pick<EngineDeps, 'kernel'>,
  { entries, skips, scanWarnings }: TableExtras & { readonly entries: EntryTable },
  { collection, indexId: known }: Pick<WriterBase, 'collection' | 'indexId'>,
  files: readonly StoredFile[],
): Pick<Collection, 'index_id' | 'stats' | 'storedBytes' | 'sources'> {
  const { totals } = entries;
  const allSkips = Object.values(skips).flat();
  const allWarnings = Object.values(scanWarnings).flat();
  const stats: CollectionStats = {
    total_files: totals.files,
    empty_files: totals.empty,
    refused_files: totals.refused,
    incomplete_files: totals.incomplete,
    ...(totals.waiting > 0 && { waiting_files: totals.waiting }),
    total_chunks: totals.chunks,
    total_bytes: totals.bytes,
    total_tokens: totals.tokens,
    warnings: totals.warnings + allWarnings.length + allSkips.filter(findLimitCode).length,
    ...countSkips(allSkips, allWarnings),
  };
  const sources = collection.sources.map((source): Source => {
    const { skipped } = countSkips(skips[source.id] ?? [], []);
    return { ...source, files: totals.filesOf(source.id), skipped };
  });
  return {
    index_id: known ?? indexId(deps.kernel, { settings: collection.settings, files: listKept(entries) }),
    stats,
    storedBytes: files.reduce((sum, { length }) => sum + length, 0),
    sources,
  };
}

function* listKept(entries: EntryTable): Generator<FileEntry> {
  for (const row of entries.sorted()) if (isKept(entries.entry(row))) yield entries.entry(row);
}

/** Size at which a bundle is closed and the next one started, so that each stays small enough to rewrite. */
const MAX_BUNDLE_BYTES = 64_000_000;

function createBundleWriter(commit: Commit, role: StoredFileRole) {
  const finished: StoredFile[] = [];
  let open: FileWriter | undefined;

  async function close(): Promise<void> {
    if (open === undefined) return;
    const writer = open;
    open = undefined;
    finished.push(await writer.finish());
  }

  return {
    /** Appends the blobs in order and returns their spans. */
    async append(blobs: readonly Uint8Array[]): Promise<readonly BundleSpan[]> {
      if (blobs.length === 0) return [];
      const [first] = blobs;
      const bytes = first !== undefined && blobs.length === 1 ? first : concatBytes(blobs);
      if (open !== undefined && open.length + bytes.length > MAX_BUNDLE_BYTES) await close();
      open ??= await commit.createFile(role);
      const { name: bundle, length } = open;
      await open.write(bytes);
      let end = length;
      return blobs.map((blob) => {
        const start = end;
        end += blob.length;
        return { bundle, start, end };
      });
    },
    /** Closes the open bundle and returns all bundles written, with the names spans refer to. */
    async finish(): Promise<readonly StoredFile[]> {
      await close();
      return finished;
    },
  };
}

/** Appends blobs to bundles of one role. Spans are readable after the commit. */
type BundleWriter = ReturnType<typeof createBundleWriter>;
