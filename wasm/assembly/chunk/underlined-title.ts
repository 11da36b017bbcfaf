import { isBlankLine, lineCount, lineEnd, lineStart } from '../text/lines';
import { textPtr } from '../text/utf8';
import { ASTERISK, CARET, EQUALS, HASH, HYPHEN, SPACE, TILDE } from '../text/characters';

// The title of a plain text is the first line that is underlined. Only its beginning is looked at.
@lazy const MAX_LINES: i32 = 64;
@lazy const MAX_BYTES: i32 = 200;
@lazy const MIN_UNDERLINE: i32 = 3;

/** The line of the title, or -1. */
export function findUnderlined(): i32 {
  let last = lineCount - 1 < MAX_LINES ? lineCount - 1 : MAX_LINES;
  for (let line = 0; line < last; line++) {
    if (isTitle(line) && isUnderline(line + 1)) return line;
  }
  return -1;
}

/** Begins with what is no blank and no underline. */
function isTitle(line: i32): bool {
  if (isBlankLine(line) || lineEnd(line) - lineStart(line) > MAX_BYTES) return false;
  let first = <i32>load<u8>(textPtr + <usize>lineStart(line));
  return first > SPACE && !isMark(first);
}

/** Three or more of one mark. */
function isUnderline(line: i32): bool {
  let p = textPtr + <usize>lineStart(line);
  let end = textPtr + <usize>lineEnd(line);
  while (end > p && load<u8>(end - 1) == SPACE) end -= 1;
  let mark = load<u8>(p);
  if (end - p < <usize>MIN_UNDERLINE || !isMark(mark)) return false;
  for (; p < end; p++) if (load<u8>(p) != mark) return false;
  return true;
}

// = - ~ * # ^
@inline function isMark(c: i32): bool {
  return c == EQUALS || c == HYPHEN || c == TILDE || c == ASTERISK || c == HASH || c == CARET;
}
