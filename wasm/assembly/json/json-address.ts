import { Buffer } from '../memory/arena';
import { isDigit, isLetter } from '../text/ascii';
import { capName } from '../markdown/heading-text';

// Steps of the address of a JSON value.

/** `.key` or `["odd key"]`; the key as it stands in the source, quotes included. */
export function putKey(out: Buffer, key: usize, length: i32): void {
  let quote = <i32>load<u8>(key);
  if (quote == 34 || quote == 39) {
    key += 1;
    length -= 2;
  }
  length = capName(key, length);
  if (isIdentifier(key, length)) {
    out.u8(46);
    out.bytes(key, length);
    return;
  }
  out.u8(91);
  out.u8(34);
  if (quote == 39) putEscaped(out, key, length);
  else out.bytes(key, length);
  out.u8(34);
  out.u8(93);
}

/** `[3]` */
export function putIndex(out: Buffer, index: i32): void {
  out.u8(91);
  putNumber(out, index);
  out.u8(93);
}

function putEscaped(out: Buffer, key: usize, length: i32): void {
  for (let i = 0; i < length; i++) {
    let c = <i32>load<u8>(key + <usize>i);
    if (c == 34) out.u8(92);
    out.u8(c);
  }
}

function isIdentifier(key: usize, length: i32): bool {
  if (length == 0 || isDigit(<i32>load<u8>(key))) return false;
  for (let i = 0; i < length; i++) {
    let c = <i32>load<u8>(key + <usize>i);
    if (!isLetter(c) && !isDigit(c) && c != 95 && c != 36) return false;
  }
  return true;
}

/** `[0:50]` */
export function putRange(out: Buffer, from: i32, to: i32): void {
  out.u8(91);
  putNumber(out, from);
  out.u8(58);
  putNumber(out, to);
  out.u8(93);
}

export function putNumber(out: Buffer, value: i32): void {
  let scale = 1;
  while (value / scale >= 10) scale *= 10;
  while (scale > 0) {
    out.u8(48 + (value / scale) % 10);
    scale /= 10;
  }
}
