// The shard that is being ranked, and what is known of each of its chunks so far.
import { blockAlloc, blockFree } from '../memory/arena';
import {
  H_BODY_LENGTHS, H_CHUNKS, H_CLASSES, H_FILE_STARTS, H_FILES, H_HEADING_LENGTHS, H_PATH_LENGTHS, H_SYMBOL_LENGTHS, H_TITLE_LENGTHS,
} from '../index/segment-format';

export let chunkCount: i32 = 0;
export let fileCount: i32 = 0;
export let fileStarts: usize = 0;
export let bodyLengths: usize = 0;
export let headingLengths: usize = 0;
export let symbolLengths: usize = 0;
export let pathLengths: usize = 0;
export let titleLengths: usize = 0;
export let fileClasses: usize = 0;

let scratch: usize = 0;
let scratchChunks: i32 = 0;
// Per chunk. Sums belong to the current group and are zero between groups; `touched` lists the chunks that have one.
export let scores: usize = 0;
export let sums: usize = 0;
export let matched: usize = 0;
export let touched: usize = 0;
export let classes: usize = 0;
export let marks: usize = 0;
/** Per 32 chunks: bits of those that are hits, and how many are before them. */
export let tallies: usize = 0;

/** Sets all scores of the shard to zero. */
export function openScratch(segment: usize): void {
  chunkCount = load<i32>(segment, H_CHUNKS);
  fileCount = load<i32>(segment, H_FILES);
  fileStarts = segment + load<u32>(segment, H_FILE_STARTS);
  bodyLengths = segment + load<u32>(segment, H_BODY_LENGTHS);
  headingLengths = segment + load<u32>(segment, H_HEADING_LENGTHS);
  symbolLengths = segment + load<u32>(segment, H_SYMBOL_LENGTHS);
  pathLengths = segment + load<u32>(segment, H_PATH_LENGTHS);
  titleLengths = segment + load<u32>(segment, H_TITLE_LENGTHS);
  fileClasses = segment + load<u32>(segment, H_CLASSES);
  if (chunkCount + 32 > scratchChunks) growScratch(chunkCount);
  memory.fill(scores, 0, (<usize>chunkCount + 31 & ~31) << 3);
  memory.fill(matched, 0, <usize>chunkCount << 2);
  for (let file: usize = 0; file < <usize>fileCount; file++) {
    let from = classes + load<u32>(fileStarts + (file << 2));
    fillClass(from, classes + load<u32>(fileStarts + (file << 2), 4), load<u8>(fileClasses + file) & 3);
  }
}

/** The next file overwrites everything beyond `until`. */
@inline function fillClass(from: usize, until: usize, kind: u8): void {
  if (ASC_FEATURE_SIMD) {
    let kinds = i8x16.splat(kind);
    for (; from < until; from += 16) v128.store(from, kinds);
  } else {
    for (; from < until; from++) store<u8>(from, kind);
  }
}

function growScratch(chunks: i32): void {
  blockFree(scratch);
  // Groups of 32 are scanned whole, with one more after them; classes are written sixteen at a time.
  scratchChunks = (chunks + 64) & ~31;
  let n = <usize>scratchChunks;
  scratch = blockAlloc(n * 26 + (n >> 2));
  scores = scratch;
  sums = scores + n * 8;
  matched = sums + n * 8;
  touched = matched + n * 4;
  tallies = touched + n * 4;
  marks = tallies + (n >> 2);
  classes = marks + n;
  clearSums();
}

export function clearSums(): void {
  memory.fill(sums, 0, <usize>scratchChunks << 3);
}
