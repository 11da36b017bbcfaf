const FENCE = /^\s*(`{3,}|~{3,})(.*)$/;

/**
 * Marks with 1 every line inside a fenced block, delimiters included. CommonMark's closing rule applies (same character, at least as
 * long, nothing after it), and closers may be indented. An opener that never closes is text: one stray fence must not hide the rest.
 */
export function maskFences(lines: readonly string[]): Uint8Array {
  const mask = new Uint8Array(lines.length);
  const longestCloserFrom = findLongestClosers(lines);
  for (let i = 0; i < lines.length; i++) {
    const opener = FENCE.exec(lines[i] as string);
    if (!opener) continue;
    const run = opener[1] as string;
    const isTick = run.startsWith('`');
    if (isTick && (opener[2] as string).includes('`')) continue;
    const longest = (isTick ? longestCloserFrom.ticks : longestCloserFrom.tildes)[i + 1] as number;
    if (longest < run.length) continue;
    let end = i + 1;
    while (!isCloser(lines[end] as string, run)) end++;
    mask.fill(1, i, end + 1);
    i = end;
  }
  return mask;
}

function isCloser(line: string, run: string): boolean {
  const fence = FENCE.exec(line);
  if (!fence) return false;
  const found = fence[1] as string;
  return found[0] === run[0] && found.length >= run.length && (fence[2] as string).trim() === '';
}

/** Finds the longest closer at or after each line, so that an unclosed opener costs one lookup and not a scan to the end. */
function findLongestClosers(lines: readonly string[]): { ticks: Uint32Array; tildes: Uint32Array } {
  const ticks = new Uint32Array(lines.length + 1);
  const tildes = new Uint32Array(lines.length + 1);
  for (let i = lines.length - 1; i >= 0; i--) {
    ticks[i] = ticks[i + 1] as number;
    tildes[i] = tildes[i + 1] as number;
    const fence = FENCE.exec(lines[i] as string);
    if (!fence || (fence[2] as string).trim() !== '') continue;
    const run = fence[1] as string;
    const longest = run.startsWith('`') ? ticks : tildes;
    if (run.length > (longest[i] as number)) longest[i] = run.length;
  }
  return { ticks, tildes };
}
