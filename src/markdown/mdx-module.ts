/** Imports and exports of MDX, told from prose that begins with the same word. */
const MODULE =
  /^(?:import\s+(?:(?:type\s+)?(?:[\w$]+\s*,?\s*)?(?:\{[^}"']*\}|\*\s+as\s+[\w$]+)?\s*from\s+)?["']|export\s+(?:(?:async\s+)?(?:const|let|function|class|type|interface)\s+[\w$]+\s*[=({<:]|default\s+(?:function|class|async|[({]|[\w$]+;?\s*$)|[{*]))/;
/** A longer export is text from its first blank line on, so that a bracket left open does not hide a file. */
const MAX_LINES = 1_000;

/** A text with more of them is hostile; each costs the lines above. */
const MAX_UNCLOSED = 20;

/** Returns a function that finds the line after the imports and exports at a line, or the line itself. They end at a blank line outside of brackets. */
export function createModuleFinder(lines: readonly string[]): (line: number) => number {
  let unclosed = 0;
  return (line) => {
    if (unclosed > MAX_UNCLOSED || !/^(?:im|ex)port\s/.test(lines[line] as string)) return line;
    let blank = line + 1;
    while (blank < lines.length && (lines[blank] as string).trim() !== '') blank++;
    if (!MODULE.test(lines.slice(line, blank).join('\n'))) return line;
    const end = findEnd(lines, line);
    if (end === undefined) unclosed++;
    return end ?? blank;
  };
}

/** Returns undefined if a bracket is left open. */
function findEnd(lines: readonly string[], line: number): number | undefined {
  const last = Math.min(lines.length, line + MAX_LINES);
  const state = { depth: 0, quote: '' };
  for (let i = line; i < last; i++) {
    const text = lines[i] as string;
    const isOpen = state.depth > 0 || state.quote !== '';
    if (!isOpen && (text.trim() === '' || /^-[ \t]*-[ \t]*-[- \t]*$/.test(text))) return i;
    readBrackets(text, state);
  }
  return state.depth <= 0 && state.quote === '' && last === lines.length ? last : undefined;
}

/** Quotes other than backticks end with their line. */
function readBrackets(text: string, state: { depth: number; quote: string }): void {
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (char === '\\') i++;
    else if (state.quote !== '') state.quote = char === state.quote ? '' : state.quote;
    else if ('"\'`'.includes(char)) state.quote = char;
    else if ('{(['.includes(char)) state.depth++;
    else if ('})]'.includes(char)) state.depth--;
  }
  if (state.quote !== '`') state.quote = '';
}
