/** Counts Unicode code points, the "chars" of every limit. */
export function countChars(text: string): number {
  let chars = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) chars--;
  return chars;
}

/** Returns the offset after this many code points. */
export function findCharEnd(text: string, start: number, chars: number): number {
  let at = start;
  for (let n = 0; n < chars && at < text.length; n++) at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  return at;
}
