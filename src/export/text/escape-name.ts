const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A cell that a spreadsheet would run as a formula. Includes leading backslashes, so that the added one can be removed again. */
const FORMULA = /^\\*[=+@-]/;

/** Escapes a table cell of one line: puts a backslash before a formula. */
export function escapeCell(text: string): string {
  return FORMULA.test(text) ? `\\${text}` : text;
}

/** Escapes a file name: it may contain tabs and newlines, which a table or a heading cannot. `llm.md` explains the escapes. */
export function escapeName(name: string): string {
  return name.replace(/[\\\t\n\r]/g, (char) => ESCAPES[char] as string);
}
