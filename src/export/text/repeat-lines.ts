const LONGEST_KEPT_RUN = 3;

/** Replaces a run of more than three identical lines with the line and a note. Hashes and token counts still describe the original text. */
export function compactRepeatedLines(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] as string;
    let end = i + 1;
    while (end < lines.length && lines[end] === line) end++;
    if (end - i > LONGEST_KEPT_RUN) kept.push(line, `... (previous line repeated ${end - i - 1} more times)`);
    else for (let j = i; j < end; j++) kept.push(line);
    i = end;
  }
  return kept.length === lines.length ? text : kept.join('\n');
}
