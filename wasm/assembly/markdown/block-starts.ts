import { isSpaceOrTab } from '../text/ascii';
import { AT_SIGN, BACKTICK, COLON, COMMA, DIGIT_0, DIGIT_1, DOLLAR, DOT, EXCLAMATION, PAREN_CLOSE, QUESTION, QUOTE, SEMICOLON, SLASH, TILDE, UNDERSCORE, UPPER_A } from '../text/characters';

// Checks of how a line of Markdown begins that need only its bytes.

/** No block begins with this character. */
@inline export function isPlainStart(c: i32): bool {
  if (c >= UPPER_A) return c != UNDERSCORE && c != BACKTICK && c != TILDE;
  return c == EXCLAMATION || c == QUOTE || (c >= DOLLAR && c <= PAREN_CLOSE) || c == COMMA || c == DOT || c == SLASH || c == COLON || c == SEMICOLON || c == QUESTION || c == AT_SIGN;
}

/** Three or more of one character and nothing else but white space. */
export function isThematicBreak(from: usize, end: usize, c: i32): bool {
  let count = 0;
  for (let p = from; p < end; p++) {
    let b = <i32>load<u8>(p);
    if (b == c) count += 1;
    else if (!isSpaceOrTab(b)) return false;
  }
  return count >= 3;
}

/** The value, not the spelling: `01.` counts as one. */
export function isOne(from: usize, to: usize): bool {
  while (from + 1 < to && load<u8>(from) == DIGIT_0) from += 1;
  return from + 1 == to && load<u8>(from) == DIGIT_1;
}
