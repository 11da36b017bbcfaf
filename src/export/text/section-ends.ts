/** A section ends before the next heading of its level or above. Runs once from the end: files with a million headings exist. */
export function toSectionEnds(headings: readonly { level: number; line: number }[], lineCount: number): number[] {
  const ends = new Array<number>(headings.length);
  const nextAt = new Array<number>(7).fill(lineCount + 1);
  for (let i = headings.length - 1; i >= 0; i--) {
    const { level, line } = headings[i] as { level: number; line: number };
    ends[i] = Math.max(line, Math.min(...nextAt.slice(0, level + 1)) - 1);
    nextAt[level] = line;
  }
  return ends;
}
