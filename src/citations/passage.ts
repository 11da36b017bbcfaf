import { findFirst } from '../lib/binary-search.ts';

/** A text with its white space folded, and the lines of its offsets. */
export interface Passage {
  readonly text: string;
  /** First and last line of a half-open span of `text`. */
  linesOf(start: number, end: number): [number, number];
}

/** Makes a passage from parts in order: each begins on its line. */
export function toPassage(parts: readonly { readonly startLine: number; readonly text: string }[]): Passage {
  const texts: string[] = [];
  const starts: number[] = [];
  const lines: number[] = [];
  let length = 0;
  for (const { startLine, text } of parts) {
    let line = startLine - 1;
    for (const raw of text.split('\n')) {
      line++;
      const folded = foldSpace(raw);
      if (folded === '') continue;
      starts.push(length);
      lines.push(line);
      texts.push(folded);
      length += folded.length + 1;
    }
  }
  const lineAt = (offset: number): number =>
    lines[Math.max(0, findFirst(starts.length, (i) => (starts[i] as number) > offset) - 1)] ?? 1;
  return { text: texts.join(' '), linesOf: (start, end) => [lineAt(start), lineAt(Math.max(start, end - 1))] };
}

export function foldSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
