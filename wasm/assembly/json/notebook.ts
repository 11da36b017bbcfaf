import { Buffer, scratchAlloc } from '../memory/arena';
import { matchesLower } from '../text/ascii';
import { addCut, cutAt, cutCount, WHAT_HEADING, WHAT_NONE } from '../chunk/cuts';
import { containerEnd, containerNext, hexDigit, jsonScanBegin, scanJson, skipScalar, skipSpace } from './json-scan';
import { putNumber } from './json-address';
import { lineOf, scanLines } from '../text/lines';
import { readMarkdownLines } from '../markdown/markdown';
import { setSourceLines } from '../chunk/rows';
import { intern } from '../chunk/strings';
import { putPoint, replaceText, textLength, textPtr } from '../text/utf8';

// Jupyter notebooks: the text is what the cells hold, with the lines of the file they stand on. Outputs only where they are text.

const text = changetype<Buffer>(memory.data(12));
/** u32 source line of each line of `text`. */
const sources = changetype<Buffer>(memory.data(12));
/** Per cell: [first line of text, is markdown]. */
const cells = changetype<Buffer>(memory.data(12));
const address = changetype<Buffer>(memory.data(12));

/** Cells without a heading of their own lie below every heading. */
// @ts-ignore: decorator
@lazy const CELL_LEVEL: i32 = 7;

export function notebookFree(): void {
  text.free();
  sources.free();
  cells.free();
  address.free();
}

// @ts-ignore: decorator
@lazy const CELLS: usize = memory.data<u8>([99, 101, 108, 108, 115]);
// @ts-ignore: decorator
@lazy const CELL_TYPE: usize = memory.data<u8>([99, 101, 108, 108, 95, 116, 121, 112, 101]);
// @ts-ignore: decorator
@lazy const MARKDOWN: usize = memory.data<u8>([109, 97, 114, 107, 100, 111, 119, 110]);
// @ts-ignore: decorator
@lazy const SOURCE: usize = memory.data<u8>([115, 111, 117, 114, 99, 101]);
// @ts-ignore: decorator
@lazy const OUTPUTS: usize = memory.data<u8>([111, 117, 116, 112, 117, 116, 115]);
// @ts-ignore: decorator
@lazy const TEXT: usize = memory.data<u8>([116, 101, 120, 116]);
// @ts-ignore: decorator
@lazy const DATA: usize = memory.data<u8>([100, 97, 116, 97]);
// @ts-ignore: decorator
@lazy const TEXT_PLAIN: usize = memory.data<u8>([116, 101, 120, 116, 47, 112, 108, 97, 105, 110]);
// @ts-ignore: decorator
@lazy const ENAME: usize = memory.data<u8>([101, 110, 97, 109, 101]);
// @ts-ignore: decorator
@lazy const EVALUE: usize = memory.data<u8>([101, 118, 97, 108, 117, 101]);

/** The next character begins a line of `text`. */
let atLineStart: bool = true;

// Result of the last `findMember` or `nextElement`.
let value: usize = 0;
let valueContainer: i32 = 0;

/** False when the text is no notebook with cells: then it is read as any JSON. */
export function readNotebook(): bool {
  jsonScanBegin(false);
  let end = textPtr + <usize>textLength;
  if (!scanJson(textPtr, end)) return false;
  let root = skipSpace(textPtr, end);
  if (load<u8>(root) != 123 || !findMember(root, 0, CELLS, 5) || load<u8>(value) != 91) return false;
  text.clear();
  atLineStart = true;
  sources.clear();
  cells.clear();
  let list = value;
  let listEnd = containerEnd(valueContainer) - 1;
  let child = valueContainer + 1;
  let at = skipSpace(list + 1, listEnd);
  while (at < listEnd) {
    if (load<u8>(at) == 123) readCell(at, child);
    else cellBegins(false);
    if (isContainer(at)) {
      at = containerEnd(child);
      child = containerNext(child);
    } else at = skipScalar(at, listEnd);
    at = skipSpace(at, listEnd);
    if (at < listEnd) at = skipSpace(at + 1, listEnd);
  }
  useText();
  addCells();
  return true;
}

// @ts-ignore: decorator
@inline function isContainer(at: usize): bool {
  let c = <i32>load<u8>(at);
  return c == 123 || c == 91;
}

/** Looks for a key of the object at `object`; leaves `value` and `valueContainer`. The last of equal keys wins, as in JSON.parse. */
function findMember(object: usize, index: i32, name: usize, length: i32): bool {
  let end = containerEnd(index) - 1;
  let child = index + 1;
  let found: usize = 0;
  let at = skipSpace(object + 1, end);
  while (at < end) {
    let key = at;
    at = skipScalar(at, end);
    let matches = <i32>(at - key) == length + 2 && matchesLower(key + 1, end, name, length);
    at = skipSpace(skipSpace(at, end) + 1, end);
    if (matches) {
      found = at;
      valueContainer = child;
    }
    if (isContainer(at)) {
      at = containerEnd(child);
      child = containerNext(child);
    } else at = skipScalar(at, end);
    at = skipSpace(at, end);
    if (at < end) at = skipSpace(at + 1, end);
  }
  value = found;
  return found != 0;
}

function cellBegins(isMarkdown: bool): void {
  cells.u32(sources.length >> 2);
  cells.u32(<i32>isMarkdown);
}

function readCell(cell: usize, index: i32): void {
  let isMarkdown = findMember(cell, index, CELL_TYPE, 9) && load<u8>(value) == 34 && matchesLower(value + 1, textPtr + <usize>textLength, MARKDOWN, 8);
  cellBegins(isMarkdown);
  if (findMember(cell, index, SOURCE, 6)) putTexts(value, valueContainer);
  if (!findMember(cell, index, OUTPUTS, 7) || load<u8>(value) != 91) return;
  let end = containerEnd(valueContainer) - 1;
  let child = valueContainer + 1;
  let at = skipSpace(value + 1, end);
  while (at < end) {
    if (load<u8>(at) == 123) readOutput(at, child);
    if (isContainer(at)) {
      at = containerEnd(child);
      child = containerNext(child);
    } else at = skipScalar(at, end);
    at = skipSpace(at, end);
    if (at < end) at = skipSpace(at + 1, end);
  }
}

function readOutput(output: usize, index: i32): void {
  if (findMember(output, index, ENAME, 5)) putTexts(value, valueContainer);
  if (findMember(output, index, TEXT, 4)) putTexts(value, valueContainer);
  else if (findMember(output, index, EVALUE, 6)) putTexts(value, valueContainer);
  else if (findMember(output, index, DATA, 4) && load<u8>(value) == 123 && findMember(value, valueContainer, TEXT_PLAIN, 10)) putTexts(value, valueContainer);
}

/** A string or an array of strings, on lines of their own. */
function putTexts(at: usize, index: i32): void {
  if (load<u8>(at) == 34) putString(at);
  else if (load<u8>(at) == 91) {
    let end = containerEnd(index) - 1;
    let child = index + 1;
    at = skipSpace(at + 1, end);
    while (at < end) {
      if (load<u8>(at) == 34) putString(at);
      if (isContainer(at)) {
        at = containerEnd(child);
        child = containerNext(child);
      } else at = skipScalar(at, end);
      at = skipSpace(at, end);
      if (at < end) at = skipSpace(at + 1, end);
    }
  }
  if (!atLineStart) endLine();
}

function endLine(): void {
  text.u8(10);
  atLineStart = true;
}

/** Appends a decoded string; each line it begins is remembered with the line of the file. */
function putString(quote: usize): void {
  let line = lineOf(<i32>(quote - textPtr)) + 1;
  let at = quote + 1;
  while (true) {
    let c = <i32>load<u8>(at);
    if (c == 34) return;
    if (atLineStart) {
      sources.u32(line);
      atLineStart = false;
    }
    if (c != 92) {
      text.u8(c);
      at += 1;
      continue;
    }
    at = putEscape(at + 1);
  }
}

function putEscape(at: usize): usize {
  let c = <i32>load<u8>(at);
  if (c == 117) {
    let point = hex4(at + 1);
    at += 5;
    if (point >= 0xd800 && point < 0xdc00 && load<u8>(at) == 92 && load<u8>(at, 1) == 117) {
      let low = hex4(at + 2);
      if (low >= 0xdc00 && low < 0xe000) {
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
      }
    }
    putPoint(text, point >= 0xd800 && point < 0xe000 ? 0xfffd : point);
    return at;
  }
  if (c == 110) {
    // CRLF inside a cell ends a line like LF.
    if (text.length > 0 && load<u8>(text.ptr + <usize>text.length - 1) == 13) text.length -= 1;
    endLine();
  } else text.u8(c == 116 ? 9 : c == 114 ? 13 : c == 98 ? 8 : c == 102 ? 12 : c);
  return at + 1;
}

function hex4(at: usize): i32 {
  return hexDigit(<i32>load<u8>(at)) << 12 | hexDigit(<i32>load<u8>(at, 1)) << 8 | hexDigit(<i32>load<u8>(at, 2)) << 4 | hexDigit(<i32>load<u8>(at, 3));
}

function useText(): void {
  let lines = scratchAlloc(<usize>sources.length);
  memory.copy(lines, sources.ptr, <usize>sources.length);
  replaceText(text.ptr, text.length);
  setSourceLines(lines, sources.length >> 2);
  scanLines();
}

function addCells(): void {
  let count = cells.length >> 3;
  let total = sources.length >> 2;
  for (let i = 0; i < count; i++) {
    let from = load<i32>(cells.ptr + (<usize>i << 3));
    let to = i + 1 < count ? load<i32>(cells.ptr + (<usize>(i + 1) << 3)) : total;
    if (from >= to) continue;
    let own = cutCount;
    addCut(from, CELL_LEVEL, WHAT_NONE).address = cellAddress(i);
    if (!load<i32>(cells.ptr + (<usize>i << 3), 4)) continue;
    readMarkdownLines(from, to);
    for (let k = own + 1; k < cutCount; k++) cutAt(k).boundary = 0;
    if (cutCount > own + 1) liftHeading(own);
  }
}

/** A cell that begins with a heading is that heading's section. */
function liftHeading(own: i32): void {
  let cell = cutAt(own);
  let heading = cutAt(own + 1);
  if (heading.line != cell.line) return;
  cell.what = WHAT_HEADING;
  cell.level = heading.level;
  cell.name = heading.name;
  cell.nameLength = heading.nameLength;
  cell.endLine = heading.endLine;
  heading.what = WHAT_NONE;
  heading.level = CELL_LEVEL;
}

/** $.cells[i] */
function cellAddress(index: i32): i32 {
  address.clear();
  address.u8(36);
  address.u8(46);
  address.bytes(CELLS, 5);
  address.u8(91);
  putNumber(address, index);
  address.u8(93);
  return intern(address.ptr, address.length) + 1;
}
