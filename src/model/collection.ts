import type { Settings } from './settings.ts';

export type SourceType = 'folder' | 'files' | 'archive' | 'paste' | 'site' | 'import' | 'sample';
export type SourceState = 'PENDING' | 'CRAWLING' | 'INDEXED' | 'UPDATING' | 'ERROR';

/** A folder, files, an archive or a site inside a collection. `slug` is the first path segment when there are several. */
export interface Source {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly type: SourceType;
  readonly state: SourceState;
  readonly reason?: string;
  /** ISO time; shown, never exported. */
  readonly lastSyncAt?: string;
  /** A folder handle is remembered in the store under this source's id. */
  readonly remembered: boolean;
  readonly url?: string;
  readonly files: number;
  readonly skipped: number;
}

export interface CollectionStats {
  readonly total_files: number;
  readonly total_chunks: number;
  readonly total_bytes: number;
  readonly total_tokens: number;
  readonly warnings: number;
  readonly skipped: number;
}

/** What a person opens. */
export interface Collection {
  readonly id: string;
  readonly name: string;
  readonly index_id: string;
  readonly generation: number;
  readonly settings: Settings;
  readonly sources: readonly Source[];
  readonly stats: CollectionStats;
  readonly storedBytes: number;
  readonly createdAt: string;
  readonly changedAt: string;
  /** The row is there, its files are not: the browser evicted them. */
  readonly evicted?: boolean;
  /** Written by a newer release: can be read, not changed. */
  readonly readOnly?: boolean;
}
