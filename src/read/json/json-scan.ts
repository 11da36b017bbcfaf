/** Bytes that JSON is made of. */
const TAB = 9;

export const LF = 10;
const CR = 13;
const SPACE = 32;
export const QUOTE = 34;
const APOSTROPHE = 39;
const ASTERISK = 42;
const PLUS = 43;
const COMMA = 44;
const HYPHEN = 45;
const DOT = 46;
const SLASH = 47;
const ZERO = 48;
const COLON = 58;
const UPPER_I = 73;
const UPPER_N = 78;
export const BRACKET = 91;
const BACKSLASH = 92;
const LOWER_E = 101;
const LOWER_U = 117;
export const BRACE = 123;

const WORDS: ReadonlyMap<number, readonly number[]> = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), [...word].map((c) => c.charCodeAt(0))]),
);

/** `"`, `\`, `/`, `b`, `f`, `n`, `r`, `t` */
const ESCAPES: ReadonlySet<number> = new Set([34, 92, 47, 98, 102, 110, 114, 116]);

/**
 * Validates JSON (RFC 8259) without recursion and records where each container ends. The lenient form also takes comments, trailing commas and the
 * rest of JSON5.
 */
export class JsonScan {
  readonly bytes: Uint8Array;
  readonly isLenient: boolean;
  /** Position where the text stopped being JSON. */
  errorAt = 0;
  /**
   * Two numbers per container, in order of opening: the position after its closing bracket and the number of the next container that is not inside.
   * While it is open: the position of its opening bracket and the number of the container around it.
   */
  #tape = new Int32Array(64);
  #count = 0;
  /** Number of the innermost open container, or -1. */
  #open = -1;
  #at = 0;
  #end = 0;

  constructor(bytes: Uint8Array, isLenient: boolean) {
    this.bytes = bytes;
    this.isLenient = isLenient;
  }

  /** Returns whether there is exactly one value between the two positions. */
  scan(from: number, to: number): boolean {
    this.#at = from;
    this.#end = to;
    this.#open = -1;
    const isValue = this.#scanValue();
    if (isValue) this.#skipSpace();
    this.errorAt = this.#at;
    return isValue && this.#at >= to;
  }

  endOf(container: number): number {
    return this.#tape[container * 2] as number;
  }

  nextOf(container: number): number {
    return this.#tape[container * 2 + 1] as number;
  }

  skipSpace(from: number, to: number): number {
    return skipSpace(this.bytes, from, to, this.isLenient);
  }

  #scanValue(): boolean {
    for (;;) {
      this.#skipSpace();
      const c = this.#byte();
      if (c === BRACE || c === BRACKET) {
        this.#openContainer();
        this.#skipSpace();
        if (this.#byte() !== c + 2) {
          if (c === BRACE && !this.#scanKey()) return false;
          continue;
        }
        this.#closeContainer();
      } else if (!this.#scanScalar(c)) return false;
      const isComplete = this.#endValue();
      if (isComplete !== undefined) return isComplete;
    }
  }

  /** Reads what follows a value. Returns undefined if that is another value. */
  #endValue(): boolean | undefined {
    while (this.#open >= 0) {
      this.#skipSpace();
      const bracket = this.bytes[this.endOf(this.#open)] as number;
      if (this.#byte() === COMMA) {
        this.#at++;
        this.#skipSpace();
        if (!this.isLenient || this.#byte() !== bracket + 2)
          return bracket !== BRACE || this.#scanKey() ? undefined : false;
      }
      if (this.#byte() !== bracket + 2) return false;
      this.#closeContainer();
    }
    return true;
  }

  #openContainer(): void {
    const entry = this.#count * 2;
    if (entry === this.#tape.length) {
      const grown = new Int32Array(entry * 2);
      grown.set(this.#tape);
      this.#tape = grown;
    }
    this.#tape[entry] = this.#at++;
    this.#tape[entry + 1] = this.#open;
    this.#open = this.#count++;
  }

  #closeContainer(): void {
    const entry = this.#open * 2;
    this.#open = this.#tape[entry + 1] as number;
    this.#tape[entry] = ++this.#at;
    this.#tape[entry + 1] = this.#count;
  }

  /** The byte at the cursor, or -1 at the end. */
  #byte(): number {
    return this.#at < this.#end ? (this.bytes[this.#at] as number) : -1;
  }

  #skipSpace(): void {
    this.#at = this.skipSpace(this.#at, this.#end);
  }

  #isQuote(c: number): boolean {
    return c === QUOTE || (this.isLenient && c === APOSTROPHE);
  }

  /** Reads a key and its colon. */
  #scanKey(): boolean {
    const c = this.#byte();
    if (this.#isQuote(c)) {
      if (!this.#scanString(c)) return false;
    } else if (this.isLenient && isNameByte(c) && !isDigit(c)) {
      while (isNameByte(this.#byte())) this.#at++;
    } else return false;
    this.#skipSpace();
    if (this.#byte() !== COLON) return false;
    this.#at++;
    return true;
  }

  #scanScalar(c: number): boolean {
    if (this.#isQuote(c)) return this.#scanString(c);
    if (c === HYPHEN || isDigit(c)) return this.isLenient ? this.#scanLenientNumber() : this.#scanNumber();
    const word = WORDS.get(c);
    if (word !== undefined) return this.#scanWord(word);
    return this.isLenient && (c === PLUS || c === DOT || c === UPPER_I || c === UPPER_N) && this.#scanLenientNumber();
  }

  #scanWord(word: readonly number[]): boolean {
    if (this.#at + word.length > this.#end) return false;
    for (let i = 0; i < word.length; i++) if (this.bytes[this.#at + i] !== word[i]) return false;
    this.#at += word.length;
    return true;
  }

  #scanNumber(): boolean {
    if (this.#byte() === HYPHEN) this.#at++;
    if (this.#byte() === ZERO) this.#at++;
    else if (!this.#skipDigits()) return false;
    if (this.#byte() === DOT) {
      this.#at++;
      if (!this.#skipDigits()) return false;
    }
    if ((this.#byte() | 32) !== LOWER_E) return true;
    this.#at++;
    if (this.#byte() === PLUS || this.#byte() === HYPHEN) this.#at++;
    return this.#skipDigits();
  }

  /** Skips at least one digit. */
  #skipDigits(): boolean {
    const from = this.#at;
    while (isDigit(this.#byte())) this.#at++;
    return this.#at > from;
  }

  /** Skips what JSON5 calls a number, loosely: signs, hexadecimal, leading and trailing points, Infinity, NaN. */
  #scanLenientNumber(): boolean {
    const from = this.#at;
    let isNumber = false;
    for (;;) {
      const c = this.#byte();
      if (isDigit(c) || isLetter(c)) isNumber = true;
      else if (c !== PLUS && c !== HYPHEN && c !== DOT) break;
      this.#at++;
    }
    if (!isNumber) this.#at = from;
    return isNumber;
  }

  #scanString(quote: number): boolean {
    const { bytes } = this;
    const end = this.#end;
    let at = this.#at + 1;
    while (at < end) {
      const c = bytes[at] as number;
      if (c === quote) {
        this.#at = at + 1;
        return true;
      }
      if (c === BACKSLASH) {
        const length = this.#escapeLength(at);
        if (length === 0) break;
        at += length;
      } else if (c < SPACE && !(this.isLenient && c === TAB)) break;
      else at++;
    }
    this.#at = at;
    return false;
  }

  /** Returns 0 if JSON does not allow the escape. */
  #escapeLength(at: number): number {
    if (at + 1 >= this.#end) return 0;
    const c = this.bytes[at + 1] as number;
    if (c !== LOWER_U) return this.isLenient || ESCAPES.has(c) ? 2 : 0;
    if (at + 6 > this.#end) return 0;
    for (let i = at + 2; i < at + 6; i++) if (!isHexDigit(this.bytes[i] as number)) return 0;
    return 6;
  }
}

export interface JsonMember {
  /** Position of the key, or of the value in an array. */
  readonly start: number;
  /** Position after the key; `start` without one. */
  readonly keyEnd: number;
  readonly value: number;
  /** Position after the value. */
  readonly end: number;
  /** Number of the container that the value is, or -1. */
  readonly container: number;
}

/** A cursor over the members of a container, or over the values of JSON lines. */
export class JsonMembers {
  readonly isObject: boolean;
  readonly #scan: JsonScan;
  readonly #hasCommas: boolean;
  readonly #end: number;
  /** Position of the next member. */
  #at: number;
  /** Number of the next container. */
  #child: number;

  /** Without `container`, all lines of the text. */
  constructor(scan: JsonScan, container?: Pick<JsonMember, 'value' | 'container'>) {
    const { bytes } = scan;
    this.#scan = scan;
    this.#hasCommas = container !== undefined;
    this.#end = container ? scan.endOf(container.container) - 1 : bytes.length;
    this.#at = scan.skipSpace(container ? container.value + 1 : 0, this.#end);
    this.#child = container ? container.container + 1 : 0;
    this.isObject = container !== undefined && bytes[container.value] === BRACE;
  }

  static isContainer(byte: number | undefined): boolean {
    return byte === BRACE || byte === BRACKET;
  }

  get at(): number {
    return this.#at;
  }

  get isDone(): boolean {
    return this.#at >= this.#end;
  }

  next(): JsonMember {
    const start = this.#at;
    const keyEnd = this.isObject ? this.#skipKey(start) : start;
    const value = this.isObject ? this.#skip(this.#skip(keyEnd) + 1) : start;
    const container = JsonMembers.isContainer(this.#scan.bytes[value]) ? this.#child : -1;
    const end = container < 0 ? skipScalar(this.#scan.bytes, value, this.#end) : this.#scan.endOf(container);
    if (container >= 0) this.#child = this.#scan.nextOf(container);
    this.#at = this.#skip(end);
    if (this.#hasCommas && !this.isDone) this.#at = this.#skip(this.#at + 1);
    return { start, keyEnd, value, end, container };
  }

  #skip(at: number): number {
    return this.#scan.skipSpace(at, this.#end);
  }

  #skipKey(from: number): number {
    const { bytes } = this.#scan;
    if (bytes[from] === QUOTE || bytes[from] === APOSTROPHE) return skipScalar(bytes, from, this.#end);
    let at = from;
    while (at < this.#end && isNameByte(bytes[at] as number)) at++;
    return at;
  }
}

function isHexDigit(c: number): boolean {
  return isDigit(c) || ((c | 32) >= 97 && (c | 32) <= 102);
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

function isLetter(c: number): boolean {
  return (c | 32) >= 97 && (c | 32) <= 122;
}

/** A byte of a key without quotes. */
function isNameByte(c: number): boolean {
  return isLetter(c) || isDigit(c) || c === 95 || c === 36 || c >= 0x80;
}

export function isSpace(c: number): boolean {
  return c === SPACE || c === LF || c === CR || c === TAB;
}

/** Skips white space, and comments if lenient. An unclosed comment is not skipped. */
function skipSpace(bytes: Uint8Array, from: number, to: number, isLenient: boolean): number {
  let at = from;
  while (at < to) {
    if (isSpace(bytes[at] as number)) at++;
    else {
      const next = isLenient && bytes[at] === SLASH ? skipComment(bytes, at, to) : at;
      if (next === at) break;
      at = next;
    }
  }
  return at;
}

function skipComment(bytes: Uint8Array, from: number, to: number): number {
  if (from + 1 >= to) return from;
  if (bytes[from + 1] === SLASH) {
    const end = bytes.indexOf(LF, from);
    return end < 0 || end > to ? to : end;
  }
  if (bytes[from + 1] !== ASTERISK) return from;
  for (let at = from + 2; at + 1 < to; at++) if (bytes[at] === ASTERISK && bytes[at + 1] === SLASH) return at + 2;
  return from;
}

/** Skips a string, a number or a word of text that is known to be valid. */
function skipScalar(bytes: Uint8Array, from: number, to: number): number {
  const quote = bytes[from] as number;
  let at = from;
  if (quote === QUOTE || quote === APOSTROPHE) {
    at++;
    while (bytes[at] !== quote) at += bytes[at] === BACKSLASH ? 2 : 1;
    return at + 1;
  }
  while (at < to && !endsScalar(bytes[at] as number)) at++;
  return at;
}

function endsScalar(c: number): boolean {
  return c <= SPACE || c === COMMA || c === BRACKET + 2 || c === BRACE + 2 || c === COLON || c === SLASH;
}
