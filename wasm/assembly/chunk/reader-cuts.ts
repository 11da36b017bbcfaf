import { addCut, cutAt, cutCount, WHAT_FIELD, WHAT_HEADING, WHAT_NONE } from './cuts';
import { isBlankLine, lineCount, pointsOfLines } from '../text/lines';
import { minimumPoints, targetPoints } from './chunker';
import { strings } from './strings';
import { capName } from '../markdown/heading-text';
import { readMarkdownLines } from '../markdown/markdown';

// Cuts handed over by readers: rows of ten i32 [line, level, what, name offset, name length, end line, symbol line, form, address offset, address length],
// 1-based. A cut without a `what` has an address as its name.

@lazy const ROW: usize = 40;
// Forms of a cut.
@lazy const SOFT: i32 = 1;
@lazy const MARKDOWN: i32 = 2;

/** True when there are declarations: then what comes before the first is code like the rest. */
export function takeReaderCuts(rows: usize, count: i32, names: usize): bool {
  let declarations = false;
  let lastLine = -1;
  /** Lines below this belong to a declaration that stays whole. */
  let wholeUntil = 0;
  let wholeFrom = 0;
  let wholeLevel = 1;
  for (let i = 0; i < count; i++) {
    let row = rows + <usize>i * ROW;
    let line = clamp(load<i32>(row) - 1, 0, lineCount - 1);
    let what = load<i32>(row, 8);
    let soft = what == WHAT_FIELD || (load<i32>(row, 28) == SOFT && isSmall(row));
    // Without a boundary, the comments above stay with the text before them.
    if (soft) line = clamp(load<i32>(row, 24) - 1, line, lineCount - 1);
    if (line < lastLine) line = lastLine;
    if (lineCount == 0) continue;
    if (line >= wholeUntil && line > lastLine && !soft) separateRest(wholeFrom, wholeUntil, line, wholeLevel);
    let cut = addCut(line, clamp(load<i32>(row, 4), 1, what == WHAT_HEADING ? 6 : 255), what);
    cut.name = names + <usize>load<i32>(row, 12);
    cut.nameLength = capName(cut.name, load<i32>(row, 16));
    // Two cuts on one line: the second is a name only.
    cut.boundary = line > lastLine && line >= wholeUntil && !soft ? 1 : 0;
    // A method on the line of a field still begins a chunk.
    if (what != WHAT_FIELD) lastLine = line;
    if (what == WHAT_NONE) {
      if (cut.nameLength) cut.address = strings.intern(cut.name, cut.nameLength) + 1;
      wholeUntil = 0;
    } else {
      let address = names + <usize>load<i32>(row, 32);
      let addressLength = capName(address, load<i32>(row, 36));
      if (addressLength) cut.address = strings.intern(address, addressLength) + 1;
    }
    let endLine = load<i32>(row, 20);
    cut.endLine = clamp(endLine == 0 ? line + 1 : endLine, line + 1, lineCount);
    if (load<i32>(row, 28) == MARKDOWN) readMarkdownCell(cutCount - 1, line, cut.endLine);
    if (what <= WHAT_HEADING) continue;
    declarations = true;
    let symbolLine = load<i32>(row, 24);
    cut.symbolLine = symbolLine == 0 ? line : clamp(symbolLine - 1, line, cut.endLine - 1);
    if (cut.boundary && pointsOfLines(line, cut.endLine) <= targetPoints()) {
      wholeFrom = line;
      wholeUntil = cut.endLine;
      wholeLevel = cut.level;
    } else if (cut.boundary) wholeUntil = 0;
  }
  separateRest(wholeFrom, wholeUntil, lineCount, wholeLevel);
  return declarations;
}

/** Small constants are names of the chunk they lie in: as chunks of their own they would be a line each. */
function isSmall(row: usize): bool {
  let line = load<i32>(row) - 1;
  let endLine = clamp(load<i32>(row, 20), 0, lineCount);
  return pointsOfLines(line < 0 ? 0 : line, endLine) < minimumPoints();
}

/** Statements behind a declaration belong to its section, unless both together would be split: then they begin their own. */
function separateRest(from: i32, until: i32, next: i32, level: i32): void {
  if (until == 0 || pointsOfLines(from, next) <= targetPoints()) return;
  let at = until;
  while (at < next && isBlankLine(at)) at += 1;
  if (at < next) addCut(at, level, WHAT_NONE);
}

function clamp(value: i32, low: i32, high: i32): i32 {
  return value > high ? (high < low ? low : high) : value < low ? low : value;
}

/** Adds the headings of a cell. They begin no chunks, but a cell that begins with a heading is that heading's section. */
function readMarkdownCell(own: i32, from: i32, to: i32): void {
  readMarkdownLines(from, to);
  for (let i = own + 1; i < cutCount; i++) cutAt(i).boundary = 0;
  if (cutCount == own + 1 || cutAt(own + 1).line != from) return;
  let cell = cutAt(own);
  let heading = cutAt(own + 1);
  cell.what = WHAT_HEADING;
  heading.what = WHAT_NONE;
  let level = cell.level;
  cell.level = heading.level;
  heading.level = level;
  cell.name = heading.name;
  cell.nameLength = heading.nameLength;
  cell.endLine = heading.endLine;
}
