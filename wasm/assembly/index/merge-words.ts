// Data a merge collects and its segment is written from: words with their records, lengths of chunks and files.
import { Buffer } from '../memory/arena';
import { Table } from '../memory/hash-table';

// Records of `words` after their head. A word is a form with separators (then it only leads to its terms) or an entry of the dictionary.
/** Offset in `termLists` plus one; 0 until the form was met. */
export const TERMS: usize = 12;
export const FLAGS: usize = 16;
/** The word's only term; −1 when it has several. */
export const ONLY: usize = 20;
export const UNITS: usize = 24;
/** Term of the word as a plain one, plus one; 0 until it is looked up. */
export const PLAIN_TERM: usize = 28;
/** Number of files whose path or title has the term. */
export const FILES: usize = 32;
export const PATH_STAMP: usize = 36;
/** Offset of its entry of that file in `fileLog`. */
export const PATH_LOGGED: usize = 40;
export const WORD_RECORD: i32 = 48;

/** Can be typed: prefix and fuzzy search look at these. */
export const FLAG_PLAIN: i32 = 1;
/** An identifier written together; its own term, never stemmed. */
export const FLAG_WHOLE: i32 = 2;

@lazy export const words: Table = changetype<Table>(memory.data(40, 16));
/** [body, heading, symbol] lengths of each chunk. */
@lazy export const lengths: Buffer = changetype<Buffer>(memory.data(12, 16));
/** [chunks, class, path length, title length] of each file. */
@lazy export const fileRows: Buffer = changetype<Buffer>(memory.data(12, 16));
/** [word, file, tf] for the words of paths and titles, in order of files. */
@lazy export const fileLog: Buffer = changetype<Buffer>(memory.data(12, 16));
export const LOG_FILE: usize = 4;
/** How often in the path, and from bit LOG_TITLE_BITS on how often in the title. */
export const LOG_TF: usize = 8;
export const LOG_TITLE_BITS: i32 = 16;
export const LOG_ENTRY: usize = 12;
