// Imports and exports of MDX, as blocks of lines.
import { APOSTROPHE, BACKSLASH, BACKTICK, BRACE_CLOSE, BRACE_OPEN, BRACKET_CLOSE, BRACKET_OPEN, HYPHEN, PAREN_CLOSE, PAREN_OPEN, QUOTE, SPACE } from '../text/characters';
import { isBlankLine, lineEnd, lineStart } from '../text/lines';
import { textPtr } from '../text/utf8';
import { isThematicBreak } from './block-starts';

/** Longer exports are read as text from their first blank line on, so that a bracket left open does not hide a file. */
const MAX_LINES: i32 = 1000;

/** Returns the line after the imports and exports that begin at `line`, or `line` if it begins none. They end at a blank line outside brackets. */
export function findModuleEnd(line: i32, to: i32): i32 {
  if (!beginsModule(line)) return line;
  let firstBlank = to;
  let last = min(to, line + MAX_LINES);
  depth = 0;
  quote = 0;
  for (let i = line; i < last; i++) {
    if (isBlankLine(i)) {
      if (depth <= 0 && quote == 0) return i;
      firstBlank = min(firstBlank, i);
    } else if (depth <= 0 && quote == 0 && isThematicBreak(startOf(i), endOf(i), HYPHEN)) return i;
    else readBrackets(i);
  }
  return depth <= 0 && quote == 0 && last == to ? to : firstBlank;
}

let depth: i32 = 0;
/** Open quote; 0 outside of strings. */
let quote: i32 = 0;

@lazy const IMPORT: usize = memory.data<u8>([0x69, 0x6d, 0x70, 0x6f, 0x72, 0x74]);
@lazy const EXPORT: usize = memory.data<u8>([0x65, 0x78, 0x70, 0x6f, 0x72, 0x74]);
const WORD: i32 = 6;

@inline function startOf(line: i32): usize {
  return textPtr + <usize>lineStart(line);
}

@inline function endOf(line: i32): usize {
  return textPtr + <usize>lineEnd(line);
}

function beginsModule(line: i32): bool {
  let at = startOf(line);
  if (endOf(line) - at <= <usize>WORD || load<u8>(at, 6) != SPACE) return false;
  return memory.compare(at, IMPORT, WORD) == 0 || memory.compare(at, EXPORT, WORD) == 0;
}

/** Quotes other than backticks end with their line. */
function readBrackets(line: i32): void {
  let end = endOf(line);
  for (let p = startOf(line); p < end; p++) {
    let c = <i32>load<u8>(p);
    if (c == BACKSLASH) p += 1;
    else if (quote != 0) quote = c == quote ? 0 : quote;
    else if (c == QUOTE || c == APOSTROPHE || c == BACKTICK) quote = c;
    else if (c == BRACE_OPEN || c == PAREN_OPEN || c == BRACKET_OPEN) depth += 1;
    else if (c == BRACE_CLOSE || c == PAREN_CLOSE || c == BRACKET_CLOSE) depth -= 1;
  }
  if (quote != BACKTICK) quote = 0;
}
