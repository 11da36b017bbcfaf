/** Returns a line of the file, counted from 1; undefined if no chunk holds it. */
export type LineAt = (line: number) => string | undefined;

export interface Head {
  /** The declaration without its body, on one line. */
  readonly text: string;
  readonly endLine: number;
}

/** A bundle is one line with a thousand declarations. */
export const MAX_LINE_CHARS = 1_000;
/** Longer parameter lists exist; the rest is not worth its tokens. */
const MAX_HEAD_LINES = 24;
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Reads a declaration up to its body: to the first line end outside of brackets, or to the token that begins a body in most languages. Linear. */
export function readHead(lineAt: LineAt, { start, end }: { readonly start: number; readonly end: number }): Head {
  const parts: string[] = [];
  let depth = 0;
  for (let line = start; line <= Math.min(end, start + MAX_HEAD_LINES - 1); line++) {
    const text = (lineAt(line) ?? '').slice(0, MAX_LINE_CHARS);
    const isBlock = parts.length === 0 ? PYTHON.test(text) : PYTHON.test(parts[0] as string);
    const scanned = scanLine(text, depth, isBlock);
    parts.push(text.slice(0, scanned.at));
    depth = scanned.depth;
    if (scanned.at < text.length || depth === 0) return { text: join(parts), endLine: line };
  }
  return { text: join(parts), endLine: Math.min(end, start + MAX_HEAD_LINES - 1) };
}

/** A colon ends these declarations; elsewhere a type follows it. */
const PYTHON = /^\s*(?:async\s+def|def|class)\b/;

/** Returns where the head ends on the line (the line's length: not yet), and the number of open brackets there. */
function scanLine(text: string, open: number, endsWithColon: boolean): { at: number; depth: number } {
  let depth = open;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (char === '"' || char === "'" || char === '`') {
      const close = text.indexOf(char, i + 1);
      // A lone quote is a lifetime or an apostrophe.
      if (close > 0) i = close;
    } else if (char === '(' || char === '[' || (char === '{' && depth > 0)) depth++;
    else if (char in CLOSING) depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (char === '{' || char === ';' || (char === '=' && text[i + 1] === '>')) return { at: i, depth };
    else if (char === ':' && endsWithColon) return { at: i, depth };
  }
  return { at: text.length, depth };
}

function join(parts: readonly string[]): string {
  const text = parts
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .trim();
  return (text.endsWith('=') ? text.slice(0, -1) : text).trim();
}
