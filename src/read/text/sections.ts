import type { Cut } from '../../model/cut.ts';
import { toName } from '../to-name.ts';
import type { Lines } from './lines.ts';
import { packEntries } from './pack-entries.ts';
import { addressAt, type TextScan } from './text-scanner.ts';

/** Finds TOML tables: `[tool.poetry]`, `[[package]]`. */
export function scanToml(lines: Lines): TextScan {
  const state = { depth: 0, string: '' };
  return { cuts: cutSections(lines, (line) => isInValue(lines, line, state)) };
}

/** Finds sections of INI files and similar formats. */
export function scanIni(lines: Lines): TextScan {
  return { cuts: cutSections(lines, () => false) };
}

const OPENING = 91;
const HEADER = /^\[\[?[^[\]\n]+\]\]?(?=[ \t]*(?:[#;].*)?$)/;

function cutSections(lines: Lines, isInside: (line: number) => boolean): Cut[] {
  const cuts: Cut[] = [];
  let comment = -1;
  let hasRoot = false;
  for (let line = 0; line < lines.count; line++) {
    const own = lines.indent(line);
    const first = lines.code(line, own);
    if (isInside(line) || first < 0) {
      comment = -1;
      continue;
    }
    if (first === 35 || first === 59) {
      if (comment < 0) comment = line;
      continue;
    }
    const header = first === OPENING ? HEADER.exec(lines.slice(line).slice(own, own + 300))?.[0] : undefined;
    if (header === undefined) hasRoot ||= cuts.length === 0;
    else if (cuts.length === 0) {
      if (hasRoot) cuts.push(addressAt(0, 1, '$'));
      cuts.push(addressAt(hasRoot ? (comment < 0 ? line : comment) : 0, 1, toName(header)));
    } else cuts.push(addressAt(comment < 0 ? line : comment, 1, toName(header)));
    comment = -1;
  }
  return cuts;
}

/** Returns true if the line continues an array or a string from above, and records what the line leaves open. */
function isInValue(lines: Lines, line: number, state: { depth: number; string: string }): boolean {
  const wasInside = state.depth > 0 || state.string !== '';
  const text = lines.slice(line);
  let at = 0;
  if (!wasInside) {
    const equals = text.indexOf('=');
    if (equals < 0) return false;
    at = equals + 1;
  }
  while (at < text.length) {
    if (state.string !== '') {
      const end = text.indexOf(state.string, at);
      if (end < 0) return wasInside;
      state.string = '';
      at = end + 3;
      continue;
    }
    const char = text[at] as string;
    if (char === '#') return wasInside;
    if (char === '"' || char === "'") {
      if (text.startsWith(char.repeat(3), at)) state.string = char.repeat(3);
      at = state.string === '' ? skipString(text, at + 1, char) : at + 3;
      continue;
    }
    if (char === '[' || char === '{') state.depth++;
    else if ((char === ']' || char === '}') && state.depth > 0) state.depth--;
    at++;
  }
  return wasInside;
}

function skipString(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at++;
    else if (text[at] === quote) return at + 1;
  }
  return text.length;
}

const KEY = /^(?:export[ \t]+)?([^\s=:#!][^\s=:]*)[ \t]*[=:]/;

/** Packs settings of one line each: `first…last`. */
export function scanProperties(lines: Lines, targetChars: number): TextScan {
  const starts: number[] = [];
  const keys: string[] = [];
  let comment = -1;
  let goesOn = false;
  for (let line = 0; line < lines.count; line++) {
    const isContinued: boolean = goesOn;
    const first = lines.code(line, lines.indent(line));
    const isComment: boolean = !isContinued && (first === 35 || first === 33);
    goesOn = !isComment && endsInBackslash(lines, line);
    if (isContinued) continue;
    if (isComment) {
      if (comment < 0) comment = line;
      continue;
    }
    const key = first < 0 ? undefined : KEY.exec(lines.slice(line).slice(0, 300).trimStart())?.[1];
    if (key !== undefined) {
      starts.push(comment < 0 ? line : comment);
      keys.push(toName(key));
    }
    comment = -1;
  }
  const toAddress = (first: number, last: number): string =>
    first === last ? (keys[first] as string) : `${keys[first]}…${keys[last]}`;
  return { cuts: packEntries(lines, { starts, toAddress }, targetChars) };
}

function endsInBackslash(lines: Lines, line: number): boolean {
  let count = 0;
  for (let at = lines.end(line) - 1; at >= lines.start(line) && lines.text.charCodeAt(at) === 92; at--) count++;
  return count % 2 === 1;
}
