/** What the query side needs of the kernel. */
export interface Analysis {
  /** With `like`, at least those that begin, or have a part that begins, as one of these words does. */
  tokens(text: string, like?: readonly string[]): readonly Word[];
  termsOf(word: string, stemming: boolean): readonly string[];
}

/** A folded word with its UTF-16 span; `parts` are those of an identifier. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly parts: readonly string[];
}
