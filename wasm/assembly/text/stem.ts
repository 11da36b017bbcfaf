import { LOWER_A, LOWER_B, LOWER_D, LOWER_E, LOWER_G, LOWER_I, LOWER_L, LOWER_N, LOWER_O, LOWER_S, LOWER_T, LOWER_U, LOWER_W, LOWER_X, LOWER_Y, LOWER_Z, UPPER_Y } from './characters';

// Porter stemming of lower-case ASCII words, in place, equal to the `stemmer` package on npm.

// Suffix lists, longest first, because the longest one that fits decides: [suffix length, replacement length, suffix, replacement]…, 0.
// ational→ate tional→tion … logi→log
@lazy const STEP2: usize = memory.data<u8>([
  7,3,97,116,105,111,110,97,108,97,116,101,7,3,105,122,97,116,105,111,110,105,122,101,7,3,105,118,101,110,101,115,115,105,118,101,7,3,102,117,
  108,110,101,115,115,102,117,108,7,3,111,117,115,110,101,115,115,111,117,115,6,4,116,105,111,110,97,108,116,105,111,110,6,3,98,105,108,105,
  116,105,98,108,101,5,3,101,110,116,108,105,101,110,116,5,3,111,117,115,108,105,111,117,115,5,3,97,116,105,111,110,97,116,101,5,2,97,108,105,
  115,109,97,108,5,2,97,108,105,116,105,97,108,5,3,105,118,105,116,105,105,118,101,4,4,101,110,99,105,101,110,99,101,4,4,97,110,99,105,97,110,
  99,101,4,3,105,122,101,114,105,122,101,4,2,97,108,108,105,97,108,4,3,97,116,111,114,97,116,101,4,3,108,111,103,105,108,111,103,3,3,98,108,
  105,98,108,101,3,1,101,108,105,101,
  0]);
// icate→ic ative→ alize→al iciti→ic ical→ic ful→ ness→
@lazy const STEP3: usize = memory.data<u8>([
  5,2,105,99,97,116,101,105,99,5,0,97,116,105,118,101,5,2,97,108,105,122,101,97,108,5,2,105,99,105,116,105,105,99,4,2,105,99,97,108,105,99,4,0,
  110,101,115,115,3,0,102,117,108,
  0]);
// al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize, all removed
@lazy const STEP4: usize = memory.data<u8>([
  5,0,101,109,101,110,116,4,0,97,110,99,101,4,0,101,110,99,101,4,0,97,98,108,101,4,0,105,98,108,101,4,0,109,101,110,116,3,0,97,110,116,3,0,101,
  110,116,3,0,105,115,109,3,0,97,116,101,3,0,105,116,105,3,0,111,117,115,3,0,105,118,101,3,0,105,122,101,2,0,97,108,2,0,101,114,2,0,105,99,2,0,
  111,117,
  0]);

// A first `y` counts as a consonant; written as `Y` it is outside every class below.
const FIRST_Y: i32 = UPPER_Y;

let word: usize = 0;
let size: i32 = 0;
/** Result of the last `findSuffix`: the length before the suffix, and the entry found. */
let before: i32 = 0;
let entry: usize = 0;

/** `ptr` holds `length` letters a–z and has room for one more; returns the stem's length. */
export function stem(ptr: usize, length: i32): i32 {
  if (length < 3) return length;
  word = ptr;
  size = length;
  let startsWithY = at(0) == LOWER_Y;
  if (startsWithY) store<u8>(word, FIRST_Y);
  step1a();
  step1b();
  step1c();
  if (findSuffix(STEP2) && measure(before) > 0) replaceSuffix();
  if (findSuffix(STEP3) && measure(before) > 0) replaceSuffix();
  step4();
  step5();
  if (startsWithY) store<u8>(word, LOWER_Y);
  return size;
}

@inline function at(i: i32): i32 {
  return load<u8>(word + <usize>i);
}

/** Character `i` from the end, 1 being the last; 0 before the start. */
@inline function fromEnd(i: i32): i32 {
  return i > size ? 0 : at(size - i);
}

@inline function isVowel(c: i32): bool {
  return c == LOWER_A || c == LOWER_E || c == LOWER_I || c == LOWER_O || c == LOWER_U;
}

@inline function isVowelOrY(c: i32): bool {
  return isVowel(c) || c == LOWER_Y;
}

/** Length of the leading consonants: anything but aeiou, then anything but aeiouy. */
function leadingConsonants(end: i32): i32 {
  if (end == 0 || isVowel(at(0))) return 0;
  let i = 1;
  while (i < end && !isVowelOrY(at(i))) i += 1;
  return i;
}

/** Number of vowel-consonant pairs in the first `end` letters. */
function measure(end: i32): i32 {
  let i = leadingConsonants(end);
  let pairs = 0;
  while (i < end) {
    i += 1;
    while (i < end && isVowel(at(i))) i += 1;
    if (i == end) break;
    i += 1;
    while (i < end && !isVowelOrY(at(i))) i += 1;
    pairs += 1;
  }
  return pairs;
}

@inline function hasVowel(end: i32): bool {
  return leadingConsonants(end) < end;
}

/** The whole word is consonants, one vowel, one consonant other than w, x, y. */
function isShort(end: i32): bool {
  let lead = leadingConsonants(end);
  if (lead == 0 || lead + 2 != end || !isVowelOrY(at(lead))) return false;
  let last = at(end - 1);
  return !isVowelOrY(last) && last != LOWER_W && last != LOWER_X;
}

function step1a(): void {
  if (fromEnd(1) != LOWER_S) return;
  let second = fromEnd(2);
  if (second == LOWER_E) {
    if (size > 4 && fromEnd(3) == LOWER_S && fromEnd(4) == LOWER_S) {
      size -= 2;
      return;
    }
    if (size > 3 && fromEnd(3) == LOWER_I) {
      size -= 2;
      return;
    }
  }
  if (size > 2 && second != LOWER_S) size -= 1;
}

function step1b(): void {
  if (size > 3 && fromEnd(1) == LOWER_D && fromEnd(2) == LOWER_E && fromEnd(3) == LOWER_E) {
    if (measure(size - 3) > 0) size -= 1;
    return;
  }
  let cut = 0;
  if (size > 2 && fromEnd(1) == LOWER_D && fromEnd(2) == LOWER_E) cut = 2;
  else if (size > 3 && fromEnd(1) == LOWER_G && fromEnd(2) == LOWER_N && fromEnd(3) == LOWER_I) cut = 3;
  if (cut == 0 || !hasVowel(size - cut)) return;
  size -= cut;
  let last = fromEnd(1);
  let second = fromEnd(2);
  let takesE =
    (second == LOWER_A && last == LOWER_T) || (second == LOWER_B && last == LOWER_L) || (second == LOWER_I && last == LOWER_Z);
  if (takesE) append(LOWER_E);
  else if (last == second && isUndoubled(last)) size -= 1;
  else if (isShort(size)) append(LOWER_E);
}

/** Not a vowel, y, l, s or z. */
@inline function isUndoubled(c: i32): bool {
  return !isVowelOrY(c) && c != LOWER_L && c != LOWER_S && c != LOWER_Z;
}

@inline function append(c: i32): void {
  store<u8>(word + <usize>size, c);
  size += 1;
}

function step1c(): void {
  if (size > 1 && fromEnd(1) == LOWER_Y && hasVowel(size - 1)) store<u8>(word + <usize>(size - 1), LOWER_I);
}

function step4(): void {
  if (findSuffix(STEP4)) {
    if (measure(before) > 1) size = before;
    return;
  }
  if (size < 5 || fromEnd(1) != LOWER_N || fromEnd(2) != LOWER_O || fromEnd(3) != LOWER_I) return;
  let kept = fromEnd(4);
  if ((kept == LOWER_S || kept == LOWER_T) && measure(size - 3) > 1) size -= 3;
}

function step5(): void {
  if (size > 1 && fromEnd(1) == LOWER_E) {
    let pairs = measure(size - 1);
    if (pairs > 1 || (pairs == 1 && !isShort(size - 1))) size -= 1;
  }
  if (fromEnd(1) == LOWER_L && fromEnd(2) == LOWER_L && measure(size) > 1) size -= 1;
}

function findSuffix(list: usize): bool {
  let last = fromEnd(1);
  let p = list;
  while (true) {
    let length = <i32>load<u8>(p);
    if (length == 0) return false;
    if (length < size && load<u8>(p + 1 + <usize>length) == last) {
      let start = word + <usize>(size - length);
      let i = 0;
      while (i < length && load<u8>(start + i) == load<u8>(p + 2 + i)) i += 1;
      if (i == length) {
        before = size - length;
        entry = p;
        return true;
      }
    }
    p += 2 + length + <i32>load<u8>(p, 1);
  }
}

function replaceSuffix(): void {
  let from = entry + 2 + load<u8>(entry);
  let length = <i32>load<u8>(entry, 1);
  for (let i = 0; i < length; i++) store<u8>(word + <usize>(before + i), load<u8>(from + i));
  size = before + length;
}
