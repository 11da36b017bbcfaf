// The same analysis as for text, for words of queries, snippets and slugs.
import { Buffer } from '../memory/arena';
import { stemPlain } from '../index/merge';
import { classOf, FORM, formEnd, formLength, formStart, latinOf, nextForm, SEPARATOR } from '../text/tokenize';
import { CLASS_BIGRAM } from '../text/generated/unicode';
import { isDigit, isLetter } from '../text/ascii';
import { HYPHEN } from '../text/characters';

@lazy const out: Buffer = changetype<Buffer>(memory.data(12, 16));

export function analyzed(): usize {
  return out.ptr;
}

/**
 * Forms of a text as [start, end, length (u32 each), bytes padded to 4]…; returns the size of `analyzed`. With beginnings (of two bytes each,
 * the second 0 where there is one), only forms that begin with one of them, or have a part that does.
 */
export function analyzeForms(ptr: usize, length: i32, beginnings: usize, count: i32): i32 {
  out.clear();
  let end = ptr + <usize>length;
  for (let p = ptr; p < end; ) {
    p = nextForm(p, end);
    if (formLength == 0) break;
    if (count > 0 && !beginsLike(beginnings, count)) continue;
    out.u32(<i32>(formStart - ptr));
    out.u32(<i32>(formEnd - ptr));
    out.u32(formLength);
    out.bytes(FORM, formLength);
    while ((out.length & 3) != 0) out.u8(0);
  }
  return out.length;
}

/** Looks at the form, and at what follows each separator of its parts. Between the two bytes there may be one. */
function beginsLike(beginnings: usize, count: i32): bool {
  let end = FORM + <usize>formLength;
  let isBeginning = true;
  for (let at = FORM; at < end; at++) {
    let byte = <u32>load<u8>(at);
    if (isBeginning) {
      let next: u32 = at + 1 < end ? load<u8>(at + 1) : 0;
      if (next == SEPARATOR && at + 2 < end) next = load<u8>(at + 2);
      for (let i = 0; i < count; i++) {
        let pair = <u32>load<u16>(beginnings + (<usize>i << 1));
        if ((pair & 255) == byte && (pair >>> 8 == 0 || pair >>> 8 == next)) return true;
      }
    }
    isBeginning = byte == SEPARATOR;
  }
  return false;
}

/** The stem of a folded plain word as bytes; returns its length. */
export function analyzeStem(ptr: usize, length: i32): i32 {
  out.clear();
  let to = out.reserve(length + 1);
  memory.copy(to, ptr, <usize>length);
  let stemmed = stemPlain(to, length);
  out.length = stemmed < 0 ? length : stemmed;
  return out.length;
}

/** Keeps ASCII letters and digits, transliterates Latin ones, writes `-` for the rest; returns the length. */
export function analyzeAscii(ptr: usize, length: i32): i32 {
  out.clear();
  let end = ptr + <usize>length;
  while (ptr < end) {
    let c = <u32>load<u8>(ptr);
    let more: usize = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
    let cp = more == 0 ? c : c & (0x3f >>> <u32>more);
    for (let i: usize = 1; i <= more; i++) cp = (cp << 6) | (<u32>load<u8>(ptr + i) & 0x3f);
    ptr += 1 + more;
    appendAscii(cp);
  }
  return out.length;
}

function appendAscii(cp: u32): void {
  if (cp < 0x80) {
    out.u8(isLetter(<i32>cp) || isDigit(<i32>cp) ? cp : HYPHEN);
    return;
  }
  // A combining diacritic belongs to the letter before it.
  if (cp >= 0x300 && cp <= 0x36f) return;
  let ascii = latinOf(cp);
  if (ascii == 0) out.u8(HYPHEN);
  for (; ascii != 0; ascii >>>= 8) out.u8(ascii & 255);
}

/** Whether the first character belongs to a script that is cut into pairs. */
export function isBigramStart(cp: u32): bool {
  return classOf(cp) == CLASS_BIGRAM;
}
