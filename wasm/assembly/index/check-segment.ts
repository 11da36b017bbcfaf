import { countSparse, sparseAt } from './sparse-index';
import {
  BLOCK_WORDS, H_BLOCKS, H_BODY_LENGTHS, H_CHUNKS, H_CLASSES, H_DICTIONARY, H_FILE_STARTS, H_FILES, H_HEADING_LENGTHS, H_MAGIC, H_PATH_LENGTHS,
  H_POSTINGS, H_SIZE, H_SYMBOL_LENGTHS, H_TITLE_LENGTHS, H_WORDS, HEADER, MAGIC,
} from './segment-format';

/**
 * Whether head and tables hold together: sections in order and large enough for their rows, files that follow each other, blocks within the dictionary. What
 * is not looked at here, entries and postings, is checked where it is read.
 */
export function isSegment(ptr: usize, length: i32): bool {
  if (length < HEADER || load<u32>(ptr, H_MAGIC) != MAGIC || load<i32>(ptr, H_SIZE) != length) return false;
  let chunks = load<u32>(ptr, H_CHUNKS);
  let files = load<u32>(ptr, H_FILES);
  let words = load<u32>(ptr, H_WORDS);
  if (chunks >= <u32>length || files >= <u32>length || words >= <u32>length) return false;
  let blocks = (words + <u32>BLOCK_WORDS - 1) / <u32>BLOCK_WORDS;
  let isSound = fits(ptr, H_FILE_STARTS, H_BODY_LENGTHS, (files + 1) << 2)
    && fits(ptr, H_BODY_LENGTHS, H_HEADING_LENGTHS, chunks << 1)
    && fits(ptr, H_HEADING_LENGTHS, H_SYMBOL_LENGTHS, chunks)
    && fits(ptr, H_SYMBOL_LENGTHS, H_PATH_LENGTHS, chunks)
    && fits(ptr, H_PATH_LENGTHS, H_TITLE_LENGTHS, files)
    && fits(ptr, H_TITLE_LENGTHS, H_CLASSES, files)
    && fits(ptr, H_CLASSES, H_BLOCKS, files)
    && fits(ptr, H_BLOCKS, H_DICTIONARY, blocks << 3)
    && fits(ptr, H_DICTIONARY, H_POSTINGS, words)
    && fits(ptr, H_POSTINGS, H_SIZE, 0);
  return isSound && areFiles(ptr, files, chunks) && areBlocks(ptr, blocks) && isSparseIndex(ptr);
}

/** A section begins behind the head and has room for `bytes` before the next one. */
function fits(ptr: usize, section: usize, next: usize, bytes: u32): bool {
  let start = load<u32>(ptr + section);
  let end = load<u32>(ptr + next);
  return start >= <u32>HEADER && start <= end && end <= load<u32>(ptr, H_SIZE) && end - start >= bytes;
}

function areFiles(ptr: usize, files: u32, chunks: u32): bool {
  let starts = ptr + load<u32>(ptr, H_FILE_STARTS);
  if (load<u32>(starts) != 0 || load<u32>(starts + (<usize>files << 2)) != chunks) return false;
  for (let i: u32 = 0; i < files; i++) {
    let row = starts + (<usize>i << 2);
    if (load<u32>(row) > load<u32>(row, 4)) return false;
  }
  return true;
}

function areBlocks(ptr: usize, blocks: u32): bool {
  let rows = ptr + load<u32>(ptr, H_BLOCKS);
  let dictionaryBytes = load<u32>(ptr, H_POSTINGS) - load<u32>(ptr, H_DICTIONARY);
  let postingBytes = load<u32>(ptr, H_SIZE) - load<u32>(ptr, H_POSTINGS);
  for (let i: u32 = 0; i < blocks; i++) {
    let row = rows + (<usize>i << 3);
    if (load<u32>(row) >= dictionaryBytes || load<u32>(row, 4) > postingBytes) return false;
  }
  return true;
}

/** The sparse index lies between blocks and dictionary. */
function isSparseIndex(ptr: usize): bool {
  let at = sparseAt(ptr);
  let end = ptr + load<u32>(ptr, H_DICTIONARY);
  for (let left = countSparse(ptr); left > 0; left--) {
    if (at >= end) return false;
    at += 1 + <usize>load<u8>(at);
  }
  return at <= end;
}
