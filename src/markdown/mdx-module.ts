/** Imports and exports of MDX, told from prose that begins with the same word. */
const MODULE =
  /^(?:import\s+(?:(?:type\s+)?(?:[\w$]+\s*,?\s*)?(?:\{[^}"']*\}|\*\s+as\s+[\w$]+)?\s*from\s+)?["']|export\s+(?:(?:async\s+)?(?:const|let|function|class|type|interface)\s+[\w$]+\s*[=({<:]|default\s+(?:function|class|async|[({]|[\w$]+;?\s*$)|[{*]))/;
/** A longer export is text from its first blank line on, so that a bracket left open does not hide a file. */
const MAX_LINES = 1_000;

/** Returns the line after the imports and exports that begin at `line`, or `line` if it begins none. They end at a blank line outside of brackets. */
export function findModuleEnd(lines: readonly string[], line: number): number {
  if (!/^(?:im|ex)port\s/.test(lines[line] as string)) return line;
  const blank = lines.findIndex((text, i) => i > line && text.trim() === '');
  if (!MODULE.test(lines.slice(line, blank < 0 ? undefined : blank).join('\n'))) return line;
  let firstBlank = lines.length;
  const last = Math.min(lines.length, line + MAX_LINES);
  const state = { depth: 0, quote: '' };
  for (let i = line; i < last; i++) {
    const text = lines[i] as string;
    const isOpen = state.depth > 0 || state.quote !== '';
    if (text.trim() === '') {
      if (!isOpen) return i;
      firstBlank = Math.min(firstBlank, i);
    } else if (!isOpen && /^-[ \t]*-[ \t]*-[- \t]*$/.test(text)) return i;
    else readBrackets(text, state);
  }
  return state.depth <= 0 && state.quote === '' && last === lines.length ? last : firstBlank;
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
