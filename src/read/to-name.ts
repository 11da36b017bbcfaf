import { LIMITS } from '../model/limits.ts';

/** Longer headings are unclosed ones that took the page along. */
export const MAX_NAME_CHARS = 200;

/** One line, bounded. */
export function toName(text: string, maxChars = MAX_NAME_CHARS): string {
  const line = text.slice(0, maxChars * 4).replace(/[ \t\n\f\r]+/g, ' ');
  // A pair cut in half would not survive UTF-8.
  const cut = line
    .replace(/^ /, '')
    .slice(0, maxChars)
    .replace(/[\ud800-\udbff]$/, '');
  return cut.replace(/ $/, '');
}

/** A header row, or the name of a sheet, as the context of chunks has it; columns stay apart. */
export function toContextText(text: string): string {
  return toName(text.trim().replace(/\t/g, ' | '), LIMITS.maxContextChars);
}
