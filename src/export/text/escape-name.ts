const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** File names may hold tabs and newlines; a table or a heading cannot. `llm.md` tells the reader. */
export function escapeName(name: string): string {
  return name.replace(/[\\\t\n\r]/g, (char) => ESCAPES[char] as string);
}
