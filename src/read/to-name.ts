import { LIMITS } from '../model/limits.ts';

/** Longer headings are unclosed ones that swallowed the page. */
export const MAX_NAME_CHARS = 200;

/** Makes one line of limited length. */
export function toName(text: string, maxChars = MAX_NAME_CHARS): string {
  const line = text.slice(0, maxChars * 4).replace(/[ \t\n\f\r]+/g, ' ');
  // Half of a surrogate pair would not survive UTF-8.
  const cut = line
    .replace(/^ /, '')
    .slice(0, maxChars)
    .replace(/[\ud800-\udbff]$/, '');
  return cut.replace(/ $/, '');
}

/** Formats a header row or the name of a sheet as context of chunks; columns stay separate. */
export function toContextText(text: string): string {
  return toName(text.trim().replace(/\t/g, ' | '), LIMITS.maxContextChars);
}
