import { looksChosen, looksLikePassphrase, looksRandom } from './looks-random.ts';
import type { Name, Scan } from './scan.ts';

const AFTER_NAME = /[A-Za-z0-9_ -]{0,20}[`*"]{0,4}[ \t]{0,40}(?:\||\t)[ \t]{0,40}/y;
/** A whole cell: up to the next bar, tab or the end of the line. */
const CELL = /[`*"]{0,4}([^\s|`"]{3,256})[`*"]{0,4}[ \t]{0,40}(?=\||\t|\r?\n|$)/y;

/** Adds the cell to the right of a name, in a table or on any line with a bar or a tab. Returns true when it is a secret. */
export function findAdjacentCell(text: string, name: Name, scan: Scan): boolean {
  if (name.kind === 'basic-auth' || name.word === 'seed') return false;
  AFTER_NAME.lastIndex = name.end;
  if (!AFTER_NAME.test(text)) return false;
  CELL.lastIndex = AFTER_NAME.lastIndex;
  const cell = CELL.exec(text);
  const value = cell?.[1] ?? '';
  if (!cell || !isCellSecret(value, name.kind)) return false;
  const start = cell.index + cell[0].indexOf(value);
  scan.add(start, start + value.length, name.kind);
  return true;
}

/** Tests a word whose place suggests a secret but does not prove it. */
export function isCellSecret(value: string, kind: string): boolean {
  if (looksRandom(value)) return true;
  if (kind !== 'password') return false;
  return (
    looksLikePassphrase(value) ||
    (looksChosen(value) &&
      value.length >= 6 &&
      /[0-9]/.test(value) &&
      /[A-Za-z!#$%^&*]/.test(value) &&
      !/[()=<>]|^[/.~-]|\.\w{1,4}$/.test(value))
  );
}
