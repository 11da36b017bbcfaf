import { type Brace, Head } from './declaration-head.ts';

/** Everything that is open at an offset. */
export class State {
  readonly head = new Head();
  /** Open parentheses or brackets within the head, the sign that opened them, and braces within them. */
  nested = 0;
  opener = 0;
  braces = 0;
  /** Start of parentheses that may hold parameters, or -1. */
  parametersAt = -1;
  isAfterWord = false;
  hasTwoWords = false;
  /** Open angle brackets of a template. */
  angles = 0;
  /** Braces that are skipped as a whole; `scope` without any. */
  block: Brace = 'scope';
  depth = 0;
  open = 0;
  /** The preprocessor branch that opened them. */
  branch = 0;
  hasBranches = false;

  copy(other: State): void {
    this.head.copy(other.head);
    this.nested = other.nested;
    this.opener = other.opener;
    this.braces = other.braces;
    this.parametersAt = other.parametersAt;
    this.isAfterWord = other.isAfterWord;
    this.hasTwoWords = other.hasTwoWords;
    this.angles = other.angles;
    this.block = other.block;
    this.depth = other.depth;
    this.open = other.open;
    this.branch = other.branch;
    this.hasBranches = other.hasBranches;
  }
}

/** An open `#if`. */
export class Condition {
  readonly before: State;
  /** The branch that contains it. */
  readonly outer: number;
  /** Its first branch is never compiled. */
  isNever: boolean;
  /** State at the end of the branch that counts: the first that may be compiled. */
  after: State | undefined;

  constructor(before: State, outer: number, isNever: boolean) {
    this.before = before;
    this.outer = outer;
    this.isNever = isNever;
  }
}
