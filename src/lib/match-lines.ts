/** Matches of one text: for each the line in which it begins, from 0, and its start and end in UTF-16 units. One array, since a file may have millions. */
export type LineMatches = Uint32Array<ArrayBuffer>;

export interface MatchOptions {
  /** Stops after this many matches. */
  readonly max?: number;
}

/**
 * Finds every match of a global pattern, without empty ones. A pattern that a user typed may run for years: `thread/page/match-texts.ts` calls this
 * in a worker that can be ended.
 */
export function matchLines(text: string, pattern: RegExp, { max = Number.POSITIVE_INFINITY }: MatchOptions = {}) {
  const found: number[] = [];
  let line = 0;
  let nextBreak = text.indexOf('\n');
  for (const { index, 0: match } of text.matchAll(pattern)) {
    if (match === '') continue;
    if (found.length >= max * 3) break;
    for (; nextBreak >= 0 && nextBreak < index; nextBreak = text.indexOf('\n', nextBreak + 1)) line++;
    found.push(line, index, index + match.length);
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
  const source = how.regex ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const whole = how.word ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  try {
    return new RegExp(whole, how.case ? 'gmu' : 'gimu');
  } catch {
    return undefined;
  }
}
