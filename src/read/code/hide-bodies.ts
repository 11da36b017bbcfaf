/**
 * Returns C or C++ without the parts that hold no declarations: function bodies, lists of values, parameters and what follows them, the words of
 * comments. A parser spends most of its time there and fails on the macros in them. Rows stay where they were, columns do not. Doubtful parts stay.
 */
export function hideBodies(text: string): string {
  return new Scan(text).run();
}

// Repeats plain characters in inner loops: an engine gives up on a million rounds of a loop with alternatives.
const LINE_COMMENT = String.raw`\/\/[^\n]*(?:(?<=\\)\n[^\n]*)*`;
const BLOCK_COMMENT = String.raw`\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?`;
const STRING = String.raw`"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?`;

/** Whatever has no end reaches to the end of its line or of the text. */
const TOKEN = new RegExp(
  [
    String.raw`[\s\\]+`,
    // Comments of several lines.
    String.raw`(?<=^[ \t]*)\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)+`,
    LINE_COMMENT,
    BLOCK_COMMENT,
    // A directive, with its continuation lines.
    String.raw`(?<=^[ \t]*)#[^\n\\"/]*(?:(?:\\[^]|${BLOCK_COMMENT}|${LINE_COMMENT}|${STRING}|\/)[^\n\\"/]*)*`,
    String.raw`(?:u8|[uUL])?R"([^\s()\\]{0,16})\([^]*?(?:\)\1"|(?![^]))`,
    STRING,
    String.raw`'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?`,
    // The characters after `operator` have no meaning here.
    String.raw`operator\b\s*(?:\(\s*\)|\[\s*\]|[-=<>!+*/%^&|~,]+)?`,
    String.raw`\d[\w.]*(?:'[\w.]+)*`,
    String.raw`[\w$\u0080-\uffff]+`,
    '::|->|[=!<>]=',
    '[^]',
  ].join('|'),
  'gm',
);

/** `body` and `values` hold no declarations; `inside` is shown, part of a head that continues; a `scope` may hold declarations. */
type Brace = 'body' | 'values' | 'inside' | 'scope';

/** Everything that is open at an offset. */
const START = {
  /** Words and punctuation since the last statement; parentheses are empty. */
  head: '',
  headAt: 0,
  /** Offsets of the parentheses in the head, since the last directive. */
  parentheses: [] as readonly (readonly [start: number, end: number])[],
  /** Open parentheses or brackets within the head, where they begin, and braces within them. */
  nested: 0,
  nestedAt: 0,
  braces: 0,
  /** Open angle brackets of a template. */
  angles: 0,
  /** Braces that are skipped as a whole; `scope` without any. */
  block: 'scope' as Brace,
  depth: 0,
  open: 0,
  /** The preprocessor branch that opened them. */
  branch: 0,
  hasBranches: false,
};
type State = typeof START;

const NO_HEAD = { head: '', parentheses: [], nested: 0, angles: 0 } as const;

/** An open `#if`. */
interface Condition {
  readonly before: State;
  /** The branch that contains it. */
  readonly outer: number;
  /** Its first branch is never compiled. */
  isNever: boolean;
  /** State at the end of the branch that counts: the first that may be compiled. */
  after?: State;
}

class Scan {
  readonly #text: string;
  readonly #pieces: string[] = [];
  #copied = 0;
  #state: State = { ...START };
  readonly #conditions: Condition[] = [];
  #branch = 0;
  #branches = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): string {
    for (const { 0: token, index } of this.#text.matchAll(TOKEN)) this.#read(token, index);
    return this.#pieces.join('') + this.#text.slice(this.#copied);
  }

  #read(token: string, at: number): void {
    const { block, nested } = this.#state;
    if (/^[\s\\]/.test(token)) return;
    if (/^\/[/*]/.test(token)) this.#hideComment(token, at);
    else if (token.startsWith('#')) this.#readDirective(token, at);
    else if (block !== 'scope') this.#inBlock(token, at);
    else if (nested > 0) this.#inParentheses(token, at);
    else this.#inHead(token, at);
  }

  #set(change: Partial<State>): void {
    Object.assign(this.#state, change);
  }

  /** Replaces a piece, unless it begins before one that was already cut; `row` is the text for each of its line ends. */
  #cut(start: number, end: number, { before = ' ', row = '\n', after = '' } = {}): void {
    if (end - start < MIN_CUT || start < this.#copied) return;
    const rows = this.#text.slice(start, end).split('\n').length - 1;
    this.#pieces.push(this.#text.slice(this.#copied, start), before, row.repeat(rows), after);
    this.#copied = end;
  }

  #inBlock(token: string, at: number): void {
    const { depth, block } = this.#state;
    if (token === '{') this.#set({ depth: depth + 1 });
    if (token !== '}') return;
    this.#set({ depth: depth - 1 });
    // A brace in the first column ends a function, even where macros and the preprocessor unbalanced the braces before it.
    if (depth === 1 || (block === 'body' && this.#text[at - 1] === '\n')) this.#close(at);
  }

  #close(end: number): void {
    const { block, depth, open, branch, hasBranches, head, headAt } = this.#state;
    this.#set({ block: 'scope', ...(block === 'inside' ? { head: `${head}{}` } : NO_HEAD) });
    if (block === 'inside' || depth > 0 || branch !== this.#branch) return;
    // Branches may open more braces than they close: then only an end aligned below its beginning counts.
    if (hasBranches && !isBelow(this.#text, end, headAt) && !isBelow(this.#text, end, open)) return;
    this.#cut(open + 1, end);
  }

  /** Only the closing parenthesis matters; the end of a statement or an extra brace shows that it is missing. */
  #inParentheses(token: string, at: number): void {
    const { nested, nestedAt, braces, head, parentheses } = this.#state;
    if (token === '{') this.#set({ braces: braces + 1 });
    else if (token === '}' && braces > 0) this.#set({ braces: braces - 1 });
    else if (braces > 0) return;
    else if (token === '(' || token === '[') this.#set({ nested: nested + 1 });
    else if (token === ';' || token === '}') this.#set(NO_HEAD);
    else if (token !== ')' && token !== ']') return;
    else if (nested > 1 || this.#state.angles > 0 || head.length >= MAX_HEAD) this.#set({ nested: nested - 1 });
    else if (this.#text[nestedAt] === '[') this.#set({ nested: 0, head: `${head}[]` });
    else this.#set({ nested: 0, head: `${head}()`, parentheses: [...parentheses, [nestedAt, at + 1]] });
  }

  #inHead(token: string, at: number): void {
    const { head, angles } = this.#state;
    if (head === '') this.#set({ headAt: at });
    if (token === '(' || token === '[') this.#set({ nested: 1, nestedAt: at, braces: 0 });
    else if (token === '{') this.#open(at);
    else if (token === ';') this.#end(at);
    else if (token === '}' || (token === ':' && ACCESS.test(head))) this.#set(NO_HEAD);
    else if (angles > 0) this.#set({ angles: angles + (token === '<' ? 1 : token === '>' ? -1 : 0) });
    else if (token === '<' && head.endsWith(' template')) this.#set({ angles: 1 });
    else if (head.length < MAX_HEAD)
      this.#set({ head: `${head}${/^[\w$\u0080-\uffff]/.test(token) ? ' ' : ''}${token}` });
  }

  #open(at: number): void {
    const block = toBrace(this.#state.head);
    if (block === 'body') this.#hideParameters(at);
    if (block === 'scope') this.#set(NO_HEAD);
    this.#set({ block, depth: 1, open: at, branch: this.#branch, hasBranches: false, angles: 0 });
  }

  #end(at: number): void {
    this.#hideParameters(at);
    this.#set(NO_HEAD);
  }

  /** Hides the parameters, and everything between them and the body or the end. Without a parameter, a declaration could look like a call. */
  #hideParameters(end: number): void {
    const { head, parentheses } = this.#state;
    const found = PARAMETERS.exec(head);
    const place = found && parentheses.at(1 - found[0].split('()').length);
    // In `FOO(a) BAR(b)` either one may be the name.
    const isDeclared = found && (/\w\W+\w/.test(head.slice(0, found.index)) || found[0].startsWith('():'));
    if (!place || !isDeclared) return;
    const [start, close] = place;
    const parameters = this.#text.slice(start, close);
    const isHidden = TWO_WORDS.test(parameters) && !/\n[ \t]*#/.test(parameters);
    if (isHidden) this.#cut(start, end, { before: '(int a', after: ')' });
    else this.#cut(close, end);
  }

  #hideComment(token: string, at: number): void {
    const { head, nested, block } = this.#state;
    // A comment continued on the next line must stay unchanged.
    if (head !== '' || nested > 0 || block !== 'scope' || /^\/\/[\s\S]*\\(?:\n|$)/.test(token)) return;
    const end = at + token.length;
    if (token.startsWith('/*')) this.#cut(at + 2, end - 2);
    else if (token.includes('\n')) this.#cut(at, end, { before: '/*', after: '*/' });
    else this.#cut(at + 2, end);
  }

  #readDirective(token: string, at: number): void {
    // Directives inside a block are cut or kept with it.
    if (this.#state.block === 'scope') this.#hideDirective(token, at);
    this.#set({ parentheses: [] });
    const condition = this.#conditions.at(-1);
    const word = /^#[ \t]*(if|el|endif)/.exec(token)?.[1];
    if (word === 'if') {
      this.#set({ hasBranches: true });
      const isNever = /^#[ \t]*if[ \t]+(?:0|false)[ \t]*$/.test(token);
      this.#conditions.push({ before: { ...this.#state }, outer: this.#branch, isNever });
      this.#branch = ++this.#branches;
    } else if (word === 'el' && condition) {
      if (!condition.isNever) condition.after ??= { ...this.#state };
      condition.isNever = false;
      this.#set(condition.before);
      this.#branch = ++this.#branches;
    } else if (word === 'endif' && condition) {
      this.#conditions.pop();
      this.#set(condition.after ?? (condition.isNever ? condition.before : {}));
      this.#branch = condition.outer;
    }
  }

  #hideDirective(token: string, at: number): void {
    const end = at + token.length;
    const macro = /^#[ \t]*define[ \t]+\w+\([^)]*\)/.exec(token)?.[0];
    const condition = /^#[ \t]*(?:el)?if\b/.exec(token)?.[0];
    if (macro) this.#cut(at + macro.length, end, { before: ' 0 ', row: '\\\n' });
    else if (condition) this.#cut(at + condition.length, end, { before: ' 1 ', row: '\\\n' });
    // After a word the directive stays: if the word is a macro, nothing else separates it from the text that follows.
    else if (/^#[ \t]*(?:if|el|endif|define[ \t]+\w+\()/.test(token) || /\w$/.test(this.#state.head)) return;
    else this.#cut(at, end);
  }
}

/** Shorter pieces cost more to cut than to parse. */
const MIN_CUT = 5;
/** A longer head is not judged by its rest. */
const MAX_HEAD = 500;
const ACCESS = /^ (?:public|protected|private|signals|Q_SIGNALS)(?: \w+)?$/;
const TWO_WORDS = /^\([^()]*?\w\s+\w/;

/** Parameters with all that may come between them and a body: macros, a type or constraints, the initialisers of a constructor. */
const PARAMETERS =
  /(?<! (?:alignas|_Alignas|decltype|explicit|__attribute|__declspec|__\w+__))\(\)(?: (?:const|volatile|override|final|mutable|constexpr|try|noexcept|throw|asm|decltype|__\w+|(?!__)[A-Z_][A-Z0-9_]*)\b(?:\(\))?|&)*(?:(?:->| requires\b|:(?!:)).*)?$/;
/** `struct tag name(…) {` is a function; `struct ALIGNED(8) tag {` and `class A : public B(…) {` are not. */
const CLASS = / (?:class|struct|union)(?:(?: \w+)?\(\)|[^()]*(?<!:):(?!:))/;

function toBrace(head: string): Brace {
  if (/ requires(?:\(\))?$/.test(head)) return 'inside';
  if (head.replace(/ operator\W*|[=!<>]=/g, '').includes('=')) return / requires\b/.test(head) ? 'inside' : 'values';
  if (/ namespace\b/.test(head)) return 'scope';
  // The values of an enum are names; a function that returns an enum has parentheses.
  if (/ enum\b/.test(head)) return head.includes('(') ? 'values' : 'inside';
  const parameters = PARAMETERS.exec(head)?.[0];
  if (parameters === undefined || CLASS.test(head)) return 'scope';
  // `A() : a{1}, b<int>{2} {`
  return /(?<!:):(?!:).*[\w>]$/.test(parameters) ? 'inside' : 'body';
}

/** Checks that a brace is first on its line, with the indentation of the line where the block begins. */
function isBelow(text: string, end: number, beginning: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', end) + 1, end);
  const [indent] = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', beginning) + 1)) ?? [''];
  return line.trim() === '' && line.length === indent.length;
}
