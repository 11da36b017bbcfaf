/** docs/formats/published.md. Raised when readers of an older release could not read the new output. */
export const PUBLISHED_VERSION = 3;
/** Version of folders published by 1.0.0-rc.2 and before, whose parts are one column. */
export const FIRST_VERSION = 1;
/** Version of an encrypted manifest, which contains one of `PUBLISHED_VERSION`. */
export const SEALED_VERSION = 2;

export const MANIFEST_NAME = 'manifest.json';
/** Folder of the collection in a published folder, next to the app. */
export const COLLECTION_FOLDER = 'collection/';

/** Bytes of dictionary, postings, file table, outlines and assets that are compressed, verified and fetched together. */
export const BLOCK_BYTES = 4_096;
/** Chunks share a block of text up to this size: a hit costs one block, and ten hits are usually in ten files. */
export const TEXT_BLOCK_BYTES = 4_096;
/** Stored blocks are padded to a multiple of this: their sizes, one per block in the head, are then small numbers. */
export const BLOCK_UNIT = 64;

/** First bytes of the SHA-256 of a stored block. They detect damage, not forgery: a person who can write the host's files can write hashes too. */
export const BLOCK_HASH_BYTES = 8;

/** Limits of a reader. A manifest is untrusted. */
export const READ_LIMITS = {
  manifestBytes: 1_000_000,
  /** A block, compressed and expanded. */
  blockBytes: 1_048_576,
  /** The directory of the index, compressed and expanded: some ten megabytes for a gigabyte of text. */
  partBytes: 268_435_456,
  /**
   * Columns expand to twice their deflate for source code, and 84 times for 20,000 similar files in 230 KB. Beyond both limits it is a bomb: deflate
   * reaches 1,000 times.
   */
  partRatio: 32,
  smallPartBytes: 16_777_216,
  /** Blank lines between the chunks of one file, which are in no block. */
  gapBytes: 16_777_216,
  /** A file of a host that ignores ranges is held in memory as a whole. */
  wholeFileBytes: 268_435_456,
} as const;

/** A file of a published collection, as listed in its manifest. */
export interface PublishedFile {
  readonly name: string;
  readonly bytes: number;
}

/** A part of the file `index`: the part that is read at once, and the directories of files that most readers never need. */
export interface IndexPart {
  readonly start: number;
  readonly end: number;
  /** The first 16 bytes of its SHA-256, in hex. */
  readonly hash: string;
}

export const PART_NAMES = ['head', 'files', 'outlines', 'assets', 'ids'] as const;
export type PartName = (typeof PART_NAMES)[number];
