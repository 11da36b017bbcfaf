import { addCut, WHAT_HEADING, WHAT_NONE } from './cuts';
import { isBlankLine, lineCount, pointsOfLines } from '../text/lines';
import { targetPoints } from './chunker';
import { capName } from '../markdown/heading-text';

// Cuts handed over by readers of HTML and code: rows of seven i32 [line, level, what, name offset, name length, end line, symbol line], 1-based.

// @ts-ignore: decorator
@lazy const ROW: usize = 28;

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
    if (line < lastLine) line = lastLine;
    if (lineCount == 0) continue;
    if (line >= wholeUntil && line > lastLine) separateRest(wholeFrom, wholeUntil, line, wholeLevel);
    let cut = addCut(line, clamp(load<i32>(row, 4), 1, what == WHAT_HEADING ? 6 : 255), what);
    cut.name = names + <usize>load<i32>(row, 12);
    cut.nameLength = capName(cut.name, load<i32>(row, 16));
    // Two cuts on one line: the second is a name only.
    cut.boundary = line > lastLine && line >= wholeUntil ? 1 : 0;
    lastLine = line;
    if (what == WHAT_HEADING) continue;
    declarations = true;
    let endLine = load<i32>(row, 20);
    cut.endLine = clamp(endLine == 0 ? line + 1 : endLine, line + 1, lineCount);
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
