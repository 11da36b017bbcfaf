/**
 * Characters that people do not see and models read: zero-width characters, bidirectional marks, embeddings, overrides and isolates, a BOM that isn't
 * at a file's start, and the tag block U+E0000–E007F. Joiners between non-ASCII characters don't count: emoji and many scripts need them.
 */
const HIDDEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|(?<![^\u0000-\u007f])[\u200c\u200d]|[\u200c\u200d](?![^\u0000-\u007f])|\udb40[\udc00-\udc7f]|(?<=[\ufe00-\ufe0f]|\udb40[\udd00-\uddef])(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef])/g;

/** Writes each one as `\u{200B}`. */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (char) => `\\u{${(char.codePointAt(0) as number).toString(16).padStart(4, '0')}}`);
}

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
