/** Whether a hyphen at the end of a line before a lower-case letter came from the line break. */
export function isBrokenWord(line: string, next: string): boolean {
  return (
    /^[A-Za-z\u00c0-\u024f\u0370-\u04ff][-\u00ad\u2010]$/.test(line.slice(-2)) &&
    /^[a-z\u00df-\u00f6\u00f8-\u00ff\u03ac-\u03ce\u0430-\u045f]/.test(next)
  );
}

/** Joins the lines of a heading. */
export function joinLines(lines: readonly string[]): string {
  const texts = lines.map((line) => line.trim());
  return texts
    .map((text, i) => (isBrokenWord(text, texts[i + 1] ?? '') ? text.slice(0, -1) : `${text} `))
    .join('')
    .trim();
}
