import type { Settings } from './settings.ts';
import type { RepoRef } from './site/repo.ts';

export type SourceType = 'folder' | 'files' | 'archive' | 'paste' | 'site' | 'repository' | 'import' | 'sample';
export type SourceState = 'PENDING' | 'CRAWLING' | 'INDEXED' | 'UPDATING' | 'ERROR';

/** A folder, files, an archive, a site or a repository inside a collection. `slug` is the first path segment when there are several. */
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
  /** What a repository is read from, and the commit or version that was read last: never part of its files [R4]. */
  readonly repo?: RepoRef;
  readonly commit?: string;
  readonly files: number;
  readonly skipped: number;
}

/** Whether a reading of it was stopped, interrupted or is still under way: what is there is a part. Crawls tell of themselves. */
export function isPartlyRead({ type, state, reason }: Source): boolean {
  if (type === 'site' || type === 'repository') return false;
  return state === 'PENDING' || state === 'UPDATING' || reason === 'engine/stopped-early';
}

/** Whether something of it is still to be read: whatever leaves it then must say so. */
export function isIncomplete({ stats, sources }: Pick<Collection, 'stats' | 'sources'>): boolean {
  return stats.incomplete_files > 0 || sources.some(isPartlyRead);
}

export interface CollectionStats {
  /** Those in the collection's identity: with text, or empty. */
  readonly total_files: number;
  /** Of `total_files`, those without a chunk. */
  readonly empty_files: number;
  /** Known, but not part of the collection: binary or not decodable. */
  readonly refused_files: number;
  /** Of `total_files`, those whose outline is still to be made. */
  readonly incomplete_files: number;
  readonly total_chunks: number;
  readonly total_bytes: number;
  readonly total_tokens: number;
  readonly warnings: number;
  /** Paths left out by a rule or a limit. */
  readonly skipped: number;
  /** Paths that could not be read. */
  readonly failed: number;
}

/** Of a collection that holds nothing yet. */
export const NO_STATS: CollectionStats = {
  total_files: 0,
  empty_files: 0,
  refused_files: 0,
  incomplete_files: 0,
  total_chunks: 0,
  total_bytes: 0,
  total_tokens: 0,
  warnings: 0,
  skipped: 0,
  failed: 0,
};

/** Files that a search can find. */
export function countIndexed({ total_files, empty_files }: CollectionStats): number {
  return total_files - empty_files;
}

export function countWithoutText({ empty_files, refused_files }: CollectionStats): number {
  return empty_files + refused_files;
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
  /** Made for a first source of which nothing is kept yet. Left so by a tab that died, it goes with the next start. */
  readonly awaitsSource?: true;
  /** Of documents only the text is kept. Unset: the files themselves too, which can be saved again and cut another way. */
  readonly textsOnly?: true;
  readonly createdAt: string;
  readonly changedAt: string;
  /** The row is there, its files are not: the browser evicted them. */
  readonly evicted?: boolean;
  /** Written by a newer release: can be read, not changed. */
  readonly readOnly?: boolean;
  /** The address it is read from: somebody published it, and it is in no store. */
  readonly publishedAt?: string;
}

const PUBLISHED = 'published:';

/** A published collection is known by its address; it is in no store. */
export function toPublishedId(address: string): string {
  return PUBLISHED + address;
}

/** The address of its `collection/` folder; undefined for a collection of the person's own. */
export function findPublishedAddress(collectionId: string): string | undefined {
  return collectionId.startsWith(PUBLISHED) ? collectionId.slice(PUBLISHED.length) : undefined;
}

/** `too-large`: together with those before it, it does not fit into memory. */
export interface LeftOutCollection {
  readonly collectionId: string;
  readonly name?: string;
  readonly why: 'gone' | 'damaged' | 'too-large' | 'unreadable';
}
