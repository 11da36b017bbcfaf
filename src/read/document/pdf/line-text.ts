/** One run of text from pdf.js, in one font. */
export interface PlacedItem {
  readonly text: string;
  readonly x: number;
  /** Baseline, downwards. */
  readonly y: number;
  readonly right: number;
  readonly height: number;
  readonly isRtl: boolean;
  /** Whether it runs along the lines of the page. */
  readonly isUpright: boolean;
  readonly font?: string | undefined;
}

/** Joins the items of one line in reading order. */
export function toLineText(items: readonly PlacedItem[]): string {
  const isTurned = items.some(({ isRtl }) => isRtl);
  const ordered = isTurned ? toLogicalOrder(items) : items;
  const pieces: string[] = [];
  // The last characters: looking at the whole line for each item would take quadratic time.
  let tail = '';
  let before: PlacedItem | undefined;
  for (const item of ordered) {
    let piece = toPlainLetters(item.text);
    if (before && isAccent(tail, before, item)) {
      const accented = findAccented(tail.slice(-1), piece.slice(0, 1));
      if (accented !== undefined) {
        pieces.push((pieces.pop() as string).slice(0, -1));
        piece = accented + piece.slice(1);
      }
    } else if (before && !/\s$/.test(tail) && !/^\s/.test(piece)) {
      const isApart = isTurned ? isGap(before, item) : isNote(tail, piece, before, item);
      if (isApart) piece = ` ${piece}`;
    }
    if (piece !== '') pieces.push(piece);
    tail = (tail + piece.slice(-TAIL_CHARS)).slice(-TAIL_CHARS);
    before = item;
  }
  return withAccents(pieces.join('')).trim();
}

/** One more than the longest suffix that is checked. */
const TAIL_CHARS = 5;

/** Puts a line with text in both directions into reading order: sorts from left to right, then reverses what reads from the right. */
function toLogicalOrder(items: readonly PlacedItem[]): PlacedItem[] {
  const words = items.filter(({ text }) => text.trim() !== '');
  const isRtl = countChars(words.filter((word) => word.isRtl)) * 2 > countChars(words);
  const runs: PlacedItem[][] = [];
  for (const item of [...words].sort((one, other) => one.x - other.x)) {
    const open = runs.at(-1);
    if (open && open[0]?.isRtl === item.isRtl) open.push(item);
    else runs.push([item]);
  }
  const turned = runs.map((run) => (run[0]?.isRtl ? run.reverse() : run));
  return (isRtl ? turned.reverse() : turned).flat();
}

function countChars(items: readonly PlacedItem[]): number {
  return items.reduce((sum, { text }) => sum + text.length, 0);
}

/** Share of the letter height. */
const SPACE = 0.1;
const OVERLAP = 0.05;
const SMALLER = 0.85;
const RAISED = 0.15;

/** TeX draws the accent, moves back, and draws the letter below it. */
function isAccent(text: string, accent: PlacedItem, letter: PlacedItem): boolean {
  return /[`\u00a8\u00af\u00b4\u00b8\u02c6-\u02dd]$/.test(text) && letter.x < accent.right - accent.height * OVERLAP;
}

/** Detects a gap between items whose spaces were dropped when the items were sorted. */
function isGap(one: PlacedItem, other: PlacedItem): boolean {
  const gap = Math.max(one.x, other.x) - Math.min(one.right, other.right);
  return gap > Math.max(one.height, other.height) * SPACE;
}

/** A note's number is not part of the word before or after it; the exponent of a unit (`km2`) is. */
function isNote(text: string, next: string, before: PlacedItem, item: PlacedItem): boolean {
  if (isRaised(item, before)) return /^\d/.test(next) && /[A-Za-z\u00c0-\u024f]{4}$/.test(text);
  return isRaised(before, item) && /(?:^|[^\w])\d{1,3}$/.test(text) && /^[A-Za-z\u00c0-\u024f]/.test(next);
}

function isRaised(small: PlacedItem, large: PlacedItem): boolean {
  return small.height < large.height * SMALLER && large.y - small.y > large.height * RAISED;
}

/**
 * Returns letters as people type and search them: ligatures expanded, Arabic and Hebrew presentation forms replaced. These forms were assigned before
 * 2002, and Unicode promises never to change their meaning, so every engine returns the same [E2]. pdf.js would do it before it reverses
 * right-to-left text, which leaves the letters of a ligature in the wrong order.
 */
function toPlainLetters(text: string): string {
  return SHAPES.test(text) ? text.replace(ALL_SHAPES, (shapes) => shapes.normalize('NFKC')) : text;
}

/** Spaces, units, Latin ligatures, Hebrew and Arabic forms; without isolated marks, which would become a space. */
const CLASS =
  '[\\u00a0\\u00b5\\u037e\\u0eb3\\u2000-\\u200a\\u202f\\u2126\\ufb00-\\ufb06\\ufb1d\\ufb1f-\\ufb36\\ufb38-\\ufb3c\\ufb3e\\ufb40-\\ufb41\\ufb43-\\ufb44\\ufb46-\\ufbb1\\ufbd3-\\ufc5d\\ufc64-\\ufcf1\\ufcf5-\\ufd3d\\ufd50-\\ufd8f\\ufd92-\\ufdc7\\ufdf0-\\ufdfc\\ufe71\\ufe77\\ufe79\\ufe7b\\ufe7d\\ufe7f-\\ufefc]';
const SHAPES = new RegExp(CLASS);
const ALL_SHAPES = new RegExp(`${CLASS}+`, 'g');

/** Accents that TeX draws before their letter, and the combining marks that follow it. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['\u00b4', '\u0301'],
  ['\u02c6', '\u0302'],
  ['\u02dc', '\u0303'],
  ['\u00af', '\u0304'],
  ['\u02d8', '\u0306'],
  ['\u02d9', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
  ['\u02c7', '\u030c'],
  ['\u00b8', '\u0327'],
  ['\u02db', '\u0328'],
]);

const DOTLESS: ReadonlyMap<string, string> = new Map([
  ['\u0131', 'i'],
  ['\u0237', 'j'],
]);

/** Returns the accented letter; undefined when no alphabet has it. */
function findAccented(accent: string, letter: string): string | undefined {
  const mark = MARKS.get(accent);
  if (mark === undefined) return undefined;
  const whole = `${DOTLESS.get(letter) ?? letter}${mark}`.normalize('NFC');
  return whole.length === 1 ? whole : undefined;
}

/** Combines accents inside a word only, where they can't mean anything else: people write ´ and ` for apostrophes and quotes. */
function withAccents(text: string): string {
  return text.replace(
    /([A-Za-z\u00c0-\u024f])([\u02c6\u02dc\u00a8\u00b8\u02c7])([A-Za-z\u0131\u0237])/g,
    (all, before: string, accent: string, letter: string) => {
      const whole = findAccented(accent, letter);
      return whole === undefined ? all : before + whole;
    },
  );
}
