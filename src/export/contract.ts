import type { Chunk, FileRow, SymbolSpan } from '../model/chunk.ts';
import type { Settings } from '../model/settings.ts';
import type { PageSourceType } from '../model/site/site.ts';
import type { Warning } from '../model/warning.ts';

/**
 * One committed generation, as input for artifacts. Chunks come file by file, in path order; their `ref`s are already assigned. Everything here is a
 * pure function of raw files and settings [E1].
 */
export interface IndexView {
  readonly name: string;
  readonly index_id: string;
  readonly settings: Settings;
  readonly format_version: number;
  /** Sorted by path. */
  readonly files: readonly FileRow[];
  /** Sorted by path, line, code. */
  readonly warnings: readonly Warning[];
  readonly totalChunks: number;
  /** Body tokens of every chunk in ref order. */
  docLens(): Promise<Uint32Array>;
  /** Sums over all chunks, for true averages. */
  fieldTotals(): Promise<{
    readonly body: number;
    readonly heading: number;
    readonly symbol: number;
    readonly path: number;
  }>;
  /** Chunks of file i (index into `files`), content included, in ref order. */
  chunks(fileIndex: number): Promise<readonly Chunk[]>;
  /** The same chunks without reading their text. Getters may compute values: never spread such a chunk. */
  chunkFacts(fileIndex: number): Promise<readonly ChunkFacts[]>;
  outline(fileIndex: number): Promise<FileOutline>;
  /** Original bytes of an image. */
  asset(fileIndex: number): Promise<Uint8Array | undefined>;
  /** Facts about a crawled page beyond its FileRow [S14]; for `chunks.jsonl` only. */
  page?(fileIndex: number): Promise<PageFacts | undefined>;
  /** Body terms in byte order with (chunk ordinal, tf) pairs. */
  terms(): AsyncIterable<{ readonly term: string; readonly pairs: Uint32Array }>;
}

export type ChunkFacts = Omit<Chunk, 'content' | 'masked'>;

export interface PageFacts {
  readonly statusCode: number;
  readonly internalLinksCount: number;
  readonly externalLinksCount: number;
  readonly sourceType: PageSourceType;
}

export interface FileOutline {
  readonly headings: readonly { readonly level: number; readonly line: number; readonly text: string }[];
  readonly symbols: readonly SymbolSpan[];
}

/** Destination for the bytes of an export. `abort` leaves no partial file. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

export interface ExportProgress {
  readonly doneEntries: number;
  readonly totalEntries: number;
  readonly bytes: number;
}
