import {
  APOSTROPHE,
  BACKSLASH,
  BRACE,
  BRACKET,
  COLON,
  COMMA,
  isDigit,
  isLetter,
  isNameByte,
  QUOTE,
  skipSpace,
} from './json-bytes.ts';

const TAB = 9;
const SPACE = 32;
const PLUS = 43;
const HYPHEN = 45;
const DOT = 46;
const ZERO = 48;
const UPPER_I = 73;
const UPPER_N = 78;
const LOWER_E = 101;
const LOWER_U = 117;
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

function isHexDigit(c: number): boolean {
  return isDigit(c) || ((c | 32) >= 97 && (c | 32) <= 102);
}
