import { CutText, type Fill } from './cut-text.ts';
import { LETTER } from './declaration-head.ts';
import { Condition, State } from './scan-state.ts';
import {
  type Directive,
  isFirstOnLine,
  isWordCode,
  skipBlockComment,
  skipDirective,
  skipIf,
  skipLineComment,
  skipLineComments,
  skipQuoted,
  toDirective,
} from './skip-c.ts';

/**
 * Returns C or C++ without the parts that hold no declarations: function bodies, lists of values, parameters, the words of comments. A parser spends
 * most of its time there and fails on the macros in them. Rows stay where they were, columns do not. Doubtful parts stay.
 */
export function hideBodies(text: string): string {
  return new Scan(text).run();
}

// Kinds of pieces that are marked while a head is read, and cut once its end decides what it is.
const COMMENT = 1;
/** Two adjacent words: not the arguments of a call. */
const PARAMETERS = 2;
/** Macros after the parameters. */
const MACROS = 4;
const INITIALISERS = 8;

/** Without a parameter, a declaration could look like a call. */
const ONE_PARAMETER: Fill = { before: 'int a', row: '\n', after: '' };
const ONE_COMMENT: Fill = { before: '/*', row: '\n', after: '*/' };
const ONE_CONDITION: Fill = { before: ' 1 ', row: '\\\n', after: '' };
const ONE_VALUE: Fill = { before: ' 0 ', row: '\\\n', after: '' };

class Scan {
  readonly #text: string;
  readonly #cuts: CutText;
  readonly #state = new State();
  readonly #conditions: Condition[] = [];
  #branch = 0;
  #branches = 0;

  constructor(text: string) {
    this.#text = text;
    this.#cuts = new CutText(text);
  }

  run(): string {
    const text = this.#text;
    let i = 0;
    while (i < text.length) i = this.#state.block === 'scope' ? this.#inHead(i) : this.#inBlock(i);
    this.#cuts.settle(COMMENT);
    return this.#cuts.finish();
  }

  /** Skips to the end of the block, or past a preprocessor line, which may change the open braces. */
  #inBlock(start: number): number {
    const text = this.#text;
    const state = this.#state;
    for (let i = start; i < text.length; i++) {
      switch (text.charCodeAt(i)) {
        case 34: // "
        case 39: // '
          i = skipQuoted(text, i) - 1;
          break;
        case 47: // /
          i = skipComment(text, i) - 1;
          break;
        case 123: // {
          state.depth++;
          break;
        case 125: // }
          // A brace in the first column ends a function, even where macros and the preprocessor unbalanced the braces before it.
          if (--state.depth > 0 && (state.block !== 'body' || text.charCodeAt(i - 1) !== 10)) break;
          this.#close(i);
          return i + 1;
        case 35: // #
          if (isFirstOnLine(text, i)) return this.#directive(i);
          break;
      }
    }
    return text.length;
  }

  #close(end: number): void {
    const { block, depth, open, branch, hasBranches, head } = this.#state;
    this.#state.block = 'scope';
    if (block === 'inside') {
      head.last = 125;
      return;
    }
    const from = head.start < 0 ? open : head.start;
    head.clear();
    if (depth > 0 || branch !== this.#branch) return;
    // Branches may open more braces than they close: then only an end aligned below its beginning counts.
    if (hasBranches && !isBelow(this.#text, end, from) && !isBelow(this.#text, end, open)) return;
    this.#cuts.cut(open + 1, end);
  }

  #inHead(i: number): number {
    const text = this.#text;
    const code = text.charCodeAt(i);
    if (code <= 32) return i + 1;
    if (isWordCode(code)) return this.#word(i);
    switch (code) {
      case 34:
      case 39:
        if (this.#state.nested === 0) this.#state.head.addSign(code, i);
        return skipQuoted(text, i);
      case 35:
        return isFirstOnLine(text, i) ? this.#directive(i) : i + 1;
      case 47:
        if (skipComment(text, i) > i + 1) return this.#comment(i);
        break;
      case 92: // a line continuation
        return i + 1;
    }
    return this.#state.nested > 0 ? this.#inParentheses(i, code) : this.#sign(i, code);
  }

  #word(start: number): number {
    const text = this.#text;
    let end = start + 1;
    while (end < text.length && isWordCode(text.charCodeAt(end))) end++;
    const state = this.#state;
    if (state.nested > 0) {
      state.hasTwoWords ||= state.isAfterWord;
      state.isAfterWord = state.nested === 1 && state.braces === 0;
      return end;
    }
    if (state.angles > 0) return end;
    const { head } = state;
    const wasOver = head.isOver;
    const isOperator = head.addWord(text, start, end);
    if (wasOver && !head.isOver) this.#cuts.forget(COMMENT);
    if (head.macroAt >= 0) this.#cuts.mark(MACROS, start, end);
    return isOperator ? skipOperator(text, end) : end;
  }

  /** Only the closing parenthesis matters; the end of a statement or an extra brace shows that it is missing. */
  #inParentheses(i: number, code: number): number {
    const state = this.#state;
    state.isAfterWord = false;
    if (code === 123) state.braces++;
    else if (code === 125 && state.braces > 0) state.braces--;
    else if (state.braces > 0) return i + 1;
    else if (code === 40 || code === 91) state.nested++;
    else if (code === 41 || code === 93) {
      if (--state.nested === 0 && state.opener === 40 && state.angles === 0) this.#parentheses(i);
    } else if (code === 59 || code === 125) {
      state.nested = 0;
      this.#end(COMMENT);
    }
    return i + 1;
  }

  #parentheses(end: number): void {
    const { head, parametersAt, hasTwoWords } = this.#state;
    if (head.macroAt >= 0) this.#cuts.mark(MACROS, head.macroAt, end + 1);
    else if (parametersAt >= 0 && hasTwoWords) this.#cuts.mark(PARAMETERS, parametersAt + 1, end, ONE_PARAMETER);
    head.addParentheses();
  }

  /** Ends a head: the marked pieces are cut or stay. */
  #end(kinds: number): void {
    this.#cuts.settle(kinds);
    this.#state.head.clear();
  }

  #sign(i: number, code: number): number {
    const state = this.#state;
    const { head } = state;
    if (state.angles > 0 && this.#inAngles(i, code)) return i + 1;
    switch (code) {
      case 40: // (
      case 91: // [
        if (head.start < 0) head.start = i;
        state.opener = code;
        state.nested = 1;
        state.parametersAt = code === 40 && head.isBeforeParameters() ? i : -1;
        state.isAfterWord = false;
        state.hasTwoWords = false;
        return i + 1;
      case 123:
        return this.#open(i);
      case 59: // ;
        this.#end(COMMENT | (head.names > 1 ? PARAMETERS : 0) | (head.isOver ? MACROS : 0));
        return i + 1;
      case 125:
        this.#end(COMMENT);
        return i + 1;
      case 58: // :
        if (this.#text.charCodeAt(i + 1) === 58) {
          head.addSign(code, i);
          return i + 2;
        }
        if (head.addColon(i)) this.#end(COMMENT);
        return i + 1;
      case 60: // <
        if (head.isTemplate) state.angles = 1;
        break;
      case 61: // =
        if (isAssignment(this.#text, i)) head.hasEquals = true;
        break;
      case 45: // -
        if (this.#text.charCodeAt(i + 1) !== 62 || !head.isOver) break;
        head.isOpenEnded = true;
        return i + 2;
    }
    const wasOver = head.isOver;
    head.addSign(code, i);
    // After `= 0` and `= default` the parentheses may still hold parameters.
    if (wasOver && !head.isOver && code !== 61) this.#cuts.forget(COMMENT);
    return i + 1;
  }

  /** Returns false when the sign has its usual meaning. */
  #inAngles(i: number, code: number): boolean {
    const state = this.#state;
    if (code === 59 || code === 123 || code === 125) state.angles = 0;
    else if (code === 60) state.angles++;
    else if (code === 62 && this.#text.charCodeAt(i - 1) !== 45) state.angles--;
    else return code !== 40 && code !== 91;
    return code === 60 || code === 62;
  }

  #open(i: number): number {
    const state = this.#state;
    const { head } = state;
    state.block = head.toBrace();
    if (state.block === 'scope') this.#end(COMMENT | MACROS);
    else if (state.block === 'values') this.#cuts.settle(COMMENT);
    else if (state.block === 'body') {
      if (head.initialisersAt >= 0) this.#cuts.mark(INITIALISERS, head.initialisersAt, i);
      this.#cuts.settle(COMMENT | PARAMETERS | MACROS | INITIALISERS);
    }
    state.depth = 1;
    state.open = i;
    state.branch = this.#branch;
    state.hasBranches = false;
    return i + 1;
  }

  #comment(start: number): number {
    const text = this.#text;
    const end = skipComment(text, start);
    const isLine = text.charCodeAt(start + 1) === 47;
    const { head } = this.#state;
    if (!isLine && head.start < 0) this.#cuts.cut(start + 2, end - 2);
    else if (!isLine) this.#cuts.mark(COMMENT, start + 2, end - 2);
    // A comment continued on the next line must stay unchanged.
    else if (text.charCodeAt(end - 1) === 92 || text.slice(start, end).includes('\n')) return end;
    else if (head.start >= 0) this.#cuts.mark(COMMENT, start + 2, end);
    else return this.#lineComments(start, end);
    return end;
  }

  /** Consecutive comment lines count as one comment when the rows of a comment are looked up. */
  #lineComments(start: number, end: number): number {
    const last = isFirstOnLine(this.#text, start) ? skipLineComments(this.#text, end) : end;
    if (last > end) this.#cuts.cut(start, last, ONE_COMMENT);
    else this.#cuts.cut(start + 2, end);
    return last;
  }

  #directive(hash: number): number {
    this.#cuts.settle(COMMENT);
    this.#state.parametersAt = -1;
    this.#state.head.initialisersAt = -1;
    const isInBlock = this.#state.block !== 'scope';
    const directive = toDirective(this.#text, hash);
    const condition = this.#conditions.at(-1);
    if (directive === 'if' || directive === 'never') this.#begin(directive === 'never');
    else if (directive === 'else' && condition) {
      if (!condition.isNever) condition.after ??= this.#save();
      condition.isNever = false;
      this.#state.copy(condition.before);
      this.#branch = ++this.#branches;
    } else if (directive === 'endif' && condition) {
      this.#conditions.pop();
      if (condition.after) this.#state.copy(condition.after);
      else if (condition.isNever) this.#state.copy(condition.before);
      this.#branch = condition.outer;
    }
    const end = skipDirective(this.#text, hash);
    // Directives inside a block are cut or kept with it.
    if (!isInBlock) this.#hideDirective(directive, hash, end);
    return end;
  }

  #hideDirective(directive: Directive, hash: number, end: number): void {
    const text = this.#text;
    if (directive === 'other') {
      // After a word the directive stays: if the word is a macro, nothing else separates it from the text that follows.
      if (this.#state.nested > 0 || this.#state.head.last !== LETTER) this.#cuts.cut(hash, end);
    } else if (directive === 'function') {
      const value = text.slice(hash, end).indexOf(')') + 1;
      if (value > 0) this.#cuts.cut(hash + value, end, ONE_VALUE);
    } else {
      const condition = skipIf(text, hash);
      if (condition > hash) this.#cuts.cut(condition, end, ONE_CONDITION);
    }
  }

  #begin(isNever: boolean): void {
    this.#state.hasBranches = true;
    this.#conditions.push(new Condition(this.#save(), this.#branch, isNever));
    this.#branch = ++this.#branches;
  }

  #save(): State {
    const saved = new State();
    saved.copy(this.#state);
    return saved;
  }
}

function skipComment(text: string, slash: number): number {
  const next = text.charCodeAt(slash + 1);
  if (next === 47) return skipLineComment(text, slash);
  return next === 42 ? skipBlockComment(text, slash) : slash + 1;
}

/** Checks that a brace is first on its line, with the indentation of the line where the block begins. */
function isBelow(text: string, end: number, beginning: number): boolean {
  return isFirstOnLine(text, end) && indentOf(text, end) === indentOf(text, beginning);
}

function indentOf(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at) + 1;
  let end = start;
  while (text.charCodeAt(end) === 32 || text.charCodeAt(end) === 9) end++;
  return end - start;
}

function isAssignment(text: string, i: number): boolean {
  return text.charCodeAt(i + 1) !== 61 && !'=!<>'.includes(text.charAt(i - 1));
}

const OPERATOR = /[ \t\n]*(?:\([ \t]*\)|\[[ \t]*\]|[-=<>!+*/%^&|~,]+)?/y;

function skipOperator(text: string, at: number): number {
  OPERATOR.lastIndex = at;
  return at + (OPERATOR.exec(text)?.[0].length ?? 0);
}
