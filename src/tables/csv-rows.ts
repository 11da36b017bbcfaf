const QUOTE = 34;

/** Offsets at which the rows of a CSV text begin. Cells in quotes may hold line ends. With a quote that is never closed, every line is a row. */
export function findCsvRows(text: string): number[] {
  return scanRows(text, { hasQuotes: true }) ?? scanRows(text, { hasQuotes: false }) ?? [];
}

function scanRows(text: string, { hasQuotes }: { hasQuotes: boolean }): number[] | undefined {
  const rows: number[] = [];
  let isQuoted = false;
  let quote = hasQuotes ? text.indexOf('"') : -1;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    if (!isQuoted && (start < end || !hasQuotes)) rows.push(start);
    // Searching from every line would read the rest of the file each time.
    if (quote >= 0 && quote < start) quote = text.indexOf('"', start);
    if (quote >= 0 && quote < end) isQuoted = endsInQuotes(text, { start, end, isQuoted });
    start = end + 1;
  }
  return isQuoted ? undefined : rows;
}

/** A quote opens a cell only at its start; inside the cell two quotes are one character. */
function endsInQuotes(text: string, line: { start: number; end: number; isQuoted: boolean }): boolean {
  const { start, end } = line;
  let { isQuoted } = line;
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) !== QUOTE) continue;
    if (!isQuoted) isQuoted = at === start || isSeparator(text.charCodeAt(at - 1));
    else if (at + 1 < end && text.charCodeAt(at + 1) === QUOTE) at++;
    else isQuoted = false;
  }
  return isQuoted;
}

function isSeparator(code: number): boolean {
  return code === 44 || code === 59 || code === 9 || code === 124 || code === 32;
}
