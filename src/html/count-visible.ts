/** Counts the characters that are no ASCII white space, without a copy of the text. */
export function countVisible(text: string): number {
  let visible = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 32) visible++;
  return visible;
}
