import { Buffer } from '../memory/arena';
import { HASH } from '../text/characters';
import { countPoints, textPtr } from '../text/utf8';
import { chunkAt, chunkCount, emitBytes, maximumPoints, numberParts, splitBytes, trimEnd, trimStart } from './chunker';
import { putNumber, strings } from './strings';

// Chunks by their bytes, from readers of formats whose structure does not follow lines: rows of four i32 [start, end, address offset, address length].

@lazy const ROW: usize = 16;
const partAddress = changetype<Buffer>(memory.data(12));

export function spansFree(): void {
  partAddress.free();
}

export function chunkSpans(rows: usize, count: i32, names: usize): void {
  for (let i = 0; i < count; i++) {
    let row = rows + <usize>i * ROW;
    let start = load<i32>(row);
    let end = load<i32>(row, 4);
    let address = names + <usize>load<i32>(row, 8);
    let length = load<i32>(row, 12);
    let first = chunkCount;
    if (!isOverCap(start, end)) {
      emitBytes(start, end, -1);
      // Beyond the limit of chunks nothing was emitted, and the address must not be kept either.
      if (chunkCount > first) numberParts(first, strings.intern(address, length) + 1);
      continue;
    }
    splitBytes(start, end, -1);
    numberParts(first, 0);
    for (let k = first; k < chunkCount; k++) chunkAt(k).address = internPart(address, length, k - first + 1);
  }
}

function isOverCap(start: i32, end: i32): bool {
  let from = trimStart(start, end);
  return countPoints(textPtr + <usize>from, textPtr + <usize>trimEnd(from, end)) > maximumPoints();
}

/** `$.a#1`, as a number of the string table plus 1. */
function internPart(address: usize, length: i32, part: i32): i32 {
  partAddress.clear();
  partAddress.bytes(address, length);
  partAddress.u8(HASH);
  putNumber(partAddress, part);
  return strings.intern(partAddress.ptr, partAddress.length) + 1;
}
