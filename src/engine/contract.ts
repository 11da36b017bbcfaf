import type { SitePort as CrawlSitePort } from '../crawl/contract.ts';
import type { ErrorDetails } from '../model/app-error.ts';
import type { ChoiceChanges, Choices } from '../model/choices.ts';
import type { Chunk, FileRow, FileWithoutText, OutlineRow, SymbolRow } from '../model/chunk.ts';
import type { Collection, LeftOutCollection } from '../model/collection.ts';
import type { Filters, Ranges, SearchAnswer, SearchOptions } from '../model/hit.ts';
import type { JobSummary, Progress } from '../model/job.ts';
import type { CitationAnswer, CitationOptions } from '../model/outputs/citation.ts';
import type { Colours } from '../model/outputs/colours.ts';
import type { PackAnswer, PackOptions } from '../model/outputs/pack.ts';
import type { SelectionFacts, SelectionScope } from '../model/outputs/selection.ts';
import type { TextExportOptions, TextSize } from '../model/outputs/text-export.ts';
import type { Settings } from '../model/settings.ts';
import type { Skip } from '../model/skip.ts';
import type { SnapshotChange } from '../model/snapshot.ts';
import type { Warning } from '../model/warning.ts';
import type { Traffic } from '../publish/contract.ts';
import type { Records } from '../store/contract.ts';

export type { SitePage, SiteSource } from '../crawl/contract.ts';
export type { LeftOutCollection } from '../model/collection.ts';
export type { Citation, CitationAnswer, CitationOptions, Verdict } from '../model/outputs/citation.ts';
export type { PackAnswer, PackItem, PackOptions, PackReason, PackRule } from '../model/outputs/pack.ts';

/**
 * Every action of the app is one async call with cloneable values; the same object runs in a worker or in place. Long calls take a job id
 * made by the caller, report through `subscribe`, and end early with `engine/cancelled` after `cancel(jobId)`, keeping what is committed.
 * One thing at a time changes a collection, in all tabs: jobs that come second wait for it, and `deleteCollection` ends them with
 * `engine/deleted`.
 */
export interface Engine {
  /** Where it runs and with what. */
  diagnostics(): Promise<Diagnostics>;
  subscribe(listener: (event: EngineEvent) => void): Promise<() => void>;
  cancel(jobId: string): Promise<void>;
  /** The last jobs of each collection that have ended, newest first; of earlier visits too. */
  listJobs(): Promise<readonly Progress[]>;

  listCollections(): Promise<readonly Collection[]>;
  /** `awaitsSource`: a source follows at once; without one it is removed at the next start. */
  createCollection(options: NewCollection): Promise<Collection>;
  renameCollection(collectionId: string, name: string): Promise<Collection>;
  duplicateCollection(collectionId: string, name: string): Promise<Collection>;
  deleteCollection(collectionId: string): Promise<void>;
  undeleteCollection(collectionId: string): Promise<void>;
  /** Chunks again from what is kept when sizes change; needs no source. */
  changeSettings(collectionId: string, settings: Partial<Settings>, jobId: string): Promise<JobSummary>;

  /** Whether documents themselves are kept beside their text. Without them their room is given back at once; with them again, syncs bring them back. */
  keepOriginals(collectionId: string, keep: boolean, jobId: string): Promise<JobSummary>;

  /** Adds a source, or syncs the one named by `sourceId`. */
  ingest(options: IngestOptions): Promise<JobSummary>;
  /** Makes the outlines that are still to be made. Needs no source. Answers how many files remain without: their grammar is missing. */
  finishReading(collectionId: string, jobId: string): Promise<number>;
  /** Its files go, and so does what is kept for it. `engine/busy` names what else is changing the collection. */
  removeSource(collectionId: string, sourceId: string): Promise<void>;
  /** What the person chose for the collection. */
  readChoices(collectionId: string): Promise<Choices>;
  /** Changes those that are named. `engine/bad-selection` where a selection has more than it may have; then nothing is changed. */
  writeChoices(collectionId: string, choices: ChoiceChanges): Promise<void>;
  /** What a selection comes to now, and what of it is no longer there. */
  describeSelection(collectionId: string, scope: SelectionScope): Promise<SelectionFacts>;
  /** The folder a source was picked from; the page must ask for permission with it before a sync. */
  rememberedHandle(collectionId: string, sourceId: string): Promise<FileSystemDirectoryHandle | undefined>;
  /** Opens our zip or index.json as a new collection. `import/…` errors name the place. */
  importCollection(options: { file: Blob; name: string; jobId: string }): Promise<Collection>;

  search(collectionId: string, query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /**
   * Several collections asked as one [P10]. Scores can be compared: sums are taken over all that share analysis settings. Each hit names its collection,
   * and what several of them hold comes once. One that cannot be read now is left out, and named.
   */
  searchTogether(
    collectionIds: readonly string[],
    query: string,
    options?: Omit<SearchOptions, 'mask'>,
  ): Promise<TogetherAnswer>;
  /** Somebody is likely to ask this collection something soon. Costs nothing where it is open already; never fails. */
  prefetch(collectionId: string): Promise<void>;
  /** Full id, short id or ref. */
  getChunk(collectionId: string, idOrRef: string, options?: MaskChoice): Promise<ChunkAnswer | undefined>;
  /** The chunk that holds the line, else the nearest one of the path. For links whose chunk is gone. */
  findChunkAt(collectionId: string, path: string, line: number): Promise<ChunkAnswer | undefined>;
  /** A file with all its chunks, in their order. Undefined for one that is not in the collection. */
  readFile(collectionId: string, path: string): Promise<FileAnswer | undefined>;
  /** The bytes of a file as its source gave them. Undefined for one that is not in the collection, and where only its text was kept. */
  readOriginal(collectionId: string, path: string): Promise<Blob | undefined>;
  /** Where a text, such as that of a chunk, holds what the query asks for; half-open, in UTF-16 units. */
  findMatches(collectionId: string, query: string, text: string): Promise<Ranges>;
  /** What is what in a text of code, by any name of its language. None where there is no grammar for it, or it cannot be had now. */
  findColours(language: string, text: string): Promise<Colours>;
  listFiles(collectionId: string, filters?: Filters): Promise<readonly FileRow[]>;
  listOutline(collectionId: string, path: string, options?: MaskChoice): Promise<readonly OutlineRow[]>;
  listSymbols(collectionId: string, path: string, options?: MaskChoice): Promise<readonly SymbolRow[]>;
  /** Paths that a rule or a limit left out, or that could not be read. */
  listSkips(collectionId: string): Promise<readonly Skip[]>;
  /** Files that were read and hold nothing to search, in path order. */
  listWithoutText(collectionId: string): Promise<readonly FileWithoutText[]>;
  listWarnings(collectionId: string): Promise<readonly Warning[]>;
  /** File paths and commands by fuzzy match, headings and symbols by prefix. */
  palette(collectionId: string, text: string): Promise<readonly PaletteRow[]>;
  /** `tokensByKind` goes over every file. */
  stats(collectionId: string, options?: { readonly tokensByKind?: boolean }): Promise<EngineStats>;

  /** `engine/bad-budget` and `engine/question-too-long` come at once. */
  makePack(options: PackOptions): Promise<PackAnswer>;
  /** Streams to the given file handle, else answers with a Blob backed by a temporary file. */
  exportZip(options: ExportOptions): Promise<ExportAnswer>;
  /** One file, or several parts in a zip; signatures. `engine/bad-budget` as for packs, and for one that makes thousands of parts. */
  exportText(options: TextExportOptions): Promise<ExportAnswer & TextSize>;
  /** What `exportText` would answer, without the text. */
  measureText(options: TextExportOptions): Promise<TextSize>;
  /** Writes a folder for any host of files: the app, the collection as it is asked there, plain pages. To `target`, else a zip. */
  publish(options: PublishOptions): Promise<ExportAnswer>;
  /** A collection that somebody published, by the address of its page or folder. Every question works with its id; it cannot be changed. */
  openPublished(address: string): Promise<Collection>;
  /** What was asked of the host of a published collection so far. */
  publishedTraffic(collectionId: string): Promise<Traffic>;
  /** Fetches a published collection as a whole and keeps it as one of the person's own. */
  keepCopy(collectionId: string, jobId: string): Promise<Collection>;
  /** One text artifact alone. */
  exportArtifact(
    collectionId: string,
    artifact: ArtifactName,
    options?: Pick<ExportOptions, 'allowedSecrets' | 'selection'> & { readonly mask?: boolean },
  ): Promise<Blob>;
  /** Texts that belong to no file, without their secrets. */
  maskTexts(texts: readonly string[]): Promise<readonly string[]>;
  /** Where secrets are in what the selection holds, numbered as an export of it numbers them. Unset: in everything. */
  scanSecrets(
    collectionId: string,
    jobId: string,
    options?: { readonly selection?: SelectionScope | undefined },
  ): Promise<readonly SecretPlace[]>;
  /** Every place, ref and quotation of a model's answer, looked up. Nothing leaves. */
  checkCitations(options: CitationOptions): Promise<CitationAnswer>;
  /** A chunk that one of the last ten states had and the present one has not, by its full id. Undefined where its text is not kept (any more). */
  readReplaced(collectionId: string, chunkId: string): Promise<ReplacedChunk | undefined>;
  listSnapshots(collectionId: string): Promise<readonly SnapshotRow[]>;
  diffSnapshots(collectionId: string, from: string, to: string): Promise<SnapshotDiff>;

  storage(): Promise<StorageFigures>;
  persist(): Promise<boolean>;
  verify(
    collectionId: string,
    jobId: string,
  ): Promise<{ readonly damaged: readonly string[]; readonly repaired: readonly string[] }>;
}

export interface TogetherAnswer extends SearchAnswer {
  readonly leftOut: readonly LeftOutCollection[];
}

export interface NewCollection {
  readonly name: string;
  readonly settings?: Partial<Settings>;
  readonly awaitsSource?: true;
}

/** Of the collection as a masked export has it: refs, ids and paths are of that. */
export interface MaskChoice {
  readonly mask?: boolean;
}

/** What the crawler asks of the engine; the crawl room says what that is. */
export interface SitePort extends CrawlSitePort {
  /** All tables, of which the crawler knows some. */
  readonly records: Records;
}

export interface IngestOptions {
  readonly collectionId: string;
  readonly jobId: string;
  readonly input: import('../sources/contract.ts').SourceInput;
  readonly sourceId?: string;
  /** Unset: those that are kept for the source with its choices. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly useIgnoreFiles?: boolean;
  readonly useDefaultList?: boolean;
  /** Hash everything instead of trusting size and mtime. */
  readonly verifyAll?: boolean;
}

export interface ChunkAnswer {
  readonly chunk: Chunk;
  readonly file: FileRow;
  /** Refs in the same file. */
  readonly previous?: string;
  readonly next?: string;
  /** The bytes of its document are kept and can be saved. */
  readonly hasOriginal?: boolean;
  /** Another chunk has the same short id. */
  readonly ambiguous?: boolean;
}

export interface FileAnswer {
  readonly file: FileRow;
  readonly chunks: readonly Chunk[];
}

export interface PaletteRow {
  readonly type: 'file' | 'heading' | 'symbol';
  readonly text: string;
  readonly path: string;
  readonly ref?: string;
}

export interface EngineStats {
  readonly total_files: number;
  readonly total_chunks: number;
  readonly total_bytes: number;
  readonly total_tokens: number;
  /** Files of each kind. */
  readonly by_kind: Readonly<Record<string, number>>;
  /** Of a collection on this device, where they were asked for. */
  readonly tokens_by_kind?: Readonly<Record<string, number>>;
  readonly shards: number;
  readonly memory: { readonly wasm: number; readonly highWater: number; readonly inFlight: number };
}

export type ArtifactName =
  | 'llm.md'
  | 'catalog.llm.md'
  | 'outline.md'
  | 'signatures.md'
  | 'index.json'
  | 'manifest.json'
  | 'manifest.min.json'
  | 'manifest.llm.tsv'
  | 'chunks.jsonl'
  | 'bulk.ndjson'
  | 'mapping.json';

export interface ExportOptions {
  readonly collectionId: string;
  readonly jobId: string;
  readonly form: 'full' | 'compact' | 'delta';
  readonly mask: boolean;
  /** Places of secrets the person allowed, as `path:line:kind`. */
  readonly allowedSecrets?: readonly string[];
  readonly escapeHidden?: boolean;
  /** Snapshot to compare with; delta only. */
  readonly since?: string;
  /** Only what it holds. Unset: everything. */
  readonly selection?: (SelectionScope & { readonly name?: string }) | undefined;
  /** A full export of everything has the collection's selections with it, if there are any. Unset: yes. */
  readonly withSelections?: boolean;
  readonly target?: FileSystemFileHandle;
}

export interface PublishOptions {
  readonly collectionId: string;
  readonly jobId: string;
  readonly mask: boolean;
  readonly allowedSecrets?: readonly string[];
  /** Only what it holds, under the collection's name and its own. Unset: everything. */
  readonly selection?: ExportOptions['selection'];
  /** Files of the app; without them only the collection and its plain pages are written. */
  readonly app?: readonly { readonly path: string; readonly bytes: Blob }[];
  readonly target?: FileSystemDirectoryHandle | FileSystemFileHandle;
}

export interface ExportAnswer {
  readonly fileName: string;
  readonly bytes: number;
  readonly entries: number;
  /** Absent when the export went to `target`. */
  readonly blob?: Blob;
}

export interface SecretPlace {
  readonly path: string;
  /** 0: the secret stands in the path itself. */
  readonly line: number;
  readonly kind: string;
  /** Same value, same number. Never the value. */
  readonly n: number;
}

export interface SnapshotRow {
  readonly id: string;
  readonly generation: number;
  readonly index_id: string;
  readonly at: string;
  readonly files: number;
  readonly chunks: number;
}

export interface ReplacedChunk {
  readonly text: string;
  readonly path: string;
  readonly lines: readonly [number, number];
}

export interface SnapshotDiff {
  readonly from: SnapshotRow;
  readonly to: SnapshotRow;
  readonly changes: readonly SnapshotChange[];
  /** Paths with chunks in one of the two only, in path order. */
  readonly addedFiles: readonly string[];
  readonly removedFiles: readonly string[];
}

export interface StorageFigures {
  readonly backend: 'opfs' | 'idb' | 'memory';
  readonly fallbackReason?: string;
  readonly usedBytes: number;
  readonly quotaBytes: number;
  readonly persisted: boolean;
  readonly perCollection: readonly { readonly id: string; readonly bytes: number }[];
}

export interface Diagnostics {
  readonly where: 'worker' | 'main thread';
  readonly whereReason?: string;
  readonly kernel: 'simd' | 'portable' | 'js';
  readonly store: 'opfs' | 'idb' | 'memory';
  readonly storeReason?: string;
  readonly ingestWorkers: number;
  readonly memory: { readonly wasm: number; readonly highWater: number };
}

export type EngineEvent =
  | { readonly type: 'progress'; readonly progress: Progress }
  | {
      readonly type: 'collection';
      readonly collectionId: string;
      readonly what: 'commit' | 'update' | 'delete' | 'undelete';
    }
  | { readonly type: 'problem'; readonly code: string; readonly message: string; readonly details: ErrorDetails };
