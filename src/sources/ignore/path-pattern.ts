/**
 * One pattern of an ignore file as in gitignore(5), for names and paths. `*`, `?` and classes stay within a segment. A segment of two or more
 * stars matches any number of segments, at the end at least one.
 */
export interface PathPattern {
  /** Undefined for a pattern that matches nothing, such as `[a` or one that ends in a backslash. */
  readonly segments: readonly Segment[] | undefined;
  /** Required end of a name, if the pattern says nothing else (`*.log`). */
  readonly suffix: string | undefined;
}

/** Steps taken so far, for callers that limit them over many patterns and paths. */
export interface MatchWork {
  steps: number;
}

/** One step looks at one byte. Real patterns take some dozen; beyond the limit nothing matches, so that no pattern file can hang a walk [E4]. */
const MAX_STEPS = 100_000;

/** A literal byte is its code, 0–255. */
type Token = number | Uint8Array;
const ANY_BYTE = -1;
const STAR = -2;
const SLASH = 47;

/** `**` is a segment without tokens. */
type Segment = readonly Token[] | typeof ANY_DEPTH;
const ANY_DEPTH = 'any depth';

/** `pattern` is a byte string. */
export function parsePathPattern(pattern: string): PathPattern {
  const tokens = parseTokens(pattern);
  if (tokens === undefined) return { segments: undefined, suffix: undefined };
  return { segments: toSegments(tokens), suffix: findSuffix(tokens) };
}

/** `path` is a name, or a byte string without a slash at either end. Takes time at most proportional to pattern times path. */
export function matchesPath(pattern: PathPattern, path: string, work?: MatchWork): boolean {
  if (pattern.segments === undefined) return false;
  if (pattern.suffix !== undefined) return path.endsWith(pattern.suffix) && !path.includes('/');
  const budget = { steps: 0 };
  const matched = matchSegments(pattern.segments, path, budget);
  if (work !== undefined) work.steps += budget.steps;
  return matched && budget.steps <= MAX_STEPS;
}

/** Returns the length of the start without wildcards and quotes. */
export function findPlainLength(pattern: string): number {
  const special = pattern.search(/[*?[\\]/);
  return special < 0 ? pattern.length : special;
}

function parseTokens(pattern: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '*') tokens.push(STAR);
    else if (char === '?') tokens.push(ANY_BYTE);
    else if (char === '[') {
      const parsed = parseByteClass(pattern, at);
      if (parsed === undefined) return undefined;
      tokens.push(parsed.members);
      at = parsed.end - 1;
    } else {
      if (char === '\\') at++;
      if (at === pattern.length) return undefined;
      tokens.push(pattern.charCodeAt(at));
    }
  }
  return tokens;
}

function toSegments(tokens: readonly Token[]): readonly Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  for (let at = 0; at <= tokens.length; at++) {
    if (at < tokens.length && tokens[at] !== SLASH) continue;
    const segment = tokens.slice(start, at);
    const isAnyDepth = segment.length > 1 && segment.every((token) => token === STAR);
    segments.push(isAnyDepth ? ANY_DEPTH : joinStars(segment));
    start = at + 1;
  }
  return segments;
}

function joinStars(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((token, at) => token !== STAR || tokens[at - 1] !== STAR);
}

function findSuffix(tokens: readonly Token[]): string | undefined {
  if (tokens[0] !== STAR) return undefined;
  let suffix = '';
  for (const token of tokens.slice(1)) {
    if (typeof token !== 'number' || token < 0 || token === SLASH) return undefined;
    suffix += String.fromCharCode(token);
  }
  return suffix;
}

/**
 * Matches segments from left to right. On a mismatch the last `**` takes one more segment; an earlier `**` need not be tried again, since the
 * later one can take whatever it would.
 */
function matchSegments(segments: readonly Segment[], path: string, work: MatchWork): boolean {
  let wanted = 0;
  let start = 0;
  let retryWanted = -1;
  let retryStart = 0;
  while (start <= path.length) {
    const segment = segments[wanted];
    if (segment === ANY_DEPTH) {
      wanted++;
      if (wanted === segments.length) return true;
      retryWanted = wanted;
      retryStart = start;
      continue;
    }
    const end = findSegmentEnd(path, start);
    if (segment !== undefined && matchesSegment(segment, path, start, end, work)) {
      wanted++;
      start = end + 1;
      continue;
    }
    if (retryWanted < 0 || work.steps > MAX_STEPS) return false;
    retryStart = findSegmentEnd(path, retryStart) + 1;
    wanted = retryWanted;
    start = retryStart;
  }
  return wanted === segments.length;
}

function findSegmentEnd(path: string, start: number): number {
  const slash = path.indexOf('/', start);
  return slash < 0 ? path.length : slash;
}

/** The same within a segment: on a mismatch the last `*` takes one more byte. */
function matchesSegment(tokens: readonly Token[], path: string, start: number, end: number, work: MatchWork): boolean {
  let wanted = 0;
  let at = start;
  let retryWanted = -1;
  let retryAt = 0;
  let { steps } = work;
  for (;;) {
    steps++;
    const token = tokens[wanted];
    if (token === STAR) {
      retryWanted = ++wanted;
      retryAt = at;
      if (wanted === tokens.length) break;
      continue;
    }
    if (at < end && token !== undefined && fits(token, path.charCodeAt(at))) {
      wanted++;
      at++;
      continue;
    }
    if (at === end && token === undefined) break;
    if (retryWanted < 0 || retryAt === end || steps > MAX_STEPS) {
      work.steps = steps;
      return false;
    }
    at = ++retryAt;
    wanted = retryWanted;
  }
  work.steps = steps;
  return true;
}

function fits(token: Token, byte: number): boolean {
  return typeof token === 'number' ? token === byte || token === ANY_BYTE : token[byte] === 1;
}

/** A bracket expression such as `[a-z_]`, or a POSIX class in one. */
interface ByteClass {
  /** 256 flags, one for each byte. */
  readonly members: Uint8Array;
  /** Offset after the closing bracket. */
  readonly end: number;
}

/**
 * Parses a POSIX bracket expression; `^` works like `!`, and a backslash quotes. Returns undefined if it is not closed or names an unknown class:
 * git lets such a pattern match nothing.
 */
function parseByteClass(pattern: string, bracketAt: number): ByteClass | undefined {
  const lead = pattern[bracketAt + 1];
  const negated = lead === '!' || lead === '^';
  const first = bracketAt + (negated ? 2 : 1);
  const members = new Uint8Array(256);
  let at = first;
  // A closing bracket that comes first is a member.
  while (at === first || pattern[at] !== ']') {
    const next = addItem(members, pattern, at);
    if (next === undefined) return undefined;
    at = next;
  }
  return { members: negated ? members.map((flag) => 1 - flag) : members, end: at + 1 };
}

/** Adds one byte, range or named class and returns where the next item begins. */
function addItem(members: Uint8Array, pattern: string, at: number): number | undefined {
  const name = findClassName(pattern, at);
  if (name !== undefined) {
    const spans = POSIX.get(name);
    if (spans === undefined) return undefined;
    for (let i = 0; i < spans.length; i += 2) members.fill(1, spans.charCodeAt(i), spans.charCodeAt(i + 1) + 1);
    return at + name.length + 4;
  }
  const from = readMember(pattern, at);
  if (from === undefined) return undefined;
  // The start of a range counts even if the range is reversed.
  members[from.byte] = 1;
  if (pattern[from.end] !== '-' || pattern[from.end + 1] === ']') return from.end;
  const to = readMember(pattern, from.end + 1);
  if (to === undefined) return undefined;
  if (to.byte > from.byte) members.fill(1, from.byte, to.byte + 1);
  return to.end;
}

function readMember(pattern: string, at: number): { byte: number; end: number } | undefined {
  const start = pattern[at] === '\\' ? at + 1 : at;
  return start < pattern.length ? { byte: pattern.charCodeAt(start), end: start + 1 } : undefined;
}

/** Returns `alpha` for `[:alpha:]`. Without a closing `:]` it is a bracket like any other member. */
function findClassName(pattern: string, at: number): string | undefined {
  if (!pattern.startsWith('[:', at)) return undefined;
  const close = pattern.indexOf(']', at + 2);
  return close > at + 2 && pattern[close - 1] === ':' ? pattern.slice(at + 2, close - 1) : undefined;
}

/** First and last byte of each range. White space as git defines it: without vertical tab and form feed. */
const POSIX: ReadonlyMap<string, string> = new Map([
  ['alnum', '09AZaz'],
  ['alpha', 'AZaz'],
  ['blank', '  \t\t'],
  ['cntrl', '\x00\x1f\x7f\x7f'],
  ['digit', '09'],
  ['graph', '!~'],
  ['lower', 'az'],
  ['print', ' ~'],
  ['punct', '!/:@[`{~'],
  ['space', '  \t\n\r\r'],
  ['upper', 'AZ'],
  ['xdigit', '09AFaf'],
]);

/** Encodes UTF-8 bytes as chars 0–255, because `?` and classes in ignore files match bytes. ASCII, the common case, stays the same. */
export function toByteString(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}
