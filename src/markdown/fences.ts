/** Returns the fence that a line opens, without its indentation. */
export function openFence(line: string): string | undefined {
  const [, tildes, ticks] = /^ {0,3}(?:(~{3,})|(`{3,})[^`]*$)/.exec(line) ?? [];
  return tildes ?? ticks;
}

/** Whether a line closes the code block that `fence` opened. */
export function closesFence(line: string, fence: string): boolean {
  return readCloser(line)?.startsWith(fence) === true;
}

function readCloser(line: string): string | undefined {
  return /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
}

/**
 * Marks with 1 every line inside a fenced block, delimiters included, in a file that joins many pages. Their lists and components may indent
 * fences by any width, and an opener that never closes is text: one stray fence must not hide the pages below.
 */
export function maskFences(lines: readonly string[]): Uint8Array {
  const mask = new Uint8Array(lines.length);
  const bare = lines.map((line) => line.trim());
  const longestCloserFrom = findLongestClosers(bare);
  for (let i = 0; i < lines.length; i++) {
    const fence = openFence(bare[i] as string);
    if (fence === undefined) continue;
    const longest = (fence.startsWith('`') ? longestCloserFrom.ticks : longestCloserFrom.tildes)[i + 1] as number;
    if (longest < fence.length) continue;
    let end = i + 1;
    while (!closesFence(bare[end] as string, fence)) end++;
    mask.fill(1, i, end + 1);
    i = end;
  }
  return mask;
}

/** Finds the longest closer at or after each line, so that an unclosed opener costs one lookup and not a scan to the end. */
function findLongestClosers(lines: readonly string[]): { ticks: Uint32Array; tildes: Uint32Array } {
  const ticks = new Uint32Array(lines.length + 1);
  const tildes = new Uint32Array(lines.length + 1);
  for (let i = lines.length - 1; i >= 0; i--) {
    ticks[i] = ticks[i + 1] as number;
    tildes[i] = tildes[i + 1] as number;
    const closer = readCloser(lines[i] as string);
    const longest = closer?.startsWith('`') ? ticks : tildes;
    if (closer !== undefined) longest[i] = Math.max(closer.length, longest[i] as number);
  }
  return { ticks, tildes };
}
