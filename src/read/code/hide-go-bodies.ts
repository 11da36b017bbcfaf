import { CutText } from './cut-text.ts';
import { isWordCode } from './skip-c.ts';

const NEWLINE = 10;
const BACKSLASH = 92;
const FUNC = 'func ';

/**
 * Go without the bodies of its functions: they hold no symbols, and a parser takes most of its time for them. Only functions whose `func`
 * begins a line are looked at, as gofmt writes every declared one. Rows stay where they were. What is in doubt stays: where a bracket, a string
 * or a comment has no end, or a function begins before the last one ended, the whole text does.
 */
export function hideGoBodies(text: string): string {
  const cuts = new CutText(text);
  let depth = 0;
  let isHead = text.startsWith(FUNC);
  let body = -1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    switch (code) {
      case NEWLINE:
        if (depth === 0) isHead = text.startsWith(FUNC, i + 1);
        else if (text.startsWith(FUNC, i + 1)) return text;
        break;
      case 34: // "
      case 39: // '
      case 47: // /
      case 96: // `
        i = findEnd(text, i) - 1;
        if (i < 0) return text;
        break;
      case 59: // ;
        if (depth === 0) isHead = false;
        break;
      case 123: // {
        if (isHead && depth === 0 && !isOfType(text, i)) {
          isHead = false;
          body = i + 1;
        }
        depth++;
        break;
      case 40: // (
      case 91: // [
        depth++;
        break;
      case 41: // )
      case 93: // ]
      case 125: // }
        if (--depth > 0) break;
        if (depth < 0 || (body >= 0 && code !== 125)) return text;
        if (body >= 0) cuts.cut(body, i);
        body = -1;
        break;
    }
  }
  return depth === 0 ? cuts.finish() : text;
}

/** The place after a string, a rune, a comment or a lone slash; -1 for one without an end. */
function findEnd(text: string, start: number): number {
  const code = text.charCodeAt(start);
  const next = text.charCodeAt(start + 1);
  if (code === 96) return findAfter(text, '`', start + 1);
  if (code !== 47) return findQuoteEnd(text, start);
  if (next === 42) return findAfter(text, '*/', start + 2);
  return next === 47 ? findLineEnd(text, start) : start + 1;
}

function findAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

function findLineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

function findQuoteEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) return i + 1;
    if (code === BACKSLASH) i++;
    if (text.charCodeAt(i) === NEWLINE) return -1;
  }
  return -1;
}

const TYPES = ['struct', 'interface'];

/** `struct {`, `interface {` */
function isOfType(text: string, brace: number): boolean {
  let end = brace;
  while (text.charCodeAt(end - 1) === 32 || text.charCodeAt(end - 1) === 9) end--;
  return TYPES.some((word) => text.endsWith(word, end) && !isWordCode(text.charCodeAt(end - word.length - 1)));
}
