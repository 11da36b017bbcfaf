import type { Cut } from '../../model/cut.ts';
import { toName } from '../to-name.ts';
import type { Lines } from './lines.ts';
import { headingAt, type TextScan } from './text-scanner.ts';

const LEVELS: ReadonlyMap<string, number> = new Map([
  ['part', 1],
  ['chapter', 2],
  ['section', 3],
  ['subsection', 4],
  ['subsubsection', 5],
]);
/** Environments whose content is shown verbatim, or not at all. */
const OPAQUE = new Set(['verbatim', 'verbatim*', 'Verbatim', 'lstlisting', 'minted', 'comment', 'filecontents']);
/** Lines that define commands, and do not use them. */
const DEFINITION =
  /^[ \t]*\\(?:(?:re|provide)?newcommand|renewcommand|providecommand|def|let|titleformat|titlespacing)\b/;

/** A command, an escaped character, or a comment. */
const COMMAND = /\\(?:([A-Za-z@]{1,20})|.)?|%.*/g;

/** Finds the sectioning commands of TeX and LaTeX. The highest one in the file is level 1: an article has no parts. */
export function scanTex(lines: Lines): TextScan {
  const found: Cut[] = [];
  let title = '';
  let opaque = '';
  for (let line = 0; line < lines.count; line++) {
    const text = lines.slice(line);
    for (const { 0: command, 1: name = '', index } of text.matchAll(COMMAND)) {
      const at = index + command.length;
      if (name === 'begin' || name === 'end') opaque = toOpaque(opaque, name, text.slice(at, at + 40));
      const level = LEVELS.get(name);
      if (opaque !== '' || (level === undefined && (name !== 'title' || title !== ''))) continue;
      if (DEFINITION.test(text.slice(0, 200))) break;
      const heading = toTexText(readArgument(lines.text, lines.start(line) + at));
      if (level === undefined) title = heading;
      else if (heading !== '') found.push(headingAt(line, level, heading));
    }
  }
  const highest = found.reduce((least, cut) => Math.min(least, cut.level), 5);
  const cuts = found.map((cut) => ({ ...cut, level: cut.level - highest + 1 }));
  return { cuts, title };
}

function toOpaque(open: string, command: string, rest: string): string {
  const name = /^\{([A-Za-z]+\*?)\}/.exec(rest)?.[1] ?? '';
  if (command === 'end') return name === open ? '' : open;
  return open === '' && OPAQUE.has(name) ? name : open;
}

/** A title may span several lines. */
const MAX_RAW = 300;

/** Reads the braces after `*` and `[…]`; empty without braces. */
function readArgument(text: string, from: number): string {
  const before = /^\*?\s*(?:\[[^\]]*\]\s*)?\{/.exec(text.slice(from, from + MAX_RAW));
  if (!before) return '';
  const start = from + before[0].length;
  let depth = 1;
  for (let at = start; at < text.length && at < start + MAX_RAW; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 123) depth++;
    else if (code === 125 && --depth === 0) return text.slice(start, at);
  }
  return '';
}

const LETTERS: Readonly<Record<string, string>> = { LaTeX: 'LaTeX', TeX: 'TeX', ldots: '…', dots: '…', ss: 'ß' };

/** Drops commands and keeps their arguments. */
function toTexText(raw: string): string {
  const text = raw
    .slice(0, MAX_RAW)
    .replace(/(^|[^\\])%[^\n]*\n?[ \t]*/g, '$1')
    .replace(/\\(?:label|index|footnote|thanks|cite\w*|ref|vspace|hspace|protect)\*?\{[^{}]*\}/g, '')
    .replace(/\\texorpdfstring\s*\{([^{}]*)\}\s*\{[^{}]*\}/g, '$1')
    .replace(/\\([A-Za-z]+)\*?(?:\s+|(?![A-Za-z]))/g, (_, name: string) => LETTERS[name] ?? '')
    .replace(/\\\\(?:\[[^\]]*\])?/g, ' ')
    .replace(/\\([&%$#_{}])/g, (_, char: string) => `\ue000${char}`)
    .replace(/\\[,;:!/ @"'`^~=.-]|~/g, ' ')
    .replace(/(^|[^\ue000])[{}]/g, '$1')
    .replace(/(^|[^\ue000])[{}]/g, '$1')
    .replace(/``|''/g, '"')
    .replace(/\ue000/g, '');
  return toName(text).trim();
}
