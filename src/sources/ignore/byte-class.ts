/** A bracket expression such as `[a-z_]`, or a POSIX class in one. */
export interface ByteClass {
  /** 256 flags, one for each byte. */
  readonly members: Uint8Array;
  /** Offset after the closing bracket. */
  readonly end: number;
}

/**
 * Parses a POSIX bracket expression; `^` works like `!`, and a backslash quotes. Returns undefined if it is not closed or names an unknown class:
 * git lets such a pattern match nothing.
 */
export function parseByteClass(pattern: string, bracketAt: number): ByteClass | undefined {
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
