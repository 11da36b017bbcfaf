export type Brace = 'body' | 'values' | 'inside' | 'scope';

const NONE = 0;
const CLASS = 1;
const ENUM = 2;
const NAMESPACE = 3;
const ASIDE = 4;
const TRAILER = 5;
const ACCESS = 6;
const REQUIRES = 7;
const TEMPLATE = 8;
const OPERATOR = 9;
const STORAGE = 10;

const WORDS: ReadonlyMap<string, number> = new Map([
  ['class', CLASS],
  ['struct', CLASS],
  ['union', CLASS],
  ['enum', ENUM],
  ['namespace', NAMESPACE],
  // Words whose parentheses hold no parameters.
  ['alignas', ASIDE],
  ['_Alignas', ASIDE],
  ['decltype', ASIDE],
  ['typeof', ASIDE],
  ['__typeof__', ASIDE],
  ['noexcept', ASIDE],
  ['throw', ASIDE],
  ['explicit', ASIDE],
  ['asm', ASIDE],
  ['__asm__', ASIDE],
  ['__attribute__', ASIDE],
  ['__attribute', ASIDE],
  ['__declspec', ASIDE],
  ['const', TRAILER],
  ['volatile', TRAILER],
  ['override', TRAILER],
  ['final', TRAILER],
  ['mutable', TRAILER],
  ['constexpr', TRAILER],
  ['try', TRAILER],
  ['public', ACCESS],
  ['protected', ACCESS],
  ['private', ACCESS],
  ['signals', ACCESS],
  ['Q_SIGNALS', ACCESS],
  ['extern', STORAGE],
  ['static', STORAGE],
  ['inline', STORAGE],
  ['virtual', STORAGE],
  ['friend', STORAGE],
  ['typedef', STORAGE],
  ['requires', REQUIRES],
  ['template', TEMPLATE],
  ['operator', OPERATOR],
]);

/** Represents any word. */
export const LETTER = 97;
const AMPERSAND = 38;
const CLOSING = 41;
const COLON = 58;
const GREATER = 62;

/** The text before a brace. Distinguishes the body of a function from a class, a namespace and a list of values. */
export class Head {
  /** Offset of its first character; -1 before it begins. */
  start = -1;
  /** The last character that is neither blank nor in a comment; LETTER for any word, 0 at the start. */
  last = 0;
  hasEquals = false;
  /** The previous word was `template`. */
  isTemplate = false;
  /** The parameters have ended, and everything after them may come before a body. */
  isOver = false;
  /** After `->` and `requires`, anything may come before a body. */
  isOpenEnded = false;
  /** Words that are a type or a name: a single one may be a macro. */
  names = 0;
  /** Start of a macro after the parameters if it is the last word, or -1. */
  macroAt = -1;
  /** Offset of a constructor's colon, or -1. */
  initialisersAt = -1;
  #keyword = NONE;
  /** Words between `class` and the first parentheses after it. */
  #tagWords = 0;
  /** A class's colon has been passed. */
  #hasBases = false;
  /** A constructor's colon has been passed: `a(1), b{2}`. */
  #hasInitialisers = false;
  #hasRequires = false;
  /** The last word was `requires`: its braces hold no statements. */
  #isRequirement = false;
  #isAside = false;
  #isAccess = false;

  clear(): void {
    this.copy(EMPTY);
  }

  copy(other: Head): void {
    this.start = other.start;
    this.last = other.last;
    this.hasEquals = other.hasEquals;
    this.isTemplate = other.isTemplate;
    this.isOver = other.isOver;
    this.isOpenEnded = other.isOpenEnded;
    this.names = other.names;
    this.macroAt = other.macroAt;
    this.initialisersAt = other.initialisersAt;
    this.#keyword = other.#keyword;
    this.#tagWords = other.#tagWords;
    this.#hasBases = other.#hasBases;
    this.#hasInitialisers = other.#hasInitialisers;
    this.#hasRequires = other.#hasRequires;
    this.#isRequirement = other.#isRequirement;
    this.#isAside = other.#isAside;
    this.#isAccess = other.#isAccess;
  }

  /** Returns true for `operator`, which is followed by signs that have no meaning here. */
  addWord(text: string, start: number, end: number): boolean {
    const isFirst = this.start < 0;
    if (isFirst) this.start = start;
    this.last = LETTER;
    this.#isRequirement = false;
    this.#isAside = false;
    this.isTemplate = false;
    this.macroAt = -1;
    const what = end - start < 3 || end - start > 13 ? NONE : (WORDS.get(text.slice(start, end)) ?? NONE);
    switch (what) {
      case CLASS:
      case ENUM:
      case NAMESPACE:
        this.#addKeyword(what);
        break;
      case ASIDE:
        this.#isAside = true;
        this.#addMacro(start);
        break;
      case TRAILER:
        break;
      case STORAGE:
        if (!this.isOpenEnded && !this.#hasInitialisers) this.isOver = false;
        break;
      case ACCESS:
        this.#isAccess ||= isFirst;
        break;
      case REQUIRES:
        this.#isRequirement = true;
        this.#hasRequires = true;
        this.isOpenEnded ||= this.isOver;
        break;
      case TEMPLATE:
        this.isTemplate = true;
        break;
      default:
        this.#addName(text, start, end);
    }
    return what === OPERATOR;
  }

  #addKeyword(keyword: number): void {
    // `enum class`, and types after the parameters.
    if (this.#keyword === ENUM || this.isOpenEnded || this.#hasInitialisers) return;
    this.#keyword = keyword;
    this.#tagWords = 0;
    this.isOver = false;
    this.#hasBases = false;
  }

  #addName(text: string, start: number, end: number): void {
    if (!this.isOver) {
      // `namespace std VISIBILITY(default) {`
      if (this.#keyword === NAMESPACE && this.#tagWords === 1 && isMacro(text, start, end)) this.macroAt = start;
      this.#tagWords++;
      this.names++;
    } else if (!this.isOpenEnded && !this.#hasInitialisers) {
      this.isOver = isMacro(text, start, end);
      if (this.isOver) this.#addMacro(start);
      else this.names++;
    }
  }

  #addMacro(start: number): void {
    const isTrailing = this.isOver && !this.isOpenEnded && !this.#hasInitialisers && !this.hasEquals;
    // In `FOO(a) BAR(b)` either one may be the name.
    if (isTrailing && this.names > 1) this.macroAt = start;
  }

  isBeforeParameters(): boolean {
    return this.last === LETTER && !this.#isAside && !this.#isRequirement && !this.#hasInitialisers;
  }

  /** Records closed parentheses. */
  addParentheses(): void {
    this.last = CLOSING;
    if (!this.#isAside && !this.#isRequirement) this.isOver = true;
    this.#isAside = false;
    this.macroAt = -1;
  }

  /** Adds a colon that is not half of `::`. Returns true when it ends the text before it (`public:`). */
  addColon(at: number): boolean {
    this.last = COLON;
    this.macroAt = -1;
    if (this.isOver) {
      if (!this.#hasInitialisers) this.initialisersAt = at;
      this.#hasInitialisers = true;
    } else this.#hasBases = true;
    return this.#isAccess;
  }

  addSign(code: number, at: number): void {
    if (this.start < 0) this.start = at;
    this.last = code;
    this.#isAside = false;
    this.#isRequirement = false;
    this.isTemplate = false;
    this.macroAt = -1;
    // `f() &` and `f() &&` qualify the object.
    if (code !== AMPERSAND && !this.isOpenEnded && !this.#hasInitialisers) this.isOver = false;
  }

  /** `body` and `values` hold no declarations; `inside` is part of a head that continues; a `scope` may hold declarations. */
  toBrace(): Brace {
    if (this.#isRequirement) return 'inside';
    if (this.hasEquals) return this.#hasRequires ? 'inside' : 'values';
    if (this.#keyword === NAMESPACE) return 'scope';
    if (this.#keyword === ENUM) return 'values';
    if (this.#hasInitialisers) return this.last === LETTER || this.last === GREATER ? 'inside' : 'body';
    // `struct tag name(…) {` is a function; `struct ALIGNED(8) tag {` and `class A : public B(…) {` are not.
    const isClass = this.#keyword === CLASS && (this.#hasBases || this.#tagWords < 2);
    return this.isOver && !isClass ? 'body' : 'scope';
  }
}

const EMPTY = new Head();

function isMacro(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if ((code >= 97 && code <= 122) || code >= 128) return text.startsWith('__', start);
  }
  return true;
}
