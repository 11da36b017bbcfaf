import type { SitePort as CrawlSitePort } from '../crawl/contract.ts';
import type { TextArtifactName } from '../export/export-artifact.ts';
import type { ErrorDetails } from '../model/app-error.ts';
import type { ChoiceChanges, Choices } from '../model/choices.ts';
import type { Chunk, FileLinks, FileRow, FileWithoutText, OutlineRow, SymbolRow } from '../model/chunk.ts';
import type { Collection, DeletedCollection, LeftOutCollection } from '../model/collection.ts';
import type { DocumentDetails, Paper } from '../model/document.ts';
import type { Filters, Ranges, SearchAnswer, SearchOptions } from '../model/hit.ts';
import type { Interrupted } from '../model/incomplete.ts';
import type { JobSummary, Progress } from '../model/job.ts';
import type { KeptAnswer } from '../model/outputs/answer.ts';
import type { CitationAnswer, CitationOptions } from '../model/outputs/citation.ts';
import type { Colours } from '../model/outputs/colours.ts';
import type { Note, PlacedNote } from '../model/outputs/note.ts';
import type { Overview } from '../model/outputs/overview.ts';
import type { PackAnswer, PackOptions } from '../model/outputs/pack.ts';
import type { AskedQuestion } from '../model/outputs/question.ts';
import type { SelectionFacts, SelectionScope } from '../model/outputs/selection.ts';
import type { TextExportOptions, TextSize } from '../model/outputs/text-export.ts';
import type { OcrLanguage, RecognisePage, Recognition, RecognitionState, ScannedFile } from '../model/recognised.ts';
import type { Settings } from '../model/settings.ts';
import type { Skip } from '../model/skip.ts';
import type { SnapshotChange } from '../model/snapshot.ts';
import type { Warning } from '../model/warning.ts';
import type { Traffic } from '../publish/contract.ts';
import type { SiteFacts } from '../publish/format/manifest.ts';
import type { Records, StorageUse, StoreBackend } from '../store/contract.ts';
import type { MatchTexts, OccurrencePage, OccurrenceWish, References } from './search/occurrence.ts';

export type { SitePage, SiteSource } from '../crawl/contract.ts';
export type { LeftOutCollection } from '../model/collection.ts';
export type { Citation, CitationAnswer, CitationOptions, Verdict } from '../model/outputs/citation.ts';
export type { PackAccount, PackAnswer, PackItem, PackOptions, PackReason, PackRule } from '../model/outputs/pack.ts';
export type {
  FileOccurrences,
  FileReferences,
  MatchTexts,
  OccurrenceLine,
  OccurrencePage,
  OccurrenceWish,
  ReferenceLine,
  References,
} from './search/occurrence.ts';

/**
 * Actions of the app: async calls with cloneable values; the same object runs in a worker or in place. Long calls take a job id made by the
 * caller, report through `subscribe`, and end with `engine/cancelled` after `cancel(jobId)`, keeping committed changes.
 * Across all tabs, one change at a time runs on a collection: further jobs wait for it, and `deleteCollection` ends them with
 * `engine/deleted`.
 */
export interface Engine {
  /** Thread, kernel and storage in use. */
  diagnostics(): Promise<Diagnostics>;
  subscribe(listener: (event: EngineEvent) => void): Promise<() => void>;
  cancel(jobId: string): Promise<void>;
  /** Lists the last finished jobs of each collection, newest first, including earlier visits. */
  listJobs(): Promise<readonly Progress[]>;

  listCollections(): Promise<readonly Collection[]>;
  /** `awaitsSource`: a source follows at once; a collection still without one is removed at the next start. */
  createCollection(options: NewCollection): Promise<Collection>;
  renameCollection(collectionId: string, name: string): Promise<Collection>;
  duplicateCollection(collectionId: string, name: string): Promise<Collection>;
  /** Can be undone until the engine ends, or until `keptUntil` (ISO time) if there is space. */
  deleteCollection(collectionId: string, options?: { readonly keptUntil?: string }): Promise<void>;
  /** Lists collections deleted with a `keptUntil`, newest first. */
  listDeleted(): Promise<readonly DeletedCollection[]>;
  /** Removes a deleted collection now; `store/not-found` for any other. */
  purgeCollection(collectionId: string): Promise<void>;
  undeleteCollection(collectionId: string): Promise<void>;
  /** Chunks the stored files again when sizes change; needs no source. */
  changeSettings(collectionId: string, settings: Partial<Settings>, jobId: string): Promise<JobSummary>;

  /** Sets whether documents are stored with their text. Turning it off frees their space at once; after turning it on, syncs store them again. */
  keepOriginals(collectionId: string, keep: boolean, jobId: string): Promise<JobSummary>;

  /** Adds a source, or syncs the one named by `sourceId`. */
  ingest(options: IngestOptions): Promise<JobSummary>;
  /** Makes the missing outlines; needs no source. Returns the number of files whose grammar is missing. */
  finishReading(collectionId: string, jobId: string): Promise<number>;
  /** Lists files with pages that are pictures, in path order, as far as their bytes are stored. */
  listScanned(collectionId: string, scope: SelectionScope): Promise<readonly ScannedFile[]>;
  /** Returns the recognition that is unfinished, and whether new files are read. */
  readRecognition(collectionId: string): Promise<RecognitionState>;
  /**
   * Recognises the text of pages that have none yet (OCR), `atOnce` pages at a time, and makes it searchable. Pages done are kept, whatever happens
   * next; a stopped recognition stays `unfinished` until it is forgotten or another ends. Throws `ocr/unavailable`; a page that fails is counted.
   */
  recognise(options: RecogniseOptions, readPage: RecognisePage): Promise<JobSummary>;
  /** Forgets the recognition that is unfinished; its pages stay. */
  forgetRecognition(collectionId: string): Promise<void>;
  /** Sets the languages in which new files are read; undefined if they are not. The page starts the recognition. */
  recogniseAlways(collectionId: string, languages: readonly OcrLanguage[] | undefined): Promise<void>;
  /** Removes the recognised text of these files. */
  removeRecognised(collectionId: string, scope: SelectionScope, jobId: string): Promise<JobSummary>;
  /** Lists files that crashed tabs were reading. Empty while a job changes the collection, in any tab. */
  listInterrupted(collectionId: string): Promise<Interrupted>;
  /** Lets the next import of the source read its files that ended a tab. `engine/busy` names the running change. */
  retryCrashed(collectionId: string, sourceId: string): Promise<void>;
  /** Marks jobs whose tab the user closed, so that the files they were reading are not blamed. */
  noteClosedTab(jobIds: readonly string[]): Promise<void>;
  /** Removes the source's files and records. `engine/busy` names the running change. */
  removeSource(collectionId: string, sourceId: string): Promise<void>;
  /** Restores a source that was removed since the engine started; `engine/unknown-source` for any other. */
  restoreSource(collectionId: string, sourceId: string): Promise<void>;
  /** Reads the user's choices for the collection. */
  readChoices(collectionId: string): Promise<Choices>;
  /** Changes the given choices. Throws `engine/bad-selection`, and changes nothing, if a selection exceeds a limit. */
  writeChoices(collectionId: string, choices: ChoiceChanges): Promise<void>;
  /** Counts what a selection contains now and lists what is gone. */
  describeSelection(collectionId: string, scope: SelectionScope): Promise<SelectionFacts>;
  /** The folder a source was picked from; the page must request permission with it before a sync. */
  rememberedHandle(collectionId: string, sourceId: string): Promise<FileSystemDirectoryHandle | undefined>;
  /** Opens our zip or index.json as a new collection. `import/…` errors name the place. */
  importCollection(options: { file: Blob; name: string; jobId: string }): Promise<Collection>;

  search(collectionId: string, query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /**
   * Searches several collections as one [P10]. Scores are comparable: totals cover all collections with the same analysis settings. Each hit names
   * its collection, and identical chunks appear once. Unreadable collections are skipped and listed.
   */
  searchTogether(
    collectionIds: readonly string[],
    query: string,
    options?: Omit<SearchOptions, 'mask'>,
  ): Promise<TogetherAnswer>;
  /**
   * Lists every match of a text or regular expression in one or several collections, by file and line; one page at a time. `match` runs regular
   * expressions, where they can be ended. Throws `engine/bad-pattern` and what `match` throws.
   */
  findOccurrences(
    collectionIds: readonly string[],
    wish: OccurrenceWish,
    match?: MatchTexts,
  ): Promise<OccurrencePage & { readonly leftOut?: readonly LeftOutCollection[] }>;
  /** Lists where a name is defined and used: its exact case, as a whole word. */
  listReferences(collectionId: string, name: string, options?: MaskChoice): Promise<References>;
  /** Asks every question of the collection again, and stores where each answer was found. */
  askQuestions(collectionId: string): Promise<readonly AskedQuestion[]>;
  /** Adds the questions of a `questions.jsonl`; `import/bad-question` has the number of the first bad line. */
  addQuestions(collectionId: string, text: string): Promise<void>;
  /** Opens a collection that is likely to be searched soon. Costs nothing if it is open; never fails. */
  prefetch(collectionId: string): Promise<void>;
  /** Finds a chunk by full id, short id or ref. */
  getChunk(collectionId: string, idOrRef: string, options?: MaskChoice): Promise<ChunkAnswer | undefined>;
  /** Returns the chunk that contains the line, or the nearest one in the file. For links whose chunk is gone. */
  findChunkAt(collectionId: string, path: string, line: number): Promise<ChunkAnswer | undefined>;
  /** Returns a file with its chunks in order; undefined if the collection does not have it. */
  readFile(collectionId: string, path: string): Promise<FileAnswer | undefined>;
  /** Returns a file's original bytes; undefined if the collection does not have the file or keeps only its text. */
  readOriginal(collectionId: string, path: string): Promise<Blob | undefined>;
  /** Finds where a text, such as a chunk's, matches the query; half-open, in UTF-16 units. */
  findMatches(collectionId: string, query: string, text: string): Promise<Ranges>;
  /** Finds the syntax colours of code, by any name of its language. None if its grammar is missing or unavailable. */
  findColours(language: string, text: string): Promise<Colours>;
  listFiles(collectionId: string, filters?: Filters): Promise<readonly FileRow[]>;
  listOutline(collectionId: string, path: string, options?: MaskChoice): Promise<readonly OutlineRow[]>;
  listSymbols(collectionId: string, path: string, options?: MaskChoice): Promise<readonly SymbolRow[]>;
  /** Lists the links of a file to other files (Markdown, wikilinks, reStructuredText), and the first thousand files that link to it. */
  listLinks(collectionId: string, path: string, options?: MaskChoice): Promise<FileLinks>;
  /** Lists paths that a rule or a limit skipped, or that could not be read. */
  listSkips(collectionId: string): Promise<readonly Skip[]>;
  /** Lists files without searchable text, in path order. */
  listWithoutText(collectionId: string): Promise<readonly FileWithoutText[]>;
  listWarnings(collectionId: string): Promise<readonly Warning[]>;
  /** Matches file paths and commands fuzzily, headings and symbols by prefix. */
  palette(collectionId: string, text: string): Promise<readonly PaletteRow[]>;
  /** Says what the collection is: its own words, folders, languages, where to start. Reads a few files. */
  overview(collectionId: string): Promise<CollectionOverview>;
  /** Describes the collection for agents: the first sentence about itself, and its languages with their files. */
  summarise(collectionId: string, maxChars: number): Promise<string>;
  /** `tokensByKind` reads every file entry. */
  stats(collectionId: string, options?: { readonly tokensByKind?: boolean }): Promise<EngineStats>;

  /** Throws `engine/bad-budget` and `engine/question-too-long` at once. */
  makePack(options: PackOptions): Promise<PackAnswer>;
  /** Streams to the given file handle, or returns a Blob backed by a temporary file. */
  exportZip(options: ExportOptions): Promise<ExportAnswer>;
  /** Exports one file, or several parts in a zip; or signatures. `engine/bad-budget` as for packs, and for a budget that makes thousands of parts. */
  exportText(options: TextExportOptions): Promise<ExportAnswer & TextSize>;
  /** Returns the size of the `exportText` result without writing it. */
  measureText(options: TextExportOptions): Promise<TextSize>;
  /**
   * Writes a folder for any static host: the app, the published collection, plain pages; or all of it as one page. To `target`, or as a download.
   * Throws `publish/page-too-large`.
   */
  publish(options: PublishOptions): Promise<ExportAnswer>;
  /** Writes for agents outside of the browser: an MCP bundle (a server with the published form of the collection), or a skill. */
  exportAgent(options: AgentExportOptions): Promise<ExportAnswer>;
  /**
   * Opens a published collection by the address of its page or folder. It is read-only; searches take its id. `secret` opens an encrypted one whose
   * address has no key: its link, its key or its passphrase. With `remember: false` the page does not list it.
   */
  openPublished(address: string, secret?: string, options?: { readonly remember: boolean }): Promise<Collection>;
  /** Returns the requests made to the host of a published collection in this session. */
  publishedTraffic(collectionId: string): Promise<Traffic>;
  /** Downloads a published collection and stores it as the user's own. */
  keepCopy(collectionId: string, jobId: string): Promise<Collection>;
  /** Exports a single text artifact. */
  exportArtifact(
    collectionId: string,
    artifact: ArtifactName,
    options?: Pick<ExportOptions, 'allowedSecrets' | 'selection' | 'escapeHidden'> & { readonly mask?: boolean },
  ): Promise<Blob>;
  /** Masks the secrets in texts that belong to no file. */
  maskTexts(texts: readonly string[]): Promise<readonly string[]>;
  /** Finds the secrets in the selection, numbered as in its export. Unset: in the whole collection. */
  scanSecrets(
    collectionId: string,
    jobId: string,
    options?: { readonly selection?: SelectionScope | undefined },
  ): Promise<readonly SecretPlace[]>;
  /** Checks every place, ref and quotation of a model's answer. Sends nothing over the network. */
  checkCitations(options: CitationOptions): Promise<CitationAnswer>;
  /** Lists the kept answers of models, newest first. */
  listAnswers(collectionId: string): Promise<readonly KeptAnswer[]>;
  /** Keeps an answer with its collection, or replaces the one with its id. Throws `engine/deleted`. */
  keepAnswer(collectionId: string, answer: KeptAnswer): Promise<void>;
  deleteAnswer(collectionId: string, answerId: string): Promise<void>;
  /** Lists the highlights and notes, of one file if its path is given, in the order of the text, with the places of their quotations now. */
  listNotes(collectionId: string, path?: string): Promise<readonly PlacedNote[]>;
  /** Keeps a note with its collection, or replaces the one with its id. Throws `engine/deleted` and `engine/bad-note`. */
  keepNote(collectionId: string, note: Note): Promise<PlacedNote>;
  deleteNote(collectionId: string, noteId: string): Promise<void>;
  /** Returns the references of documents as BibTeX: their entries in the reference files of the collection, else what their first pages say. */
  exportReferences(collectionId: string, scope: SelectionScope): Promise<string>;
  /** Lists the documents in path order. Reads a row of each. */
  listPapers(collectionId: string): Promise<readonly Paper[]>;
  /** Keeps what the user says about a document: only the fields given change. It wins over its own pages and reference files, and survives syncs. */
  writeDetails(collectionId: string, path: string, details: DocumentDetails): Promise<void>;
  /** Returns all notes as Markdown, or as annotations of the W3C's model. */
  exportNotes(collectionId: string, form: 'markdown' | 'json'): Promise<string>;
  /** Returns a chunk of one of the last ten states that is gone now, by its full id; undefined if its text is not kept. */
  readReplaced(collectionId: string, chunkId: string): Promise<ReplacedChunk | undefined>;
  listSnapshots(collectionId: string): Promise<readonly SnapshotRow[]>;
  diffSnapshots(collectionId: string, from: string, to: string): Promise<SnapshotDiff>;

  /**
   * Writes these collections, with everything stored for them but folder handles, and the page's settings to one file. Waits for running changes
   * of each collection. Streams as `exportZip` does; after a failure no partial file remains.
   */
  backUp(options: BackUpOptions): Promise<ExportAnswer>;
  /** Lists the contents of a backup. `import/…` errors name the entry. */
  readBackup(file: Blob): Promise<BackupContents>;
  /**
   * Restores collections of a backup, each whole or not at all. A damaged one is listed, and the others are restored; after `store/quota` or a
   * cancel, those restored before stay.
   */
  restoreBackup(options: RestoreOptions): Promise<RestoreAnswer>;

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

/** With `mask`: refs, ids and paths of the masked export. */
export interface MaskChoice {
  readonly mask?: boolean;
}

/** The engine's side of the crawler; the crawl room defines it. */
export interface SitePort extends CrawlSitePort {
  /** All tables; the crawler uses some. */
  readonly records: Records;
}

export interface IngestOptions {
  readonly collectionId: string;
  readonly jobId: string;
  readonly input: import('../sources/contract.ts').SourceInput;
  readonly sourceId?: string;
  /** Unset: the rules stored with the source's choices. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly useIgnoreFiles?: boolean;
  readonly useDefaultList?: boolean;
  /** Hashes every file instead of trusting size and mtime. */
  readonly verifyAll?: boolean;
}

export interface RecogniseOptions extends Recognition {
  readonly collectionId: string;
  readonly jobId: string;
  readonly atOnce: number;
}

export interface ChunkAnswer {
  readonly chunk: Chunk;
  readonly file: FileRow;
  /** Refs in the same file. */
  readonly previous?: string;
  readonly next?: string;
  /** Whether the document's bytes are stored and can be saved. */
  readonly hasOriginal?: boolean;
  /** Whether another chunk has the same short id. */
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

export interface CollectionOverview extends Overview {
  /** Files much newer than most others, newest first; ISO times. */
  readonly changed: readonly { readonly path: string; readonly at: string }[];
}

export interface EngineStats {
  readonly total_files: number;
  readonly total_chunks: number;
  readonly total_bytes: number;
  readonly total_tokens: number;
  /** Files of each kind. */
  readonly by_kind: Readonly<Record<string, number>>;
  /** Only for a collection on this device, if requested. */
  readonly tokens_by_kind?: Readonly<Record<string, number>>;
  readonly shards: number;
  readonly memory: { readonly wasm: number; readonly highWater: number; readonly inFlight: number };
}

export type ArtifactName = TextArtifactName;

export interface ExportOptions {
  readonly collectionId: string;
  readonly jobId: string;
  readonly form: 'full' | 'compact' | 'delta';
  readonly mask: boolean;
  /** Secrets the user allowed, as `path:line:kind`. */
  readonly allowedSecrets?: readonly string[];
  readonly escapeHidden?: boolean;
  /** Snapshot to compare with; delta only. */
  readonly since?: string;
  /** Part of the collection to export. Unset: all of it. */
  readonly selection?: (SelectionScope & { readonly name?: string }) | undefined;
  /** Adds the collection's selections to a full export of everything. Unset: yes. */
  readonly withSelections?: boolean;
  readonly target?: FileSystemFileHandle;
}

export interface PublishOptions {
  readonly collectionId: string;
  readonly jobId: string;
  readonly mask: boolean;
  readonly allowedSecrets?: readonly string[];
  /** Part of the collection to publish, under the collection's name and its own. Unset: all of it. */
  readonly selection?: ExportOptions['selection'];
  /** The publisher's name, description and first file (a path) for readers, and where the site will be. Unset: the collection's name. */
  readonly site?: Partial<SiteFacts> & { readonly address?: string };
  /** Files of the app; without them only the collection and its plain pages are written. */
  readonly app?: readonly { readonly path: string; readonly bytes: Blob }[];
  /** `page`: one HTML file with the app and the collection. `search`: the collection and the search box for a site that exists. Unset: a folder for a host. */
  readonly form?: 'folder' | 'page' | 'search';
  /** Encrypts the collection in a folder. Unset: anyone with the address can read it. */
  readonly lock?: PublishLock | undefined;
  /** True if the user agreed that anyone can read a website that was locked. Without it, such a publish throws `publish/was-locked`. */
  readonly allowOpen?: boolean;
  readonly target?: FileSystemDirectoryHandle | FileSystemFileHandle;
  /** Returns the files of a folder instead of a zip, and records nothing. */
  readonly preview?: boolean;
}

export interface AgentExportOptions
  extends Pick<
    ExportOptions,
    'collectionId' | 'jobId' | 'mask' | 'allowedSecrets' | 'escapeHidden' | 'selection' | 'target'
  > {
  /** The built server of the app. Unset: a skill is written. */
  readonly server?: Blob;
  /** Includes images, which take most of the space and which no tool reads. Unset: no. */
  readonly images?: boolean;
}

export type PublishLock = { readonly key: string } | { readonly passphrase: string };

export interface ExportAnswer {
  readonly fileName: string;
  readonly bytes: number;
  readonly entries: number;
  /** Absent when the export went to `target`. */
  readonly blob?: Blob;
  /** A site that was made to be shown. */
  readonly preview?: SitePreview;
}

export interface SitePreview {
  readonly files: ReadonlyMap<string, Blob>;
  /** Bytes of the collection that a visitor loads until the first hits. */
  readonly firstAnswerBytes: number;
}

export interface BackUpOptions {
  readonly jobId: string;
  readonly collectionIds: readonly string[];
  /** Texts of the page's own storage by key. */
  readonly settings: Readonly<Record<string, string>>;
  readonly target?: FileSystemFileHandle;
}

export interface BackupContents {
  readonly madeAt: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly collections: readonly Collection[];
}

export interface RestoreOptions {
  readonly jobId: string;
  readonly file: Blob;
  /** Collections to restore, under these names. One whose id is taken gets another id. */
  readonly collections: readonly {
    readonly id: string;
    readonly name: string;
    /** Collection to delete afterwards. It stays under Recently deleted. */
    readonly replaces?: string;
  }[];
}

export interface RestoreAnswer {
  readonly collections: readonly Collection[];
  readonly failed: readonly {
    readonly name: string;
    readonly code: string;
    readonly message: string;
    readonly details: ErrorDetails;
  }[];
}

export interface SecretPlace {
  readonly path: string;
  /** 0 for a secret in the path itself. */
  readonly line: number;
  readonly kind: string;
  /** The same number for the same value. Never the value. */
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
  /** Paths with chunks that are in only one of the two snapshots, in path order. */
  readonly addedFiles: readonly string[];
  readonly removedFiles: readonly string[];
}

export interface StorageFigures extends StorageUse {
  readonly fallbackReason?: string;
}

export interface Diagnostics {
  readonly where: 'worker' | 'main thread';
  readonly whereReason?: string;
  readonly kernel: 'simd' | 'js';
  readonly store: StoreBackend;
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
