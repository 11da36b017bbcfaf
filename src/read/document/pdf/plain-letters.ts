/**
 * Returns letters as people type and search them: ligatures expanded, Arabic and Hebrew presentation forms replaced. These forms were assigned before
 * 2002, and Unicode promises never to change their meaning, so every engine returns the same [E2]. pdf.js would do it before it reverses
 * right-to-left text, which leaves the letters of a ligature in the wrong order.
 */
export function toPlainLetters(text: string): string {
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
export function findAccented(accent: string, letter: string): string | undefined {
  const mark = MARKS.get(accent);
  if (mark === undefined) return undefined;
  const whole = `${DOTLESS.get(letter) ?? letter}${mark}`.normalize('NFC');
  return whole.length === 1 ? whole : undefined;
}

/** Combines accents inside a word only, where they can't mean anything else: people write ´ and ` for apostrophes and quotes. */
export function withAccents(text: string): string {
  return text.replace(
    /([A-Za-z\u00c0-\u024f])([\u02c6\u02dc\u00a8\u00b8\u02c7])([A-Za-z\u0131\u0237])/g,
    (all, before: string, accent: string, letter: string) => {
      const whole = findAccented(accent, letter);
      return whole === undefined ? all : before + whole;
    },
  );
}
