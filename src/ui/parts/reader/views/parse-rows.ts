export interface TableRow {
  readonly cells: readonly string[];
  /** Number of lines before the row. */
  readonly line: number;
}

const MAX_CELLS = 200;

/** Parses separated values (RFC 4180). An unclosed quote ends with its line; otherwise the rest would be one cell. */
export function parseRows(text: string, separator: string): readonly TableRow[] {
  const rows: TableRow[] = [];
  let line = 0;
  let at = 0;
  while (at < text.length) {
    const row = readRow(text, at, separator);
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push({ cells: row.cells, line });
    for (let i = at; i < row.end; i++) if (text[i] === '\n') line++;
    at = row.end;
  }
  return rows;
}

function readRow(text: string, start: number, separator: string): { cells: string[]; end: number } {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const quoted = text[at] === '"' ? readQuoted(text, at) : undefined;
    let cell = quoted?.cell ?? '';
    at = quoted?.end ?? at;
    const from = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n') at++;
    cell += text.slice(from, at).replace(/\r$/, '');
    if (cells.length < MAX_CELLS) cells.push(cell);
    if (text[at] === separator) at++;
    else return { cells, end: at + 1 };
  }
}

function readQuoted(text: string, start: number): { cell: string; end: number } | undefined {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return undefined;
    if (text[at + 1] !== '"') return { cell: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
}
