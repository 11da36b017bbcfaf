import { Buffer } from '../memory/arena';

// The cuts of a file in document order, whatever reader found them.

/** Kind of thing a cut begins; the numbers match CUT_WHAT. */
@lazy export const WHAT_HEADING: i32 = 1;
/** A boundary without a name: module-level code between declarations, a notebook cell. */
@lazy export const WHAT_NONE: i32 = 0;

/** A field is a name of the chunk it is in. */
@lazy export const WHAT_FIELD: i32 = 10;

@unmanaged
export class Cut {
  /** 0-based line of the text. */
  line: i32;
  level: i32;
  what: i32;
  /** Address of the name and its length. */
  name: usize;
  nameLength: i32;
  /** Headings: the line behind the heading itself. Declarations: the line behind their end. */
  endLine: i32;
  /** 0-based line of the declaration itself, without its comments. */
  symbolLine: i32;
  /** A chunk begins here. */
  boundary: i32;
  /** Index of the heading above this one, or -1. */
  parent: i32;
  /** Number of an address in the string table plus 1, or 0. */
  address: i32;
}

@lazy const CUT_BYTES: i32 = 40;
const list = changetype<Buffer>(memory.data(12));
export let cutCount: i32 = 0;

export function cutsBegin(): void {
  list.clear();
  cutCount = 0;
}

export function cutsFree(): void {
  list.free();
  cutCount = 0;
}

/** The address is valid until the next `addCut`. */
export function addCut(line: i32, level: i32, what: i32): Cut {
  let cut = changetype<Cut>(list.reserve(CUT_BYTES));
  list.length += CUT_BYTES;
  cutCount += 1;
  cut.line = line;
  cut.level = level;
  cut.what = what;
  cut.name = 0;
  cut.nameLength = 0;
  cut.endLine = line + 1;
  cut.symbolLine = line;
  cut.boundary = 1;
  cut.parent = -1;
  cut.address = 0;
  return cut;
}

@inline export function cutAt(index: i32): Cut {
  return changetype<Cut>(list.ptr + <usize>(index * CUT_BYTES));
}

@lazy const LAST_OF_LEVEL: usize = memory.data(32, 4);

/** Parents are the nearest earlier headings of smaller level; a cell without a heading lies under the last one. */
export function linkParents(): void {
  for (let level = 0; level < 8; level++) store<i32>(LAST_OF_LEVEL + (<usize>level << 2), -1);
  for (let i = 0; i < cutCount; i++) {
    let cut = cutAt(i);
    if (cut.what > WHAT_HEADING) continue;
    let level = cut.level < 1 ? 1 : cut.level > 7 ? 7 : cut.level;
    let parent = -1;
    for (let above = level - 1; above > 0; above--) {
      let last = load<i32>(LAST_OF_LEVEL + (<usize>above << 2));
      if (last > parent) parent = last;
    }
    cut.parent = parent;
    if (cut.what != WHAT_HEADING) continue;
    store<i32>(LAST_OF_LEVEL + (<usize>level << 2), i);
    for (let below = level + 1; below < 8; below++) store<i32>(LAST_OF_LEVEL + (<usize>below << 2), -1);
  }
}
