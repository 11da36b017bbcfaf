import { createLineCounter } from './lines.ts';

/** Matches of one text: for each the line in which it begins, from 0, and its start and end in UTF-16 units. One array, since a file may have millions. */
export type LineMatches = Uint32Array<ArrayBuffer>;

export interface MatchOptions {
  /** Text without which nothing matches; looking for it first is many times faster. */
  readonly needs?: string;
}

/**
 * Finds every match of a global pattern, without empty ones. A pattern that a user typed may run for years: `thread/page/match-texts.ts` calls this
 * in a worker that can be ended.
 */
export function matchLines(text: string, pattern: RegExp, { needs = '' }: MatchOptions = {}): LineMatches {
  const found: number[] = [];
  if (!text.includes(needs)) return new Uint32Array();
  const lineOf = createLineCounter(text);
  for (const { index, 0: match } of text.matchAll(pattern)) {
    if (match === '') continue;
    found.push(lineOf(index) - 1, index, index + match.length);
  }
  return Uint32Array.from(found);
}

/** How a typed text is compared. */
export interface MatchHow {
  readonly case?: boolean;
  readonly word?: boolean;
  readonly regex?: boolean;
}

/** Makes the pattern of a typed text; undefined for no text and for an invalid regular expression. */
export function toPattern(text: string, how: MatchHow): RegExp | undefined {
  if (text === '') return undefined;
  const source = how.regex ? toLineSource(text) : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const whole = how.word ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  const flags = how.case ? 'gm' : 'gim';
  try {
    return new RegExp(whole, `${flags}u`);
  } catch {
    // Patterns written for other tools escape characters that need none, such as `\-`.
    return how.word ? undefined : toLoosePattern(whole, flags);
  }
}

function toLoosePattern(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** A quantifier, an escape, a class, or any other character. */
const ATOM = /[*+?]\??|\{\d*,?\d*\}\??|\\[pP]\{[^}]*\}|\\.|\[\^?(?:\\.|[^\]\\])*\]|./gsu;
const OPPOSITES: Readonly<Record<string, string>> = { s: 'S', W: 'w', D: 'd', P: 'p' };

/** Keeps matches within their line, as grep does, unless the pattern names line breaks. */
function toLineSource(source: string): string {
  if (source.includes('\\n')) return source;
  return source.replace(ATOM, (atom) => {
    const opposite = atom[0] === '\\' ? OPPOSITES[atom[1] as string] : undefined;
    if (opposite !== undefined) return `[^\\n\\${opposite}${atom.slice(2)}]`;
    if (atom.startsWith('[^')) return `[^\\n${atom.slice(2)}`;
    return /^\[.*\\[sWDP]/.test(atom) ? `(?:(?!\\n)${atom})` : atom;
  });
}

/** Lists texts that every match of a regular expression contains, in order; none if it has alternatives. */
export function listLiterals(source: string): string[] {
  const literals: string[] = [];
  let run = '';
  let depth = 0;
  const end = (kept = run): void => {
    if (kept !== '') literals.push(kept);
    run = '';
  };
  for (const [atom] of source.matchAll(ATOM)) {
    if (atom === '(') {
      end();
      depth++;
    } else if (atom === ')') depth--;
    else if (depth > 0) continue;
    else if (atom === '|') return [];
    else if (/^(?:[*?]|\{.+\})/.test(atom)) end(run.replace(/.$/su, ''));
    else if (/^\\[^a-zA-Z0-9]$/.test(atom)) run += atom[1];
    else if (/^[\\[.^$+]/.test(atom)) end();
    else run += atom;
  }
  end();
  return literals;
}

/** Filters that a query may have, as `search/parse-query.ts` reads them. */
const FILTER = String.raw`-?(?:(?:path|kind|heading|symbol|lang|language|source|tag):|(?:after|before|modified):(?="?\d))(?:"[^"]*"(?=\s|$)|\S+)`;
export const FILTERS = new RegExp(String.raw`(?<=^|\s)${FILTER}`, 'gi');
const REGEX = /^\s*\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\]|\\.)*\])+)\/(i?)\s*$/;

/** Splits a query whose every match is listed, such as `path:src /regular expression/i`; undefined for other queries. */
export function splitListed(
  query: string,
  how: MatchHow,
): { readonly text: string; readonly how: MatchHow; readonly filters: string } | undefined {
  if (how.regex) return query === '' ? undefined : { text: query, how, filters: '' };
  const filters = query.match(FILTERS)?.join(' ') ?? '';
  const text = query.replace(FILTERS, '');
  const [, pattern, flag] = REGEX.exec(text) ?? [];
  if (pattern !== undefined) return { text: pattern, how: { regex: true, case: flag === '' }, filters };
  return text.trim() !== '' && (how.case || how.word) ? { text: text.trim(), how, filters } : undefined;
}
