import { Buffer, scratchMark, scratchRelease } from '../memory/arena';
import { Cut, cutAt, cutCount, cutsBegin, cutsFree, linkParents, WHAT_HEADING } from './cuts';
import { lineCount, lineEnd, lineOf, lineStart, scanLines } from '../text/lines';
import { frontMatterBegin, frontMatterFree, metaLength, metaPtr } from '../markdown/front-matter';
import { errorAt, jsonScanFree } from '../json/json-scan';
import { chunkJson, chunkJsonLines, jsonFree } from '../json/json';
import { headingTextFree } from '../markdown/heading-text';
import { labelsFree } from '../markdown/link-refs';
import { notebookFree, readNotebook } from '../json/notebook';
import { markdownFree, readMarkdown } from '../markdown/markdown';
import { chunkerBegin, chunkerFree, chunkSections, emitBytes, overflowLine, wantedChunks } from './chunker';
import { takeReaderCuts } from './reader-cuts';
import { feedTitle, rowsFree, setSourceLines, writeChunks, writeOutline } from './rows';
import { stringsBegin, stringsFree } from './strings';
import { termsBegin, termsWrite } from '../index/terms';
import { findUnderlined } from './underlined-title';
import { countPoints, freeDecoded, hiddenCount, hiddenFirst, textLength, textPtr } from '../text/utf8';

// How a text is read; numbers are known to src/kernel/chunk/reading-mode.ts.
// @ts-ignore: decorator
@lazy const MODE_TEXT: i32 = 0;
// @ts-ignore: decorator
@lazy const MODE_MARKDOWN: i32 = 1;
// @ts-ignore: decorator
@lazy const MODE_JSON: i32 = 2;
// @ts-ignore: decorator
@lazy const MODE_JSON_LENIENT: i32 = 3;
// @ts-ignore: decorator
@lazy const MODE_JSON_LINES: i32 = 4;
// @ts-ignore: decorator
@lazy const MODE_NOTEBOOK: i32 = 5;
// @ts-ignore: decorator
@lazy const MODE_CUTS: i32 = 6;
/** The whole text is one chunk, already within the cap. */
// @ts-ignore: decorator
@lazy const MODE_WHOLE: i32 = 7;

const chunksOut = changetype<Buffer>(memory.data(12));
const outlineOut = changetype<Buffer>(memory.data(12));
const termsOut = changetype<Buffer>(memory.data(12));

/** What a leaf is asked for and what came out, as u32; src/kernel/chunk/make-leaf.ts knows the places. */
// @ts-ignore: decorator
@lazy const SLOTS: usize = memory.data(128, 16);

export function leafSlots(): usize {
  return SLOTS;
}

// @ts-ignore: decorator
@inline function slot(index: i32): i32 {
  return load<i32>(SLOTS + (<usize>index << 2));
}

// @ts-ignore: decorator
@inline function setSlot(index: i32, value: i32): void {
  store<i32>(SLOTS + (<usize>index << 2), value);
}

/** Works on the text of the last `decodeText`. Everything it needs is given back before it returns, but for the three sections. */
export function leafRun(): void {
  let mark = scratchMark();
  cutsBegin();
  frontMatterBegin();
  stringsBegin();
  chunksOut.clear();
  outlineOut.clear();
  termsOut.clear();
  chunkerBegin(slot(1), slot(2), slot(3), slot(4));
  setSourceLines(<usize>slot(11), slot(12));
  setSlot(28, 0);
  scanLines();
  let sourceLineCount = lineCount;
  let hiddenLine = hiddenCount == 0 ? 0 : lineOf(hiddenFirst) + 1;
  let jsonEscapes = cutAndChunk(slot(0));
  let title = <usize>slot(6);
  let titleLength = slot(7);
  if (titleLength == 0) {
    title = metaPtr(0);
    titleLength = metaLength(0);
  }
  if (titleLength == 0) {
    let heading = firstHeading();
    if (heading != null) {
      title = heading.name;
      titleLength = heading.nameLength;
    }
  }
  let underlined = titleLength == 0 && slot(0) == MODE_TEXT ? findUnderlined() : -1;
  if (underlined >= 0) {
    title = textPtr + <usize>lineStart(underlined);
    titleLength = lineEnd(underlined) - lineStart(underlined);
  }
  setSlot(14, <i32>title);
  setSlot(15, titleLength);
  termsBegin();
  let tokens = writeChunks(chunksOut, jsonEscapes);
  feedTitle(title, titleLength);
  writeOutline(outlineOut);
  termsWrite(termsOut);
  setSlot(16, <i32>chunksOut.ptr);
  setSlot(17, chunksOut.length);
  setSlot(18, <i32>outlineOut.ptr);
  setSlot(19, outlineOut.length);
  setSlot(20, <i32>termsOut.ptr);
  setSlot(21, termsOut.length);
  setSlot(22, sourceLineCount);
  setSlot(23, tokens);
  setSlot(24, overflowLine + 1);
  setSlot(25, wantedChunks);
  setSlot(26, hiddenCount);
  setSlot(27, hiddenLine);
  scratchRelease(mark);
}

/** The first with a text. */
function firstHeading(): Cut {
  for (let i = 0; i < cutCount; i++) if (cutAt(i).what == WHAT_HEADING && cutAt(i).nameLength > 0) return cutAt(i);
  return changetype<Cut>(0);
}

/** 1 when chunks are JSON source, whose strings hold escapes. */
function cutAndChunk(mode: i32): i32 {
  if (mode == MODE_WHOLE) {
    emitBytes(0, textLength, -1);
    return 0;
  }
  if (mode >= MODE_JSON && mode <= MODE_NOTEBOOK) {
    if (mode == MODE_NOTEBOOK && readNotebook()) {
      linkParents();
      chunkSections(false);
      return 0;
    }
    if (mode == MODE_JSON_LINES ? chunkJsonLines() : chunkJson(mode == MODE_JSON_LENIENT)) return 1;
    tellJsonError();
  }
  let joinFirst = false;
  if (mode == MODE_MARKDOWN) readMarkdown();
  else if (mode == MODE_CUTS) joinFirst = takeReaderCuts(<usize>slot(8), slot(9), <usize>slot(10));
  linkParents();
  chunkSections(joinFirst);
  return 0;
}

/** 1-based line, and column in code points. */
function tellJsonError(): void {
  let line = lineCount == 0 ? 0 : lineOf(<i32>(errorAt - textPtr));
  let start = lineCount == 0 ? textPtr : textPtr + <usize>lineStart(line);
  setSlot(28, line + 1);
  setSlot(29, errorAt > start ? countPoints(start, errorAt) + 1 : 1);
}

/** Title, description and url found in front matter. */
export function leafMetaPtr(field: i32): usize {
  return metaPtr(field);
}

export function leafMetaLength(field: i32): i32 {
  return metaLength(field);
}

export function leafText(): usize {
  return textPtr;
}

export function leafTextLength(): i32 {
  return textLength;
}

/** Gives back what is kept between leaves, for a worker that goes idle. */
export function leafFree(): void {
  freeDecoded();
  frontMatterFree();
  headingTextFree();
  jsonFree();
  jsonScanFree();
  labelsFree();
  markdownFree();
  notebookFree();
  cutsFree();
  chunkerFree();
  rowsFree();
  stringsFree();
  chunksOut.free();
  outlineOut.free();
  termsOut.free();
}
