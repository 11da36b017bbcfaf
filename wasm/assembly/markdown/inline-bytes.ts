import { isDigit, isLetter, isPunctuation } from '../text/ascii';
import { AT_SIGN, BACKSLASH, BRACKET_CLOSE, BRACKET_OPEN, COLON, COMMA, DOT, HYPHEN, PAREN_CLOSE, PAREN_OPEN, PLUS, QUOTE, SEMICOLON } from '../text/characters';

// Checks of inline Markdown that need only bytes and code points.

/** scheme:… or name@host */
export function isAutolink(from: usize, to: usize): bool {
  if (from >= to) return false;
  let at = from;
  if (isLetter(<i32>load<u8>(at))) {
    while (at < to && isSchemeByte(<i32>load<u8>(at))) at += 1;
    if (at < to && load<u8>(at) == COLON && at - from >= 2 && at - from <= 32) return true;
  }
  at = from;
  let sign: usize = 0;
  while (at < to) {
    let c = <i32>load<u8>(at);
    if (c == AT_SIGN) {
      if (sign || at == from) return false;
      sign = at;
    } else if (sign) {
      if (!(isLetter(c) || isDigit(c) || c == HYPHEN || c == DOT)) return false;
    } else if (!(isLetter(c) || isDigit(c) || (isPunctuation(c) && c != BACKSLASH && c != PAREN_OPEN && c != PAREN_CLOSE && c != COMMA && c != COLON && c != SEMICOLON && c != BRACKET_OPEN && c != BRACKET_CLOSE && c != QUOTE))) return false;
    at += 1;
  }
  return sign != 0 && sign + 1 < to;
}

function isSchemeByte(c: i32): bool {
  return isLetter(c) || isDigit(c) || c == PLUS || c == HYPHEN || c == DOT;
}

/** Punctuation and symbols: ASCII exactly, beyond it by block. */
export function isMark(point: i32): bool {
  if (point < 0x80) return isPunctuation(point);
  if (point < 0xc0) return point >= 0xa1 && point != 0xaa && point != 0xb2 && point != 0xb3 && point != 0xb5 && point != 0xb9 && point != 0xba && !(point >= 0xbc && point <= 0xbe) && point != 0xad;
  if (point < 0x2010) return point == 0xd7 || point == 0xf7 || point == 0x37e || point == 0x387 || (point >= 0x55a && point <= 0x55f) || point == 0x589 || point == 0x5be || point == 0x60c || point == 0x61b || point == 0x61f || point == 0x964 || point == 0x965;
  if (point < 0x2c00) return !(point >= 0x2070 && point <= 0x209c && point != 0x207a && point != 0x208a) && !(point >= 0x2460 && point <= 0x249b) && !(point >= 0x2150 && point <= 0x218b) && !(point >= 0x2060 && point <= 0x206f);
  if (point < 0x3100) return (point >= 0x2e00 && point <= 0x2fff) || (point >= 0x3001 && point <= 0x3004) || (point >= 0x3008 && point <= 0x3020) || point == 0x3030 || point == 0x30fb || point == 0x30a0;
  if (point >= 0xfe10 && point <= 0xfe6f) return !(point >= 0xfe20 && point <= 0xfe2f);
  if (point >= 0xff01 && point <= 0xff65) return !(point >= 0xff10 && point <= 0xff19) && !(point >= 0xff21 && point <= 0xff3a) && !(point >= 0xff41 && point <= 0xff5a);
  return point >= 0x1f000 && point <= 0x1faff && !(point >= 0x1f100 && point <= 0x1f10c);
}
