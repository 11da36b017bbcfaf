import { addCut, cutCount, WHAT_HEADING } from '../chunk/cuts';
import { Buffer, scratchAlloc } from '../memory/arena';
import { isDigit, isSpaceOrTab, isWhite } from '../text/ascii';
import { ASTERISK, BACKTICK, BRACKET_OPEN, DOT, EQUALS, GREATER, HASH, HYPHEN, LESS, LF, PAREN_CLOSE, PLUS, SPACE, TAB, TILDE, UNDERSCORE } from '../text/characters';
import { addLineFlag, LINE_IN_FENCE, lineCount, lineEnd, lineStart } from '../text/lines';
import { textPtr } from '../text/utf8';
import { isOne, isPlainStart, isThematicBreak } from './block-starts';
import { readFrontMatter } from './front-matter';
import { endsHtmlBlock, htmlBlockKind } from './html-tags';
import { labelsBegin, takeDefinition } from './link-refs';
import { findModuleEnd } from './mdx-module';
import { nameHeadings } from './name-headings';

// CommonMark's block structure, as far as it decides where document-level headings and fences are. One pass over the lines; open containers
// (block quotes, list items) on a stack, one open leaf block.

@lazy const NONE: i32 = 0;
@lazy const PARAGRAPH: i32 = 1;
@lazy const FENCE: i32 = 2;
@lazy const HTML: i32 = 3;
@lazy const INDENTED: i32 = 4;

/** Deeper markers are text: a blank line visits every open item, so without a bound one line of `- - - …` makes all later ones slow. */
@lazy const MAX_DEPTH: i32 = 64;
/** Per container: [columns of a list item's content or 0 for a block quote, has a child]. */
@lazy const CONTAINERS: usize = memory.data(512, 4);

let depth: i32 = 0;
let leaf: i32 = 0;
let fenceChar: i32 = 0;
let fenceLength: i32 = 0;
let htmlKind: i32 = 0;
let paragraphLine: i32 = 0;
/** The paragraph begins with `[`: its lines are kept, because it may hold link definitions. */
let paragraphKept: bool = false;
const paragraph = changetype<Buffer>(memory.data(12));

// The line being read.
let at: usize = 0;
let end: usize = 0;
let column: i32 = 0;
let partTab: bool = false;
let nonspace: usize = 0;
let indent: i32 = 0;
let blank: bool = false;
let matched: i32 = 0;
let allClosed: bool = false;
let inParagraph: bool = false;

export function markdownFree(): void {
  paragraph.free();
}

/** The text is MDX: imports and exports are code. */
let isMdx: bool = false;

/** Adds a cut per document-level heading and marks the lines inside fences. */
export function readMarkdown(mdx: bool): void {
  isMdx = mdx;
  readMarkdownLines(readFrontMatter(), lineCount);
  isMdx = false;
}

/** The same for a document that is some lines of the text. */
export function readMarkdownLines(from: i32, to: i32): void {
  depth = 0;
  leaf = NONE;
  labelsBegin();
  let firstCut = cutCount;
  for (let line = from; line < to; line++) {
    at = textPtr + <usize>lineStart(line);
    end = textPtr + <usize>lineEnd(line);
    if (isMdx && depth == 0 && leaf == NONE) {
      let moduleEnd = findModuleEnd(line, to);
      if (moduleEnd > line) {
        for (let own = line + 1; own < moduleEnd; own++) addLineFlag(own, LINE_IN_FENCE);
        line = moduleEnd - 1;
        continue;
      }
    }
    if (depth == 0 && leaf <= PARAGRAPH && at < end && isPlainStart(<i32>load<u8>(at))) {
      // Most lines: text at the margin.
      nonspace = at;
      addParagraphLine(line, leaf == PARAGRAPH);
    } else readLine(line);
  }
  closeLeaf();
  nameHeadings(firstCut);
}

function findNonspace(): void {
  let to = at;
  let columns = column;
  while (to < end) {
    let c = <i32>load<u8>(to);
    if (c == SPACE) columns += 1;
    else if (c == TAB) columns += 4 - (columns & 3);
    else break;
    to += 1;
  }
  nonspace = to;
  indent = columns - column;
  blank = to >= end;
}

function toNonspace(): void {
  at = nonspace;
  column += indent;
  partTab = false;
}

/** Moves over columns; a tab may be used in part. */
function skipColumns(count: i32): void {
  while (count > 0 && at < end) {
    if (load<u8>(at) == TAB) {
      let width = 4 - (column & 3);
      partTab = width > count;
      let step = width < count ? width : count;
      column += step;
      if (!partTab) at += 1;
      count -= step;
    } else {
      partTab = false;
      at += 1;
      column += 1;
      count -= 1;
    }
  }
}

function readLine(line: i32): void {
  column = 0;
  partTab = false;
  matched = 0;
  while (matched < depth && matchContainer(matched)) matched += 1;
  findNonspace();
  inParagraph = false;
  if (matched == depth) {
    if (leaf == FENCE) {
      readFenceLine(line);
      return;
    }
    if (leaf == HTML && !(blank && htmlKind >= 6)) {
      if (htmlKind <= 5 && endsHtmlBlock(htmlKind, at, end)) leaf = NONE;
      return;
    }
    if (leaf == INDENTED && (indent >= 4 || blank)) return;
    inParagraph = leaf == PARAGRAPH && !blank;
    allClosed = leaf == NONE || inParagraph;
  } else allClosed = false;
  if (startBlocks(line)) return;
  if (!allClosed && !blank && leaf == PARAGRAPH) {
    addParagraphLine(line, true);
    return;
  }
  if (inParagraph) {
    addParagraphLine(line, true);
    return;
  }
  closeUnmatched();
  if (!blank) addParagraphLine(line, false);
}

function matchContainer(index: i32): bool {
  findNonspace();
  let container = CONTAINERS + (<usize>index << 3);
  let need = load<i32>(container);
  if (need == 0) {
    if (indent > 3 || blank || load<u8>(nonspace) != GREATER) return false;
    takeQuoteMark();
    return true;
  }
  if (blank) {
    if (!load<i32>(container, 4)) return false;
    toNonspace();
    return true;
  }
  if (indent < need) return false;
  skipColumns(need);
  return true;
}

function takeQuoteMark(): void {
  toNonspace();
  at += 1;
  column += 1;
  if (at < end && isSpaceOrTab(<i32>load<u8>(at))) skipColumns(1);
}

function readFenceLine(line: i32): void {
  addLineFlag(line, LINE_IN_FENCE);
  if (indent > 3 || blank || <i32>load<u8>(nonspace) != fenceChar) return;
  let to = nonspace;
  while (to < end && <i32>load<u8>(to) == fenceChar) to += 1;
  if (<i32>(to - nonspace) < fenceLength) return;
  while (to < end && isSpaceOrTab(<i32>load<u8>(to))) to += 1;
  if (to >= end) leaf = NONE;
}

function closeLeaf(): void {
  if (leaf == PARAGRAPH && paragraphKept) takeDefinitions();
  leaf = NONE;
}

/** Closes what this line did not continue. */
function closeUnmatched(): void {
  if (!allClosed || inParagraph) closeLeaf();
  depth = matched;
  allClosed = true;
  inParagraph = false;
}

function markChild(): void {
  if (depth > 0) store<i32>(CONTAINERS + (<usize>(depth - 1) << 3), 1, 4);
}

function addParagraphLine(line: i32, continues: bool): void {
  if (!continues) {
    markChild();
    leaf = PARAGRAPH;
    paragraphLine = line;
    paragraphKept = load<u8>(nonspace) == BRACKET_OPEN;
    paragraph.clear();
  }
  if (!paragraphKept) return;
  paragraph.bytes(nonspace, <i32>(end - nonspace));
  paragraph.u8(LF);
}

/** Removes link definitions from the front of the kept paragraph; returns where the rest begins. */
function takeDefinitions(): i32 {
  let from = paragraph.ptr;
  let to = from + <usize>paragraph.length;
  while (from < to && load<u8>(from) == BRACKET_OPEN) {
    let behind = takeDefinition(from, to);
    if (behind == 0) break;
    from = behind;
  }
  return <i32>(from - paragraph.ptr);
}

/** True when the line is used up by a leaf block. */
function startBlocks(line: i32): bool {
  while (true) {
    findNonspace();
    if (blank) return false;
    if (indent >= 4) {
      // Text so far to the right continues an open paragraph, even one of an unmatched container.
      if (leaf == PARAGRAPH && (inParagraph || !allClosed)) return false;
      closeUnmatched();
      markChild();
      leaf = INDENTED;
      return true;
    }
    let c = <i32>load<u8>(nonspace);
    if (c == GREATER) {
      if (matched >= MAX_DEPTH) return false;
      closeUnmatched();
      takeQuoteMark();
      openContainer(0);
      continue;
    }
    if (c == HASH && startAtx(line)) return true;
    if ((c == BACKTICK || c == TILDE) && startFence(c)) return true;
    if (c == LESS && startHtml()) return true;
    if (inParagraph && (c == EQUALS || c == HYPHEN) && startSetext(line, c)) return true;
    if ((c == ASTERISK || c == UNDERSCORE || c == HYPHEN) && isThematicBreak(nonspace, end, c)) {
      closeUnmatched();
      markChild();
      return true;
    }
    if ((c == ASTERISK || c == PLUS || c == HYPHEN || isDigit(c)) && startItem()) continue;
    return false;
  }
}

function openContainer(need: i32): void {
  markChild();
  let container = CONTAINERS + (<usize>depth << 3);
  store<i32>(container, need);
  store<i32>(container, 0, 4);
  depth += 1;
  matched = depth;
}

function startAtx(line: i32): bool {
  let to = nonspace;
  while (to < end && load<u8>(to) == HASH) to += 1;
  let level = <i32>(to - nonspace);
  if (level > 6 || (to < end && !isSpaceOrTab(<i32>load<u8>(to)))) return false;
  closeUnmatched();
  markChild();
  if (depth > 0) return true;
  let last = end;
  while (last > to && isSpaceOrTab(<i32>load<u8>(last - 1))) last -= 1;
  let closing = last;
  while (closing > to && load<u8>(closing - 1) == HASH) closing -= 1;
  if (closing == to || isSpaceOrTab(<i32>load<u8>(closing - 1))) last = closing;
  let cut = addCut(line, level, WHAT_HEADING);
  cut.name = to;
  cut.nameLength = <i32>(last - to);
  return true;
}

function startFence(c: i32): bool {
  let to = nonspace;
  while (to < end && <i32>load<u8>(to) == c) to += 1;
  if (to - nonspace < 3) return false;
  if (c == BACKTICK) {
    let rest = to;
    while (rest < end) {
      if (load<u8>(rest) == BACKTICK) return false;
      rest += 1;
    }
  }
  closeUnmatched();
  markChild();
  leaf = FENCE;
  fenceChar = c;
  fenceLength = <i32>(to - nonspace);
  return true;
}

function startHtml(): bool {
  let mayBeLazy = !allClosed && leaf == PARAGRAPH;
  let kind = htmlBlockKind(nonspace, end, !inParagraph && !mayBeLazy);
  if (kind == 0) return false;
  closeUnmatched();
  markChild();
  leaf = kind <= 5 && endsHtmlBlock(kind, nonspace, end) ? NONE : HTML;
  htmlKind = kind;
  return true;
}

/** The underline of a paragraph. A paragraph that contains only link definitions does not become a heading. */
function startSetext(line: i32, c: i32): bool {
  let to = nonspace;
  while (to < end && <i32>load<u8>(to) == c) to += 1;
  while (to < end && isSpaceOrTab(<i32>load<u8>(to))) to += 1;
  if (to < end) return false;
  let name = textPtr + <usize>lineStart(paragraphLine);
  let nameLength = lineEnd(line - 1) - lineStart(paragraphLine);
  if (paragraphKept) {
    let from = takeDefinitions();
    if (from >= paragraph.length) {
      paragraph.clear();
      return false;
    }
    nameLength = paragraph.length - from;
    name = scratchAlloc(<usize>nameLength);
    memory.copy(name, paragraph.ptr + <usize>from, <usize>nameLength);
  }
  leaf = NONE;
  if (depth > 0) return true;
  let cut = addCut(paragraphLine, c == EQUALS ? 1 : 2, WHAT_HEADING);
  cut.name = name;
  cut.nameLength = nameLength;
  cut.endLine = line + 1;
  return true;
}

function startItem(): bool {
  let to = nonspace;
  let c = <i32>load<u8>(to);
  if (isDigit(c)) {
    while (to < end && isDigit(<i32>load<u8>(to)) && to - nonspace < 9) to += 1;
    if (to >= end || (load<u8>(to) != DOT && load<u8>(to) != PAREN_CLOSE)) return false;
    // Only a list that begins with 1 interrupts a paragraph.
    if (inParagraph && !isOne(nonspace, to)) return false;
  }
  to += 1;
  if (to < end && !isSpaceOrTab(<i32>load<u8>(to))) return false;
  if (inParagraph) {
    let rest = to;
    while (rest < end && isWhite(<i32>load<u8>(rest))) rest += 1;
    if (rest >= end) return false;
  }
  if (matched >= MAX_DEPTH) return false;
  let need = indent + <i32>(to - nonspace);
  closeUnmatched();
  toNonspace();
  column += <i32>(to - at);
  at = to;
  let startColumn = column;
  let startAt = at;
  do {
    skipColumns(1);
  } while (column - startColumn < 5 && at < end && isSpaceOrTab(<i32>load<u8>(at)));
  let spaces = column - startColumn;
  if (spaces >= 5 || spaces < 1 || at >= end) {
    need += 1;
    column = startColumn;
    at = startAt;
    partTab = false;
    if (at < end && isSpaceOrTab(<i32>load<u8>(at))) skipColumns(1);
  } else need += spaces;
  openContainer(need);
  return true;
}
