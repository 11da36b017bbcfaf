const QUOTE = 34;
const APOSTROPHE = 39;
const STAR = 42;
const SLASH = 47;
const BACKSLASH = 92;
const NEWLINE = 10;

/** Each function takes the offset where something begins and returns the offset after its end; without an end, the end of its line or of the text. */

export function skipLineComment(text: string, start: number): number {
  let end = text.indexOf('\n', start);
  while (end > 0 && text.charCodeAt(end - 1) === BACKSLASH) end = text.indexOf('\n', end + 1);
  return end < 0 ? text.length : end;
}

/** Skips lines that are only comments, from the end of one. */
export function skipLineComments(text: string, start: number): number {
  let end = start;
  for (;;) {
    LINE.lastIndex = end;
    const length = LINE.exec(text)?.[0].length ?? 0;
    if (length === 0 || text.charCodeAt(end + length - 1) === BACKSLASH) return end;
    end += length;
  }
}

const LINE = /\n[ \t]*\/\/[^\n]*/y;

export function skipBlockComment(text: string, start: number): number {
  const end = text.indexOf('*/', start + 2);
  return end < 0 ? text.length : end + 2;
}

/** Skips a string or a character in quotes. */
export function skipQuoted(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  if (quote === QUOTE && text.charCodeAt(start - 1) === 82) {
    const raw = skipRaw(text, start);
    if (raw > 0) return raw;
  }
  if (quote === APOSTROPHE && isInNumber(text, start)) return start + 1;
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) return i + 1;
    if (code === NEWLINE) return i;
    if (code === BACKSLASH) i++;
  }
  return text.length;
}

/** Skips `R"mark(…)mark"`; returns -1 when this isn't one. */
function skipRaw(text: string, quote: number): number {
  const before = /(?:^|[^\w])(?:u8|[uUL])?R$/.test(text.slice(Math.max(0, quote - 4), quote));
  const open = before ? text.slice(quote + 1, quote + 18).indexOf('(') : -1;
  if (open < 0) return -1;
  const mark = text.slice(quote + 1, quote + 1 + open);
  if (/[\s\\)]/.test(mark)) return -1;
  const end = text.indexOf(`)${mark}"`, quote + open + 2);
  return end < 0 ? text.length : end + mark.length + 2;
}

/** Detects `1'000'000`: looks back to where the number would begin. */
function isInNumber(text: string, apostrophe: number): boolean {
  let first = 0;
  for (let i = apostrophe - 1; i >= 0 && i > apostrophe - 64; i--) {
    const code = text.charCodeAt(i);
    if (!isWordCode(code) && code !== APOSTROPHE && code !== 46) break;
    first = code;
  }
  return first >= 48 && first <= 57;
}

/** Checks that only blanks come between the start of the line and the offset. */
export function isFirstOnLine(text: string, at: number): boolean {
  let i = at - 1;
  while (i >= 0 && (text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9)) i--;
  return i < 0 || text.charCodeAt(i) === NEWLINE;
}

/** Skips a preprocessor line with its continuation lines; comments that begin in it may end much later. */
export function skipDirective(text: string, hash: number): number {
  for (let i = hash + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === NEWLINE) return i;
    if (code === BACKSLASH) i++;
    else if (code === QUOTE) i = skipQuoted(text, i) - 1;
    else if (code === SLASH && text.charCodeAt(i + 1) === SLASH) return skipLineComment(text, i);
    else if (code === SLASH && text.charCodeAt(i + 1) === STAR) i = skipBlockComment(text, i) - 1;
  }
  return text.length;
}

export type Directive = 'if' | 'never' | 'else' | 'endif' | 'function' | 'other';

const DIRECTIVE =
  /#[ \t]*(if(?:n?def)?\b(?:[ \t]+(?:0|false)[ \t]*$)?|el(?:se|ifn?def|if)\b|endif\b|define[ \t]+\w+\()/my;

/** Returns `never` for the branch of `#if 0`, `function` for a macro with parameters. */
export function toDirective(text: string, hash: number): Directive {
  DIRECTIVE.lastIndex = hash;
  const word = DIRECTIVE.exec(text)?.[1];
  if (word === undefined) return 'other';
  if (word === 'endif') return 'endif';
  if (word.startsWith('el')) return 'else';
  if (word.startsWith('d')) return 'function';
  return /\s/.test(word) ? 'never' : 'if';
}

/** Skips to the condition of `#if` and `#elif`; returns the same offset for others. */
export function skipIf(text: string, hash: number): number {
  IF.lastIndex = hash;
  return hash + (IF.exec(text)?.[0].length ?? 0);
}

const IF = /#[ \t]*(?:el)?if\b/y;

export function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code >= 128
  );
}
