import { Buffer, scratchMark, scratchRelease } from '../memory/arena';
import { Cut, cutAt, cutCount, cutsBegin, cutsFree, linkParents, WHAT_HEADING } from './cuts';
import { lineCount, lineEnd, lineOf, lineStart, scanLines } from '../text/lines';
import { frontMatterBegin, frontMatterFree, metaLength, metaPtr } from '../markdown/front-matter';
import { headingTextFree } from '../markdown/heading-text';
import { labelsFree } from '../markdown/link-refs';
import { markdownFree, readMarkdown } from '../markdown/markdown';
import { chunkerBegin, chunkerFree, chunkSections, emitBytes, overflowLine, wantedChunks } from './chunker';
import { takeReaderCuts } from './reader-cuts';
import { chunkSpans, spansFree } from './reader-spans';
import { feedNames, feedTitle, keepPlaces, outerLine, rowsFree, setSourceLines, writeChunks, writeOutline } from './rows';
import { strings, stringsBegin } from './strings';
import { termsBegin, termsWrite } from '../index/terms';
import { findUnderlined } from './underlined-title';
import { freeDecoded, hiddenCount, hiddenFirst, textLength, textPtr } from '../text/utf8';

// How a text is read; numbers are known to src/kernel/chunk/make-leaf.ts.
@lazy const MODE_TEXT: i32 = 0;
@lazy const MODE_MARKDOWN: i32 = 1;
@lazy const MODE_CUTS: i32 = 2;
/** JSON source. */
@lazy const MODE_SPANS: i32 = 3;
/** The whole text is one chunk, already within the cap. */
@lazy const MODE_WHOLE: i32 = 4;
@lazy const MODE_MDX: i32 = 5;

const chunksOut = changetype<Buffer>(memory.data(12));
const outlineOut = changetype<Buffer>(memory.data(12));
const termsOut = changetype<Buffer>(memory.data(12));

/** Inputs and outputs of a leaf, as u32; src/kernel/chunk/make-leaf.ts has the offsets. */
@lazy const SLOTS: usize = memory.data(144, 16);

export function leafSlots(): usize {
  return SLOTS;
}

@inline function slot(index: i32): i32 {
  return load<i32>(SLOTS + (<usize>index << 2));
}

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
  keepPlaces(slot(13) != 0);
  scanLines();
  cutAndChunk(slot(0));
  let title = <usize>slot(6);
  let titleLength = slot(7);
  if (titleLength == 0) {
    title = metaPtr(0);
    titleLength = metaLength(0);
  }
  let heading = firstTopHeading();
  if (titleLength == 0 && heading != null) {
    title = heading.name;
    titleLength = heading.nameLength;
  }
  let underlined = titleLength == 0 && slot(0) == MODE_TEXT ? findUnderlined() : -1;
  if (underlined >= 0) {
    title = textPtr + <usize>lineStart(underlined);
    titleLength = lineEnd(underlined) - lineStart(underlined);
  }
  if (titleLength == 0) {
    title = <usize>slot(28);
    titleLength = slot(29);
  }
  setSlot(14, <i32>title);
  setSlot(15, titleLength);
  termsBegin();
  let tokens = writeChunks(chunksOut, slot(0) == MODE_SPANS ? 1 : 0);
  feedTitle(title, titleLength, heading);
  feedNames(<usize>slot(30), slot(31), false);
  feedNames(<usize>slot(32), slot(33), true);
  writeOutline(outlineOut);
  termsWrite(termsOut);
  setSlot(16, <i32>chunksOut.ptr);
  setSlot(17, chunksOut.length);
  setSlot(18, <i32>outlineOut.ptr);
  setSlot(19, outlineOut.length);
  setSlot(20, <i32>termsOut.ptr);
  setSlot(21, termsOut.length);
  setSlot(22, lineCount);
  setSlot(23, tokens);
  setSlot(24, overflowLine + 1);
  setSlot(25, wantedChunks);
  setSlot(26, hiddenCount);
  setSlot(27, hiddenCount == 0 ? 0 : outerLine(lineOf(hiddenFirst)));
  scratchRelease(mark);
}

/** The first heading of level one that has a text. */
function firstTopHeading(): Cut {
  for (let i = 0; i < cutCount; i++) {
    let cut = cutAt(i);
    if (cut.what == WHAT_HEADING && cut.level == 1 && cut.nameLength > 0) return cut;
  }
  return changetype<Cut>(0);
}

function cutAndChunk(mode: i32): void {
  if (mode == MODE_WHOLE) {
    emitBytes(0, textLength, -1);
    return;
  }
  if (mode == MODE_SPANS) {
    chunkSpans(<usize>slot(8), slot(9), <usize>slot(10));
    return;
  }
  let joinFirst = false;
  if (mode == MODE_MARKDOWN || mode == MODE_MDX) readMarkdown(mode == MODE_MDX);
  else if (mode == MODE_CUTS) joinFirst = takeReaderCuts(<usize>slot(8), slot(9), <usize>slot(10));
  linkParents();
  chunkSections(joinFirst);
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
  labelsFree();
  markdownFree();
  cutsFree();
  chunkerFree();
  rowsFree();
  spansFree();
  strings.free();
  chunksOut.free();
  outlineOut.free();
  termsOut.free();
}
