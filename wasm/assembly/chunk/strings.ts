import { Buffer } from '../memory/arena';
import { RECORD_HEAD, Table } from '../memory/hash-table';
import { DIGIT_0 } from '../text/characters';

/** The local string table of a leaf: each distinct string once. */
@lazy export const strings: Table = changetype<Table>(memory.data(40, 16));

export function stringsBegin(): void {
  strings.open(RECORD_HEAD, 256);
}

/** Appends number and texts, each with its length. */
export function writeStrings(out: Buffer): void {
  out.varint(strings.count);
  for (let id = 0; id < strings.count; id++) {
    out.varint(strings.lengthOf(id));
    out.bytes(strings.textOf(id), strings.lengthOf(id));
  }
}

/** Appends a number in decimal. */
export function putNumber(out: Buffer, value: i32): void {
  let scale = 1;
  while (value / scale >= 10) scale *= 10;
  while (scale > 0) {
    out.u8(DIGIT_0 + (value / scale) % 10);
    scale /= 10;
  }
}
