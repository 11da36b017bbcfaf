export type Brace = 'body' | 'values' | 'inside' | 'scope';

const KINDS = {
  class: 'class struct union',
  enum: 'enum',
  namespace: 'namespace',
  // Their parentheses hold no parameters.
  aside:
    'alignas _Alignas decltype typeof __typeof__ noexcept throw explicit asm __asm__ __attribute__ __attribute __declspec',
  trailer: 'const volatile override final mutable constexpr try',
  access: 'public protected private signals Q_SIGNALS',
  requires: 'requires',
  template: 'template',
  operator: 'operator',
  storage: 'extern static inline virtual friend typedef',
} as const;

type WordKind = keyof typeof KINDS;

const WORDS: ReadonlyMap<string, WordKind> = new Map(
  Object.entries(KINDS).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind as WordKind])),
);

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
  // Not `#`: then a copy would have to name each field.
  private keyword: 'class' | 'enum' | 'namespace' | undefined = undefined;
  /** Words between `class` and the first parentheses after it. */
  private tagWords = 0;
  /** A class's colon has been passed. */
  private hasBases = false;
  /** A constructor's colon has been passed: `a(1), b{2}`. */
  private hasInitialisers = false;
  private hasRequires = false;
  /** The last word was `requires`: its braces hold no statements. */
  private isRequirement = false;
  private isAside = false;
  private isAccess = false;

  clear(): void {
    this.copy(EMPTY);
  }

  copy(other: Head): void {
    Object.assign(this, other);
  }

  /** Returns true for `operator`, which is followed by signs that have no meaning here. */
  addWord(text: string, start: number, end: number): boolean {
    const isFirst = this.start < 0;
    if (isFirst) this.start = start;
    this.last = LETTER;
    this.isRequirement = false;
    this.isAside = false;
    this.isTemplate = false;
    this.macroAt = -1;
    const what = end - start > 13 ? undefined : WORDS.get(text.slice(start, end));
    switch (what) {
      case 'class':
      case 'enum':
      case 'namespace':
        this.#addKeyword(what);
        break;
      case 'aside':
        this.isAside = true;
        this.#addMacro(start);
        break;
      case 'trailer':
        break;
      case 'storage':
        if (!this.isOpenEnded && !this.hasInitialisers) this.isOver = false;
        break;
      case 'access':
        this.isAccess ||= isFirst;
        break;
      case 'requires':
        this.isRequirement = true;
        this.hasRequires = true;
        this.isOpenEnded ||= this.isOver;
        break;
      case 'template':
        this.isTemplate = true;
        break;
      default:
        this.#addName(text, start, end);
    }
    return what === 'operator';
  }

  #addKeyword(keyword: 'class' | 'enum' | 'namespace'): void {
    // `enum class`, and types after the parameters.
    if (this.keyword === 'enum' || this.isOpenEnded || this.hasInitialisers) return;
    this.keyword = keyword;
    this.tagWords = 0;
    this.isOver = false;
    this.hasBases = false;
  }

  #addName(text: string, start: number, end: number): void {
    if (!this.isOver) {
      // `namespace std VISIBILITY(default) {`
      if (this.keyword === 'namespace' && this.tagWords === 1 && isMacro(text, start, end)) this.macroAt = start;
      this.tagWords++;
      this.names++;
    } else if (!this.isOpenEnded && !this.hasInitialisers) {
      this.isOver = isMacro(text, start, end);
      if (this.isOver) this.#addMacro(start);
      else this.names++;
    }
  }

  #addMacro(start: number): void {
    const isTrailing = this.isOver && !this.isOpenEnded && !this.hasInitialisers && !this.hasEquals;
    // In `FOO(a) BAR(b)` either one may be the name.
    if (isTrailing && this.names > 1) this.macroAt = start;
  }

  isBeforeParameters(): boolean {
    return this.last === LETTER && !this.isAside && !this.isRequirement && !this.hasInitialisers;
  }

  /** Records closed parentheses. */
  addParentheses(): void {
    this.last = CLOSING;
    if (!this.isAside && !this.isRequirement) this.isOver = true;
    this.isAside = false;
    this.macroAt = -1;
  }

  /** Adds a colon that is not half of `::`. Returns true when it ends the text before it (`public:`). */
  addColon(at: number): boolean {
    this.last = COLON;
    this.macroAt = -1;
    if (this.isOver) {
      if (!this.hasInitialisers) this.initialisersAt = at;
      this.hasInitialisers = true;
    } else this.hasBases = true;
    return this.isAccess;
  }

  addSign(code: number, at: number): void {
    if (this.start < 0) this.start = at;
    this.last = code;
    this.isAside = false;
    this.isRequirement = false;
    this.isTemplate = false;
    this.macroAt = -1;
    // `f() &` and `f() &&` qualify the object.
    if (code !== AMPERSAND && !this.isOpenEnded && !this.hasInitialisers) this.isOver = false;
  }

  /** `body` and `values` hold no declarations; `inside` is part of a head that continues; a `scope` may hold declarations. */
  toBrace(): Brace {
    if (this.isRequirement) return 'inside';
    if (this.hasEquals) return this.hasRequires ? 'inside' : 'values';
    if (this.keyword === 'namespace') return 'scope';
    if (this.keyword === 'enum') return 'values';
    if (this.hasInitialisers) return this.last === LETTER || this.last === GREATER ? 'inside' : 'body';
    // `struct tag name(…) {` is a function; `struct ALIGNED(8) tag {` and `class A : public B(…) {` are not.
    const isClass = this.keyword === 'class' && (this.hasBases || this.tagWords < 2);
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
