import { BRACE_OPEN, BRACKET_OPEN, CASE_BIT, COLON, DIGIT_0, EXCLAMATION, LOWER_A, SPACE, TAB, UPPER_A } from './characters';

// Classes of ASCII characters as CommonMark uses them.

@inline export function isDigit(c: i32): bool {
  return <u32>(c - DIGIT_0) <= 9;
}

@inline export function isLetter(c: i32): bool {
  return <u32>((c | CASE_BIT) - LOWER_A) <= 25;
}

@inline export function isSpaceOrTab(c: i32): bool {
  return c == SPACE || c == TAB;
}

/** Space, tab, LF, VT, FF, CR. */
@inline export function isWhite(c: i32): bool {
  return c == SPACE || <u32>(c - TAB) <= 4;
}

@inline export function isPunctuation(c: i32): bool {
  return <u32>(c - EXCLAMATION) <= 14 || <u32>(c - COLON) <= 6 || <u32>(c - BRACKET_OPEN) <= 5 || <u32>(c - BRACE_OPEN) <= 3;
}

@inline export function isUpper(c: i32): bool {
  return <u32>(c - UPPER_A) <= 25;
}
