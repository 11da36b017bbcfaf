// The bytes of a segment: docs/formats/segment.md says what they mean. Written by write-segment.ts, read in place by lookup.ts and walk-postings.ts.

export const MAGIC: u32 = 0x32475351; // "QSG2"
export const BLOCK_WORDS: i32 = 16;
/** Every n-th block has its first word in the sparse index before the dictionary. */
export const SPARSE_BLOCKS: i32 = 64;

// Header words, in bytes.
export const H_MAGIC: usize = 0;
export const H_CHUNKS: usize = 4;
export const H_FILES: usize = 8;
export const H_WORDS: usize = 12;
/** Sums of field lengths over all chunks (path and title: over files): body, heading, symbol, path, title. */
export const H_BODY_SUM: usize = 16;
export const H_PATH_SUM: usize = 28;
/** Chunks (path and title: files) whose field is not empty. */
export const H_BODY_COUNT: usize = 36;
export const H_PATH_COUNT: usize = 48;
/** Offsets of the sections. */
export const H_FILE_STARTS: usize = 56;
export const H_BODY_LENGTHS: usize = 60;
export const H_HEADING_LENGTHS: usize = 64;
export const H_SYMBOL_LENGTHS: usize = 68;
export const H_PATH_LENGTHS: usize = 72;
export const H_TITLE_LENGTHS: usize = 76;
export const H_CLASSES: usize = 80;
export const H_BLOCKS: usize = 84;
export const H_DICTIONARY: usize = 88;
export const H_POSTINGS: usize = 92;
export const H_SIZE: usize = 96;
export const HEADER: i32 = 100;

// Flags of a dictionary entry.
export const E_PLAIN: i32 = 1;
export const E_WHOLE: i32 = 2;
export const E_CHUNKS: i32 = 4;
/** Entries with one posting store it inline. */
export const E_SINGLE: i32 = 8;
export const E_PATHS: i32 = 16;

// Low two bits of a posting.
export const P_ONE: u32 = 0;
export const P_TWO: u32 = 1;
export const P_MORE: u32 = 2;
export const P_FIELDS: u32 = 3;

// Low two bits of a posting of a file: where it has the term once. Otherwise both counts follow.
export const F_PATH: u32 = 0;
export const F_TITLE: u32 = 1;
export const F_BOTH: u32 = 2;
export const F_COUNTS: u32 = 3;
