const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A cell that a spreadsheet would run as a formula. Backslashes before it are counted, so that the one more can be taken away again. */
const FORMULA = /^\\*[=+@-]/;

/** A cell of a table, one line already: what would begin like a formula begins with a backslash. */
export function escapeCell(text: string): string {
  return FORMULA.test(text) ? `\\${text}` : text;
}

/** File names may hold tabs and newlines; a table or a heading cannot. `llm.md` tells the reader. */
export function escapeName(name: string): string {
  return name.replace(/[\\\t\n\r]/g, (char) => ESCAPES[char] as string);
}
