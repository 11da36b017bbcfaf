// Which words the paths and titles of a merge have: [word, file, tf] in order of files. In pages that stay where they are: a run of bytes that grows would need
// more than twice its room for the moment of the copy, and of tiny files this is most of what a merge keeps.
import { blockAlloc, blockFree, Buffer } from '../memory/arena';

export const LOG_WORD: usize = 0;
export const LOG_FILE: usize = 4;
/** How often in the path, and from bit LOG_TITLE_BITS on how often in the title. */
export const LOG_TF: usize = 8;
export const LOG_TITLE_BITS: i32 = 16;
export const LOG_ENTRY: usize = 12;
@lazy const ENTRIES_A_PAGE: usize = 5_460;

/** Addresses of the pages. */
@lazy const pages: Buffer = changetype<Buffer>(memory.data(12, 16));
let next: usize = 0;
let end: usize = 0;

/** The address of a new entry, which stays the same. */
export function logEntry(word: i32, file: i32, count: i32): usize {
  if (next == end) {
    next = blockAlloc(ENTRIES_A_PAGE * LOG_ENTRY);
    end = next + ENTRIES_A_PAGE * LOG_ENTRY;
    pages.u32(<i32>next);
  }
  let entry = next;
  next += LOG_ENTRY;
  store<i32>(entry, word, LOG_WORD);
  store<i32>(entry, file, LOG_FILE);
  store<i32>(entry, count, LOG_TF);
  return entry;
}

export function logPages(): i32 {
  return pages.length >> 2;
}

export function logPage(index: i32): usize {
  return load<u32>(pages.ptr + (<usize>index << 2));
}

/** Where the entries of the page end. */
export function logPageEnd(index: i32): usize {
  return index == logPages() - 1 ? next : logPage(index) + ENTRIES_A_PAGE * LOG_ENTRY;
}

export function logFree(): void {
  for (let i = 0; i < logPages(); i++) blockFree(logPage(i));
  pages.free();
  next = 0;
  end = 0;
}
