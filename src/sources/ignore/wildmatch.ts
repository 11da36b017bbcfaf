const MATCH = 0;
const NO_MATCH = 1;
const ABORT_ALL = 2;
const ABORT_TO_STARSTAR = 3;

/** Many `**` make git's own matcher exponential. No real pattern comes near this count of steps; beyond it a pattern matches nothing [E4]. */
const MAX_STEPS = 20_000;

/**
 * git's `wildmatch.c`, step by step, because its corner cases are the semantics. Both strings are byte strings (`toByteString`): git's `?` and classes
 * match bytes. With `pathname`, wildcards other than `**` stop at `/`.
 */
export function wildmatch(pattern: string, text: string, pathname: boolean, work?: MatchWork): boolean {
  const run = { pattern, text, pathname, steps: 0 };
  const matched = match(run, 0, 0) === MATCH;
  if (work !== undefined) work.steps += run.steps;
  return matched;
}

/** What matching has taken so far, for whoever bounds it over many patterns and paths. */
export interface MatchWork {
  steps: number;
}

/** UTF-8 bytes as chars 0–255. ASCII, the common case, is itself. */
export function toByteString(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

export function isGlobSpecial(unit: number): boolean {
  return unit === STAR || unit === QUESTION || unit === BRACKET || unit === BACKSLASH;
}

interface Run {
  readonly pattern: string;
  readonly text: string;
  readonly pathname: boolean;
  steps: number;
}

const STAR = 42;
const SLASH = 47;
const QUESTION = 63;
const BRACKET = 91;
const BACKSLASH = 92;

/** charCodeAt past the end is NaN; C reads 0 there. */
function unitAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 0;
}

function match(run: Run, patternAt: number, textAt: number): number {
  const { pattern, text, pathname } = run;
  let p = patternAt;
  let t = textAt;
  for (; p < pattern.length; p++, t++) {
    if (++run.steps > MAX_STEPS) return ABORT_ALL;
    let unit = pattern.charCodeAt(p);
    const textUnit = unitAt(text, t);
    if (textUnit === 0 && unit !== STAR) return ABORT_ALL;
    if (unit === QUESTION) {
      if (pathname && textUnit === SLASH) return NO_MATCH;
      continue;
    }
    if (unit === BRACKET) {
      const end = matchClass(pattern, p, textUnit);
      if (end === 0) return ABORT_ALL;
      if (end < 0 || (pathname && textUnit === SLASH)) return NO_MATCH;
      p = end;
      continue;
    }
    if (unit === STAR) {
      const after = matchStar(run, p, t);
      if (after.done !== undefined) return after.done;
      p = after.p;
      t = after.t;
      continue;
    }
    if (unit === BACKSLASH) unit = unitAt(pattern, ++p);
    if (textUnit !== unit) return NO_MATCH;
  }
  return t < text.length ? NO_MATCH : MATCH;
}

/** Either a result, or where pattern and text go on (both on the slash that `*` ran up to). */
interface AfterStar {
  readonly done?: number;
  readonly p: number;
  readonly t: number;
}

function matchStar(run: Run, starAt: number, textAt: number): AfterStar {
  const { pattern, text, pathname } = run;
  let p = starAt + 1;
  let overSlash = !pathname;
  if (unitAt(pattern, p) === STAR) {
    while (unitAt(pattern, p) === STAR) p++;
    const before = starAt === 0 || pattern.charCodeAt(starAt - 1) === SLASH;
    const next = unitAt(pattern, p);
    const after = p >= pattern.length || next === SLASH || (next === BACKSLASH && unitAt(pattern, p + 1) === SLASH);
    if (pathname && before && after) {
      if (next === SLASH && match(run, p + 1, textAt) === MATCH) return { done: MATCH, p, t: textAt };
      overSlash = true;
    }
  }
  if (p >= pattern.length) {
    const done = overSlash || text.indexOf('/', textAt) < 0 ? MATCH : NO_MATCH;
    return { done, p, t: textAt };
  }
  if (!overSlash && pattern.charCodeAt(p) === SLASH) {
    const slash = text.indexOf('/', textAt);
    return slash < 0 ? { done: NO_MATCH, p, t: textAt } : { p, t: slash };
  }
  return { done: tryEach(run, p, textAt, overSlash), p, t: textAt };
}

function tryEach(run: Run, p: number, textAt: number, overSlash: boolean): number {
  const { pattern, text } = run;
  const first = pattern.charCodeAt(p);
  const literal = !isGlobSpecial(first);
  for (let t = textAt; t < text.length; t++) {
    if (literal) {
      while (t < text.length && text.charCodeAt(t) !== first && (overSlash || text.charCodeAt(t) !== SLASH)) t++;
      if (t >= text.length || text.charCodeAt(t) !== first) return NO_MATCH;
    }
    const matched = match(run, p, t);
    if (matched !== NO_MATCH) {
      if (!overSlash || matched !== ABORT_TO_STARSTAR) return matched;
    } else if (!overSlash && text.charCodeAt(t) === SLASH) {
      return ABORT_TO_STARSTAR;
    }
  }
  return ABORT_ALL;
}

/** Position of the closing bracket when `unit` is in the class, -1 when it is not, 0 when the class is malformed. */
function matchClass(pattern: string, bracketAt: number, unit: number): number {
  let p = bracketAt + 1;
  const lead = unitAt(pattern, p);
  const negated = lead === 33 || lead === 94;
  if (negated) p++;
  let matched = false;
  let previous = 0;
  do {
    let member = unitAt(pattern, p);
    if (member === 0) return 0;
    if (member === BACKSLASH) {
      member = unitAt(pattern, ++p);
      if (member === 0) return 0;
      if (unit === member) matched = true;
    } else if (member === 45 && previous !== 0 && p + 1 < pattern.length && pattern.charCodeAt(p + 1) !== 93) {
      let to = unitAt(pattern, ++p);
      if (to === BACKSLASH) to = unitAt(pattern, ++p);
      if (to === 0) return 0;
      if (unit <= to && unit >= previous) matched = true;
      member = 0;
    } else if (member === BRACKET && unitAt(pattern, p + 1) === 58) {
      const end = pattern.indexOf(']', p + 2);
      if (end < 0) return 0;
      if (end - 1 < p + 2 || pattern.charCodeAt(end - 1) !== 58) {
        if (unit === BRACKET) matched = true;
      } else {
        const test = POSIX[pattern.slice(p + 2, end - 1)];
        if (test === undefined) return 0;
        if (test.test(String.fromCharCode(unit))) matched = true;
        p = end;
        member = 0;
      }
    } else if (unit === member) {
      matched = true;
    }
    previous = member;
    p++;
  } while (unitAt(pattern, p) !== 93);
  return matched === negated ? -1 : p;
}

const POSIX: Readonly<Record<string, RegExp>> = {
  __proto__: null as unknown as RegExp,
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};
