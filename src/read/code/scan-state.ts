import { type Brace, Head } from './declaration-head.ts';

/** All that is open at a place. */
export class State {
  readonly head = new Head();
  /** Open parentheses or brackets within the head, what began them, and braces within them. */
  nested = 0;
  opener = 0;
  braces = 0;
  /** Where parentheses that may hold parameters began, or -1. */
  parametersAt = -1;
  isAfterWord = false;
  hasTwoWords = false;
  /** Open angle brackets of a template. */
  angles = 0;
  /** Braces that are gone through as a whole; `scope` when there are none. */
  block: Brace = 'scope';
  depth = 0;
  open = 0;
  /** The branch of the preprocessor they were opened in. */
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

/** An `#if` that is open. */
export class Condition {
  readonly before: State;
  /** The branch around it. */
  readonly outer: number;
  /** Its first branch is never compiled. */
  isNever: boolean;
  /** How the branch that counts ended: the first that may be compiled. */
  after: State | undefined;

  constructor(before: State, outer: number, isNever: boolean) {
    this.before = before;
    this.outer = outer;
    this.isNever = isNever;
  }
}
