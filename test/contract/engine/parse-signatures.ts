export interface ParsedSymbol {
  readonly name: string;
  readonly what: string;
  readonly startLine: number;
  readonly endLine: number;
}

const LINE =
  /^(?<indent> *)(?<start>\d+)(?:-(?<end>\d+))? (?<what>\S+) [^`]*(?<fence>`+)(?<pad> ?)(?<name>.+?)\k<pad>\k<fence>(?!`)/;

/** Parses `signatures.md` to the symbols of each file, with their full names. */
export function parseSignatures(text: string): Map<string, ParsedSymbol[]> {
  const files = new Map<string, ParsedSymbol[]>();
  let symbols: ParsedSymbol[] = [];
  let outer: string[] = [];
  for (const line of text.split('\n')) {
    const path = /^## (.+) \([a-z_]+, \d+ lines\)$/.exec(line)?.[1];
    if (path !== undefined) {
      symbols = [];
      outer = [];
      files.set(path, symbols);
      continue;
    }
    const { indent, start, end, what, name } = (/^ *\d+ #/.test(line) ? undefined : LINE.exec(line)?.groups) ?? {};
    if (indent === undefined || what === undefined || name === undefined) continue;
    outer.length = indent.length / 2;
    const full = [...outer.slice(-1), name].join('.');
    outer.push(full);
    symbols.push({ name: full, what, startLine: Number(start), endLine: Number(end ?? start) });
  }
  return files;
}
