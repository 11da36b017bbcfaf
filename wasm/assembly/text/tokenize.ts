import { isDigit, isLetter, isUpper } from './ascii';
import { CASE_BIT, HYPHEN, LOWER_S, SPACE, UNDERSCORE } from './characters';
import { putUtf8 } from './utf8';

// Text to surface forms. A form is a folded word; in an identifier, byte 1 separates the parts ("get\1user\1name").
// Forms are the keys of leaves, so this file is part of the index format.
import {
  CLASS_BIGRAM, CLASS_BLOCKS, CLASS_DIGIT, CLASS_INDEX, CLASS_LETTER, CLASS_LIMIT, CLASS_MARK, CLASS_OTHER, CLASS_UPPER,
  FOLD_COUNT, FOLD_RUNS, LATIN_COUNT, LATIN_FROM, LATIN_TO,
} from './generated/unicode';

export const SEPARATOR: i32 = 1;
/** Longer words (base64, minified data) are cut here: a form never needs more than a byte for its length. */
export const MAX_FOLDED: i32 = 64;
const MAX_PARTS: i32 = 32;
/** Over this many parts of under three characters a run is a hash or an id, and its parts mean nothing. */
const MAX_SHORT_PARTS: i32 = 8;

/** The form found by `nextForm`, with separators; at most MAX_FOLDED + 4 + MAX_PARTS bytes. */
@lazy export const FORM: usize = memory.data(128, 16);
@lazy const FOLDED: usize = memory.data(128, 16);
@lazy const BREAKS: usize = memory.data(64, 16);

/** 0 when there was no further form. */
export let formLength: i32 = 0;
export let formStart: usize = 0;
export let formEnd: usize = 0;

/** Bytes 0x30–0x39, 0x41–0x5a, 0x61–0x7a and all of 0x80–0xff. */
@inline export function isWordByte(c: i32): bool {
  return isLetter(c) || isDigit(c) || c >= 0x80;
}

@inline export function isJoiner(c: i32): bool {
  return c == HYPHEN || c == UNDERSCORE;
}

@inline export function classOf(cp: u32): i32 {
  if (cp >= CLASS_LIMIT) return CLASS_OTHER;
  let block = <usize>load<u8>(CLASS_INDEX + (cp >>> 7));
  let pair = <i32>load<u8>(CLASS_BLOCKS + (block << 6) + ((cp & 127) >>> 1));
  return (cp & 1) != 0 ? pair >>> 4 : pair & 15;
}

let nextAt: usize = 0;

/** Code point at `p`; `nextAt` is where the next one begins. Damaged bytes read as U+FFFD one by one. */
function decodeAt(p: usize, end: usize): u32 {
  let c = <u32>load<u8>(p);
  nextAt = p + 1;
  if (c < 0x80) return c;
  if (c < 0xc2 || c > 0xf4) return 0xfffd;
  let more: usize = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
  if (p + more >= end) return 0xfffd;
  let cp = c & (more == 1 ? 0x1f : more == 2 ? 0x0f : 0x07);
  for (let i: usize = 1; i <= more; i++) {
    let b = <u32>load<u8>(p + i);
    if ((b & 0xc0) != 0x80) return 0xfffd;
    cp = (cp << 6) | (b & 0x3f);
  }
  nextAt = p + 1 + more;
  return cp;
}

/** Soft hyphen, zero-width characters, variation selectors: inside a word they are not there. */
@inline function isInvisible(cp: u32): bool {
  return cp == 0xad || (cp >= 0x200b && cp <= 0x200d) || cp == 0x2060 || cp == 0xfeff || (cp >= 0xfe00 && cp <= 0xfe0f);
}

/** Marks that only ever sit on a letter of another meaning: dropped after a Latin one. */
@inline function isDiacritic(cp: u32): bool {
  return (cp >= 0x300 && cp <= 0x36f) || (cp >= 0x1ab0 && cp <= 0x1aff) || (cp >= 0x1dc0 && cp <= 0x1dff) || (cp >= 0xfe20 && cp <= 0xfe2f);
}

/** Up to four ASCII characters (first in the low byte) for a Latin letter, case kept; 0 for others. */
export function latinOf(cp: u32): u32 {
  let low = 0;
  let high = LATIN_COUNT - 1;
  while (low <= high) {
    let middle = (low + high) >> 1;
    let at = load<u32>(LATIN_FROM + ((<usize>middle) << 2));
    if (at == cp) return load<u32>(LATIN_TO + ((<usize>middle) << 2));
    if (at < cp) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

function foldOf(cp: u32): u32 {
  let low = 0;
  let high = FOLD_COUNT - 1;
  while (low <= high) {
    let middle = (low + high) >> 1;
    let run = FOLD_RUNS + ((<usize>middle) << 4);
    if (cp < load<u32>(run)) high = middle - 1;
    else if (cp > load<u32>(run, 4)) low = middle + 1;
    else return (cp - load<u32>(run)) % load<u32>(run, 8) == 0 ? cp + load<i32>(run, 12) : cp;
  }
  return cp;
}

let foldedLength: i32 = 0;
/** The last letter came out as ASCII, so that diacritics after it are dropped. */
let lastWasLatin: bool = false;

function appendUtf8(cp: u32): void {
  foldedLength = <i32>(putUtf8(FOLDED + <usize>foldedLength, <i32>cp) - FOLDED);
}

function appendFolded(cp: u32): void {
  if (cp < 0x80) {
    store<u8>(FOLDED + <usize>foldedLength, isUpper(<i32>cp) ? cp | CASE_BIT : cp);
    foldedLength += 1;
    lastWasLatin = true;
    return;
  }
  let ascii = latinOf(cp);
  if (ascii == 0) {
    lastWasLatin = false;
    appendUtf8(foldOf(cp));
    return;
  }
  lastWasLatin = true;
  while (ascii != 0) {
    let c = ascii & 255;
    store<u8>(FOLDED + <usize>foldedLength, isUpper(<i32>c) ? c | CASE_BIT : c);
    foldedLength += 1;
    ascii >>>= 8;
  }
}

/** Finds the next form in [p, end) and returns the position after it. `formLength` is 0 at the end. */
export function nextForm(p: usize, end: usize): usize {
  formLength = 0;
  foldedLength = 0;
  lastWasLatin = false;
  while (p < end) {
    let cp = decodeAt(p, end);
    let kind = classOf(cp);
    if (kind == CLASS_BIGRAM) return bigramAt(p, end, cp);
    if (kind != CLASS_OTHER && kind != CLASS_MARK) return wordAt(p, end);
    p = nextAt;
  }
  return end;
}

/** Emits a character with its successor; the last of a run is emitted separately. Each character begins exactly one form, so prefix search finds it. */
function bigramAt(p: usize, end: usize, cp: u32): usize {
  formStart = p;
  let resume = nextAt;
  appendUtf8(foldOf(cp));
  let q = nextAt;
  while (q < end) {
    let follower = decodeAt(q, end);
    let kind = classOf(follower);
    if (kind == CLASS_MARK || isInvisible(follower)) {
      q = nextAt;
      continue;
    }
    if (kind == CLASS_BIGRAM) {
      appendUtf8(foldOf(follower));
      resume = q;
      q = nextAt;
    }
    break;
  }
  formEnd = q;
  memory.copy(FORM, FOLDED, <usize>foldedLength);
  formLength = foldedLength;
  return resume;
}

function wordAt(p: usize, end: usize): usize {
  formStart = p;
  let breaks = 0;
  let previous = CLASS_OTHER;
  let beforePrevious = CLASS_OTHER;
  let previousAt = 0;
  let joined = false;
  while (p < end) {
    let cp = decodeAt(p, end);
    let after = nextAt;
    let kind = classOf(cp);
    if (kind == CLASS_OTHER) {
      if (isInvisible(cp)) {
        p = after;
        continue;
      }
      if (!isJoiner(<i32>cp) || after >= end) break;
      let follower = classOf(decodeAt(after, end));
      if (follower != CLASS_LETTER && follower != CLASS_UPPER && follower != CLASS_DIGIT) break;
      joined = true;
      p = after;
      continue;
    }
    if (kind == CLASS_BIGRAM || foldedLength >= MAX_FOLDED) break;
    if (kind == CLASS_MARK) {
      if (!lastWasLatin || !isDiacritic(cp)) appendUtf8(cp);
      p = after;
      formEnd = p;
      continue;
    }
    if (previous != CLASS_OTHER) {
      if (joined || (kind == CLASS_DIGIT) != (previous == CLASS_DIGIT) || (kind == CLASS_UPPER && previous == CLASS_LETTER)) {
        breaks = addBreak(breaks, foldedLength);
        beforePrevious = CLASS_OTHER;
      } else if (kind == CLASS_LETTER && previous == CLASS_UPPER && beforePrevious == CLASS_UPPER && !isPlural(cp, after, end)) {
        breaks = addBreak(breaks, previousAt);
      } else {
        beforePrevious = previous;
      }
    }
    joined = false;
    previousAt = foldedLength;
    previous = kind;
    appendFolded(cp);
    p = after;
    formEnd = p;
  }
  compose(breaks);
  return p;
}

/** "URLs", "APIs": one small s after capitals ends the word and does not become a part. */
function isPlural(cp: u32, after: usize, end: usize): bool {
  if (cp != LOWER_S) return false;
  if (after >= end) return true;
  let kind = classOf(decodeAt(after, end));
  return kind == CLASS_OTHER || kind == CLASS_BIGRAM;
}

@inline function addBreak(breaks: i32, at: i32): i32 {
  if (breaks < MAX_PARTS - 1) store<u8>(BREAKS + <usize>breaks, at);
  return breaks + 1;
}

function compose(breaks: i32): void {
  if (breaks >= MAX_PARTS || (breaks >= MAX_SHORT_PARTS && foldedLength < (breaks + 1) * 3)) breaks = 0;
  let from = 0;
  let to = FORM;
  for (let i = 0; i <= breaks; i++) {
    let until = i < breaks ? <i32>load<u8>(BREAKS + <usize>i) : foldedLength;
    for (; from < until; from++) {
      store<u8>(to, load<u8>(FOLDED + <usize>from));
      to += 1;
    }
    if (i < breaks) {
      store<u8>(to, SEPARATOR);
      to += 1;
    }
  }
  formLength = <i32>(to - FORM);
}

/** How many words a form counts for in a field's length; the key of a name (name-key.ts) says again what its words said. */
export function unitsOf(form: usize, length: i32): i32 {
  let first = <i32>load<u8>(form);
  if (first > SEPARATOR && first < SPACE) return 0;
  let units = 1;
  for (let i = 0; i < length; i++) if (load<u8>(form + <usize>i) == SEPARATOR) units += 1;
  return units;
}
