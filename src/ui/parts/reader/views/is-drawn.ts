/** Nobody draws by hand beyond this; longer lines are data. */
const MAX_LENGTH = 1_000;
/** Lines and blocks of Unicode, frames of ASCII, cells between bars, columns kept apart by spaces or tabs. */
const DRAWN = /[\u2500-\u259f]|\+--|--\+|^\s*\|.*\|\s*$|\S(?: {3}|\t)\s*\S/;

/** Whether a line means something only where it stands below the one before: it must not be wrapped. */
export function isDrawn(line: string): boolean {
  return line.length <= MAX_LENGTH && DRAWN.test(line);
}

/** Whether a paragraph is a drawing or a table laid out by hand: at least half of its lines are. */
export function isDrawing(text: string): boolean {
  const lines = text.trimEnd().split('\n');
  return lines.length > 1 && 2 * lines.filter(isDrawn).length >= lines.length;
}
