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
    const { head } = this;
    head.copy(other.head);
    Object.assign(this, other, { head });
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
