// Writes a segment (docs/formats/segment.md) from what a merge has gathered.
import { blockAlloc, blockFree, Buffer } from '../memory/arena';
import { copyShort } from '../memory/copy-short';
import {
  FILES, fileLog, fileRows, FLAG_PLAIN, FLAG_WHOLE, FLAGS, lengths, LOG_ENTRY, LOG_FILE, LOG_TF, LOG_TITLE_BITS, words,
} from './merge-words';
import { closeList, countBefore, listCount, listPtr, listSize, walkList } from './posting-lists';
import {
  BLOCK_WORDS, E_CHUNKS, E_PATHS, E_PLAIN, E_SINGLE, E_WHOLE, F_BOTH, F_COUNTS, F_PATH, F_TITLE, SPARSE_BLOCKS, H_BLOCKS, H_BODY_COUNT, H_BODY_LENGTHS, H_BODY_SUM, H_CHUNKS,
  H_CLASSES, H_DICTIONARY, H_FILE_STARTS, H_FILES, H_MAGIC, H_PATH_COUNT, H_PATH_LENGTHS, H_PATH_SUM, H_POSTINGS, H_SIZE, H_WORDS, HEADER,
  MAGIC,
} from './segment-format';
import { sortWords } from './sort-words';
import { putVarint } from '../memory/varint';

/** Three bytes of lengths, 96 of text, flags, a posting of 13, three varints; fifteen more are written. */
const MAX_ENTRY: i32 = 160;

@lazy const dictionary: Buffer = changetype<Buffer>(memory.data(12, 16));
@lazy const postings: Buffer = changetype<Buffer>(memory.data(12, 16));
@lazy const blocks: Buffer = changetype<Buffer>(memory.data(12, 16));
@lazy const sparse: Buffer = changetype<Buffer>(memory.data(12, 16));

/** First chunk of each file, and [file, tf] by word. */
let starts: usize = 0;
let sortedPaths: usize = 0;

export function writeSegment(out: Buffer, chunkTotal: i32, fileTotal: i32): void {
  starts = blockAlloc((<usize>fileTotal + 1) << 2);
  let first = 0;
  for (let i = 0; i < fileTotal; i++) {
    store<i32>(starts + (<usize>i << 2), first);
    first += load<i32>(fileRows.ptr + (<usize>i << 4));
  }
  store<i32>(starts + (<usize>fileTotal << 2), first);
  let order = sortWords();
  sortedPaths = sortPaths();
  let entries = writeDictionary(order);
  blockFree(order);
  blockFree(sortedPaths);
  writeOut(out, chunkTotal, fileTotal, entries);
  blockFree(starts);
  dictionary.free();
  postings.free();
  blocks.free();
  sparse.free();
}

/** The entries of the log as [file, tf], grouped by word, order kept. FILES of a word becomes the end of its group. */
function sortPaths(): usize {
  let at = 0;
  for (let id = 0; id < words.count; id++) {
    let record = words.record(id);
    let count = load<i32>(record, FILES);
    store<i32>(record, at, FILES);
    at += count;
  }
  let sorted = blockAlloc(<usize>at << 3);
  let end = fileLog.ptr + <usize>fileLog.length;
  for (let p = fileLog.ptr; p < end; p += LOG_ENTRY) {
    let record = words.record(load<i32>(p));
    let to = load<i32>(record, FILES);
    store<i32>(record, to + 1, FILES);
    let entry = sorted + (<usize>to << 3);
    store<i32>(entry, load<i32>(p, LOG_FILE));
    store<i32>(entry, load<i32>(p, LOG_TF), 4);
  }
  fileLog.free();
  return sorted;
}

@inline function groupEnd(id: i32): i32 {
  return load<i32>(words.record(id), FILES);
}

@inline function groupStart(id: i32): i32 {
  return id == 0 ? 0 : load<i32>(words.record(id - 1), FILES);
}

/** `order`: word numbers by bytes, their count first. */
function writeDictionary(order: usize): i32 {
  let count = load<i32>(order);
  let previous: usize = 0;
  let previousLength = 0;
  let entries = 0;
  for (let i = 1; i <= count; i++) {
    let id = load<i32>(order + (<usize>i << 2));
    closeList(id);
    let chunks = listCount(id);
    let pathStart = groupStart(id);
    let pathEnd = groupEnd(id);
    let flags = load<i32>(words.record(id), FLAGS);
    if (flags == 0 && chunks == 0 && pathStart == pathEnd) continue;
    if (entries % BLOCK_WORDS == 0) {
      blocks.u32(dictionary.length);
      blocks.u32(postings.length);
      previousLength = 0;
    }
    let text = words.textOf(id);
    let length = words.lengthOf(id);
    if (entries % (BLOCK_WORDS * SPARSE_BLOCKS) == 0) {
      sparse.u8(length);
      sparse.bytes(text, length);
    }
    let shared = 0;
    while (shared < previousLength && shared < length && load<u8>(text + <usize>shared) == load<u8>(previous + <usize>shared)) shared += 1;
    let start = dictionary.reserve(MAX_ENTRY);
    let to = putText(start, text, length, shared);
    previous = text;
    previousLength = length;
    store<u8>(to,
      ((flags & FLAG_PLAIN) != 0 ? E_PLAIN : 0) | ((flags & FLAG_WHOLE) != 0 ? E_WHOLE : 0) |
      (chunks > 0 ? E_CHUNKS : 0) | (chunks == 1 ? E_SINGLE : 0) | (pathEnd > pathStart ? E_PATHS : 0),
    );
    to += 1;
    if (chunks == 1) {
      copyShort(to, listPtr(id), listSize(id));
      to += listSize(id);
    } else if (chunks > 1) {
      postings.bytes(listPtr(id), listSize(id));
      to = putVarint(to, chunks);
      to = putVarint(to, listSize(id));
    }
    if (pathEnd > pathStart) {
      let before = postings.length;
      writePaths(pathStart, pathEnd);
      to = putVarint(to, unionCount(id, pathStart, pathEnd));
      to = putVarint(to, pathEnd - pathStart);
      to = putVarint(to, postings.length - before);
    }
    dictionary.length += <i32>(to - start);
    entries += 1;
  }
  return entries;
}

function putText(to: usize, text: usize, length: i32, shared: i32): usize {
  let rest = length - shared;
  store<u8>(to, ((shared < 15 ? shared : 15) << 4) | (rest < 15 ? rest : 15));
  to += 1;
  if (shared >= 15) {
    store<u8>(to, shared - 15);
    to += 1;
  }
  if (rest >= 15) {
    store<u8>(to, rest - 15);
    to += 1;
  }
  copyShort(to, text + <usize>shared, rest);
  return to + <usize>rest;
}

function writePaths(from: i32, until: i32): void {
  let previous = -1;
  for (let i = from; i < until; i++) {
    let entry = sortedPaths + (<usize>i << 3);
    let file = load<i32>(entry);
    let inTitle = load<u32>(entry, 4) >>> LOG_TITLE_BITS;
    let inPath = load<u32>(entry, 4) & ((1 << LOG_TITLE_BITS) - 1);
    let code = inPath > 1 || inTitle > 1 ? F_COUNTS : inTitle == 0 ? F_PATH : inPath == 0 ? F_TITLE : F_BOTH;
    postings.varint((<u32>(file - previous - 1) << 2) | code);
    if (code == F_COUNTS) {
      postings.varint(inPath);
      postings.varint(inTitle);
    }
    previous = file;
  }
}

/** Chunks that have the term in any field: those with postings, and all chunks of the files whose path has it. */
function unionCount(id: i32, pathFrom: i32, pathUntil: i32): i32 {
  let count = listCount(id);
  walkList(id);
  for (let i = pathFrom; i < pathUntil; i++) {
    let file = load<i32>(sortedPaths + (<usize>i << 3));
    let first = load<i32>(starts + (<usize>file << 2));
    let after = load<i32>(starts + (<usize>file << 2), 4);
    countBefore(first);
    count += after - first - countBefore(after);
  }
  return count;
}

function writeOut(out: Buffer, chunkTotal: i32, fileTotal: i32, entries: i32): void {
  out.clear();
  let size = HEADER + ((fileTotal + 1) << 2) + (chunkTotal << 2) + fileTotal * 3 + 40 + blocks.length + sparse.length + dictionary.length + postings.length;
  memory.fill(out.reserve(size), 0, <usize>size);
  let head = out.ptr;
  out.length = HEADER;
  store<u32>(head, MAGIC, H_MAGIC);
  store<i32>(head, chunkTotal, H_CHUNKS);
  store<i32>(head, fileTotal, H_FILES);
  store<i32>(head, entries, H_WORDS);
  section(out, H_FILE_STARTS);
  out.bytes(starts, (fileTotal + 1) << 2);
  writeLengths(out, chunkTotal);
  writeFileLengths(out, fileTotal);
  section(out, H_CLASSES);
  for (let i = 0; i < fileTotal; i++) out.u8(load<i32>(fileRows.ptr + (<usize>i << 4), 4));
  section(out, H_BLOCKS);
  out.bytes(blocks.ptr, blocks.length);
  out.bytes(sparse.ptr, sparse.length);
  section(out, H_DICTIONARY);
  out.bytes(dictionary.ptr, dictionary.length);
  section(out, H_POSTINGS);
  out.bytes(postings.ptr, postings.length);
  store<i32>(head, out.length, H_SIZE);
}

@inline function capped(value: i32, max: i32): i32 {
  return value > max ? max : value;
}

/** Sections begin at multiples of 4. */
function section(out: Buffer, word: usize): void {
  while ((out.length & 3) != 0) out.u8(0);
  store<i32>(out.ptr + word, out.length);
}

function writeLengths(out: Buffer, chunkTotal: i32): void {
  for (let field = 0; field < 3; field++) {
    section(out, H_BODY_LENGTHS + (<usize>field << 2));
    let sum: u32 = 0;
    let filled = 0;
    for (let i = 0; i < chunkTotal; i++) {
      let length = capped(load<i32>(lengths.ptr + <usize>(i * 12 + (field << 2))), field == 0 ? 0xffff : 0xff);
      if (field == 0) {
        store<u16>(out.reserve(2), length);
        out.length += 2;
      } else out.u8(length);
      sum += length;
      filled += <i32>(length > 0);
    }
    store<u32>(out.ptr + H_BODY_SUM + (<usize>field << 2), sum);
    store<i32>(out.ptr + H_BODY_COUNT + (<usize>field << 2), filled);
  }
}

/** Postings of paths and titles. */
function writeFileLengths(out: Buffer, fileTotal: i32): void {
  for (let field = 0; field < 2; field++) {
    section(out, H_PATH_LENGTHS + (<usize>field << 2));
    let sum: u32 = 0;
    let filled = 0;
    for (let i = 0; i < fileTotal; i++) {
      let length = capped(load<i32>(fileRows.ptr + (<usize>i << 4) + (<usize>field << 2), 8), 255);
      out.u8(length);
      sum += length;
      filled += <i32>(length > 0);
    }
    store<u32>(out.ptr + H_PATH_SUM + (<usize>field << 2), sum);
    store<i32>(out.ptr + H_PATH_COUNT + (<usize>field << 2), filled);
  }
}
