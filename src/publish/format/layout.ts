/** docs/formats/published.md. Raised when a reader of an older release could not read what is written now. */
export const PUBLISHED_VERSION = 1;

export const MANIFEST_NAME = 'manifest.json';
/** Beside the app: where a collection lies in a published folder. */
export const COLLECTION_FOLDER = 'collection/';

/** Bytes of dictionary, postings, file table, outlines and assets that are compressed, verified and fetched together. */
export const BLOCK_BYTES = 4_096;
/** Chunks share a block of text up to this size: a hit costs one block, and ten hits are of ten files. */
export const TEXT_BLOCK_BYTES = 4_096;
/** Stored blocks are padded to a multiple of this: their sizes, of which the head has one for each block, are then small numbers. */
export const BLOCK_UNIT = 64;

/** First bytes of the SHA-256 of a block as it is stored. They find damage; who can write the host's files can write hashes too. */
export const BLOCK_HASH_BYTES = 8;

/** What a reader accepts. A manifest is written by anybody. */
export const READ_LIMITS = {
  manifestBytes: 1_000_000,
  /** A compressed block, and what becomes of it. */
  blockBytes: 1_048_576,
  /** The directory of the index, compressed and not: that of a gigabyte of text takes some ten megabytes. */
  partBytes: 268_435_456,
  /** A file of a host that ignores ranges is kept in memory as a whole. */
  wholeFileBytes: 268_435_456,
} as const;

/** A file of a published collection, as its manifest names it. */
export interface PublishedFile {
  readonly name: string;
  readonly bytes: number;
}

/** A part of the file `index`: what is read at once, and the directories of files that most readers never ask for. */
export interface IndexPart {
  readonly start: number;
  readonly end: number;
  /** The first 16 bytes of its SHA-256, in hex. */
  readonly hash: string;
}

export const PART_NAMES = ['head', 'files', 'outlines', 'assets', 'ids'] as const;
export type PartName = (typeof PART_NAMES)[number];
