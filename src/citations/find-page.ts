import type { Address, Unit } from '../places/address.ts';

/** A page, slide, chapter or row range that an answer names next to a file. */
export interface CitedPage {
  readonly address: Address;
  /** Its length in the answer. */
  readonly length: number;
}

const UNIT = '(pp?\\.?|pages?|slides?|ch\\.|chapters?)';
const NUMBERS = ' ?(\\d{1,6})(?: ?(?:-|–|to|and|…) ?(?:p\\. ?|slide )?(\\d{1,6}))?';
const AFTER = new RegExp(`^[\`"'*_]{0,3}[:,]? ?[([]?(?:on |at )?${UNIT}${NUMBERS}(?!\\d)[)\\]]?`, 'i');
const BEFORE = new RegExp(`${UNIT}${NUMBERS} (?:of|in) (?:the )?(?:file )?[\`"'*_]{0,3}$`, 'i');
const ROWS =
  /^[`"*_]{0,3}[:,]? ?[([]?(?:'([^'\n]{1,64})'|([^\s!'"`,;:()[\]][^!\n"`()[\]]{0,63}))!\$?[A-Z]{0,3}\$?(\d{1,7})(?::\$?[A-Z]{0,3}\$?(\d{1,7}))?[)\]]?/i;
/** `report.pdf#page=12`, `report.pdf:p12`. */
const INSIDE = /(?:#page=|[:#]p(?:age)?\.?)(\d{1,6})$/i;

/** The longest text that is searched on either side of a file's name. */
export const MAX_PAGE_CHARS = 140;

export function findPageAfter(text: string): CitedPage | undefined {
  const found = AFTER.exec(text);
  if (found !== null) return { address: toNumbered(found), length: found[0].length };
  const rows = ROWS.exec(text);
  if (rows === null) return undefined;
  const [first, last] = inOrder(rows[3] as string, rows[4]);
  return { address: { unit: 'row', sheet: rows[1] ?? (rows[2] as string), first, last }, length: rows[0].length };
}

export function findPageBefore(text: string): CitedPage | undefined {
  const found = BEFORE.exec(text);
  return found === null ? undefined : { address: toNumbered(found), length: found[0].length };
}

/** Finds a page at the end of a name. */
export function findPageInside(run: string): CitedPage | undefined {
  const found = INSIDE.exec(run);
  if (found === null) return undefined;
  const page = Number(found[1]);
  return { address: { unit: 'p.', first: page, last: page }, length: found[0].length };
}

function toNumbered([, unit = '', first = '', last]: RegExpExecArray): Address {
  const [from, to] = inOrder(first, last);
  return { unit: toUnit(unit), first: from, last: to };
}

function toUnit(word: string): Unit {
  if (/^s/i.test(word)) return 'slide';
  return /^c/i.test(word) ? 'ch.' : 'p.';
}

function inOrder(first: string, last = first): [number, number] {
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? [from, to] : [to, from];
}
