/** Counts Unicode code points, the "chars" of every limit. */
export function countChars(text: string): number {
  let chars = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) chars--;
  return chars;
}
