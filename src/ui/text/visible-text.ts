/**
 * Controls, bidirectional overrides, tags and zero-width characters can make a name read as another one. They are shown as escapes;
 * the zero-width joiner stays, because emoji need it.
 */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g;
const HIDDEN_IN_CONTENT =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g;

export function toVisibleName(text: string): string {
  return text.replace(HIDDEN, toEscape);
}

/** Makes a name for a single line: a sentence, a title, a button. */
export function toShortName(text: string, max = 80): string {
  return truncateMiddle(toVisibleName(text), max);
}

/** Text that runs from the right has marks of direction where a program could not know it. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const DIRECTION_MARK = /[\u061c\u200e\u200f]/;

/** Splits content into plain runs and hidden characters (as escapes), so that both can be text nodes. */
export function splitHidden(text: string): readonly { readonly text: string; readonly hidden: boolean }[] {
  const runs: { text: string; hidden: boolean }[] = [];
  let from = 0;
  const isFromRight = FROM_RIGHT.test(text);
  for (const match of text.matchAll(HIDDEN_IN_CONTENT)) {
    if (isFromRight && DIRECTION_MARK.test(match[0])) continue;
    if (match.index > from) runs.push({ text: text.slice(from, match.index), hidden: false });
    runs.push({ text: toEscape(match[0]), hidden: true });
    from = match.index + match[0].length;
  }
  if (from < text.length || runs.length === 0) runs.push({ text: text.slice(from), hidden: false });
  return runs;
}

/** Keeps both ends: the beginning says where, the end says what, from a slash if possible. Never cuts inside a surrogate pair. */
export function truncateMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const points = Array.from(text.length > 4 * max ? text.slice(0, 2 * max) + text.slice(-2 * max) : text);
  if (points.length <= max) return text;
  const head = Math.ceil((max - 1) * 0.4);
  const tail = max - 1 - head;
  const end = points.slice(points.length - tail);
  const slash = end.indexOf('/');
  const isNear = slash > 0 && slash < tail / 2;
  return `${points.slice(0, head).join('')}…${end.slice(isNear ? slash : 0).join('')}`;
}

function toEscape(hidden: string): string {
  return `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Separators between the parts of a name: folders, hosts, words. */
const SEPARATORS = '/\\.:_-› ';

/**
 * Splits a name into a start, which may be truncated, and an end, which begins with a separator and is never cut inside a word: a tail of
 * fixed length makes `tadmin/test_checks.py` out of two names. The end is the last part, and as many before it as fit.
 */
export function splitName(name: string, tail: number): readonly [head: string, end: string] {
  const lastSlash = name.lastIndexOf('/', name.length - 2);
  let at = lastSlash > 0 && name.length - lastSlash <= 2 * tail ? lastSlash : name.length;
  for (let i = name.length - 1; i > 0 && name.length - i <= tail; i--) {
    if (i < at && SEPARATORS.includes(name[i] as string)) at = i;
  }
  return [name.slice(0, at), name.slice(at)];
}
