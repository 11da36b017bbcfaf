/** Longer lines are data, not a drawing. */
const MAX_LENGTH = 1_000;
/** Box-drawing characters, ASCII frames, cells between bars, columns separated by spaces or tabs. */
const DRAWN = /[\u2500-\u259f]|\+--|--\+|^\s*\|.*\|\s*$|\S(?: {3}|\t)\s*\S/;

/** True when the alignment of a line with the one above matters: it must not be wrapped. */
export function isDrawn(line: string): boolean {
  return line.length <= MAX_LENGTH && DRAWN.test(line);
}

/** True when at least half of a paragraph's lines are drawn: a drawing or a hand-made table. */
export function isDrawing(text: string): boolean {
  const lines = text.trimEnd().split('\n');
  return lines.length > 1 && 2 * lines.filter(isDrawn).length >= lines.length;
}
