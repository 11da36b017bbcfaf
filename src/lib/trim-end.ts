/** Returns the text without the characters of `chars` at its end. A pattern such as `/[ |]+$/` tries every run of them: the square of the length. */
export function trimEndOf(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** The same at both ends. */
export function trimOf(text: string, chars: string): string {
  let start = 0;
  while (start < text.length && chars.includes(text[start] as string)) start++;
  return trimEndOf(text.slice(start), chars);
}
