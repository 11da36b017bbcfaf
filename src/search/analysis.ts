/** The part of the kernel that queries need. */
export interface Analysis {
  /** With `like`, may drop tokens that neither begin, nor have a part that begins, like one of these words. */
  tokens(text: string, like?: readonly string[]): readonly Word[];
  termsOf(word: string, stemming: boolean): readonly string[];
}

/** A folded word with its UTF-16 span; `parts` are the parts of an identifier. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly parts: readonly string[];
}
