import type { Settings } from './settings.ts';
import type { RepoRef } from './site/repo.ts';

export type SourceType = 'folder' | 'files' | 'archive' | 'paste' | 'site' | 'repository' | 'import' | 'sample';
export type SourceState = 'PENDING' | 'CRAWLING' | 'INDEXED' | 'UPDATING' | 'ERROR';

/** A folder, files, an archive, a site or a repository in a collection. `slug` is the first path segment if there are several sources. */
export interface Source {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly type: SourceType;
  readonly state: SourceState;
  readonly reason?: string;
  /** ISO time; shown, never exported. */
  readonly lastSyncAt?: string;
  /** True if the store has a folder handle under this source's id. */
  readonly remembered: boolean;
  readonly url?: string;
  /** The repository, and the commit or version imported last; never part of its files [R4]. */
  readonly repo?: RepoRef;
  readonly commit?: string;
  /** Files that a search can find. */
  readonly files: number;
  readonly skipped: number;
}

/** Returns whether its import was stopped, interrupted or is still running, so that files may be missing. Crawls have their own status. */
export function isPartlyRead({ type, state, reason }: Source): boolean {
  if (type === 'site' || type === 'repository') return false;
  return state === 'PENDING' || state === 'UPDATING' || reason === 'engine/stopped-early';
}

/** Returns whether some of it is still to be read, including a stopped crawl: exports and packs must then say so. */
export function isIncomplete({ stats, sources }: Pick<Collection, 'stats' | 'sources'>): boolean {
  const isPart = (source: Source) => isPartlyRead(source) || source.reason === 'engine/stopped-early';
  return stats.incomplete_files > 0 || sources.some(isPart);
}

export interface CollectionStats {
  /** Files in the collection's identity: with text, or empty. */
  readonly total_files: number;
  /** Files of `total_files` without a chunk. */
  readonly empty_files: number;
  /** Known but not part of the collection: binary or not decodable. */
  readonly refused_files: number;
  /** Files of `total_files` without their outline yet. */
  readonly incomplete_files: number;
  /** Files of `empty_files` that wait for their reader. */
  readonly waiting_files?: number;
  readonly total_chunks: number;
  readonly total_bytes: number;
  readonly total_tokens: number;
  readonly warnings: number;
  /** Paths skipped by a rule or a limit. */
  readonly skipped: number;
  readonly failed: number;
}

export const NO_STATS = {
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
} satisfies CollectionStats;

/** Counts files that a search can find: the number of files on every screen and in every export. */
export function countIndexed({ total_files, empty_files }: CollectionStats): number {
  return total_files - empty_files;
}

/** Counts files that no search can find; those that wait for their reader are counted on their own. */
export function countWithoutText({ empty_files, refused_files, waiting_files = 0 }: CollectionStats): number {
  return empty_files + refused_files - waiting_files;
}

export interface Collection {
  readonly id: string;
  readonly name: string;
  readonly index_id: string;
  /** 0 for a remembered published collection that is not open yet. */
  readonly generation: number;
  readonly settings: Settings;
  readonly sources: readonly Source[];
  readonly stats: CollectionStats;
  readonly storedBytes: number;
  /** Created for a first source that has stored nothing yet. If its tab dies, the next start removes it. */
  readonly awaitsSource?: true;
  /** Stores only the text of documents. Unset: stores the files too, so that they can be saved and re-chunked. */
  readonly textsOnly?: true;
  readonly createdAt: string;
  readonly changedAt: string;
  /** Its row exists, but the browser evicted its files. */
  readonly evicted?: boolean;
  /** Written by a newer release: can be read, not changed. */
  readonly readOnly?: boolean;
  /** Written by an older release: indexed again from its stored bytes before it is searched. */
  readonly isOlder?: boolean;
  /** The address of a published collection, which is read from there and not stored. */
  readonly publishedAt?: string;
  /** The publisher's words about a published collection. */
  readonly description?: string;
  /** Path of the file that readers of a published collection start with. */
  readonly start?: string;
  /** A published collection whose publisher leaves out the places for packs and exports. */
  readonly readingOnly?: boolean;
  /** Where the pages of a published collection are: docs/formats/published.md. */
  readonly pages?: string;
}

/** A deleted collection that can be restored. */
export interface DeletedCollection {
  readonly collection: Collection;
  /** ISO time after which the next start removes it; earlier if space is needed. */
  readonly keptUntil: string;
}

const PUBLISHED = 'published:';

/** Makes the id of a published collection, which is not stored, from its address. */
export function toPublishedId(address: string): string {
  return PUBLISHED + address;
}

/** Returns the address of its `collection/` folder, or undefined for the user's own collection. */
export function findPublishedAddress(collectionId: string): string | undefined {
  return collectionId.startsWith(PUBLISHED) ? collectionId.slice(PUBLISHED.length) : undefined;
}

/** `too-large`: does not fit into memory together with the collections before it. */
export interface LeftOutCollection {
  readonly collectionId: string;
  readonly name?: string;
  readonly why: 'gone' | 'damaged' | 'too-large' | 'unreadable';
}
