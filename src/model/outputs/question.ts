/** A question with the place that answers it. Stays with a collection, so that every sync can be tested. */
export interface Question {
  readonly text: string;
  readonly path: string;
  /** One of both, or neither: then any chunk of the file will do. */
  readonly lines?: readonly [number, number];
  readonly heading?: string;
  /** Kept from the search field: searched the same way, with the last word as a prefix and the hits folded by file. */
  readonly asTyped?: boolean;
  /** Where the answer was found last. */
  readonly answered?: FoundAnswer;
}

export interface FoundAnswer {
  /** 1 for the best hit. */
  readonly rank: number;
  readonly path: string;
  readonly lines: readonly [number, number];
}

/** A question with its current answer. */
export interface AskedQuestion extends Question {
  readonly id: string;
  /** Unset if the answer is not among the first hits. */
  readonly now?: FoundAnswer;
  /** The best hit instead. */
  readonly best?: FoundAnswer;
}

/** Hits in which an answer counts as found. */
export const QUESTION_TOP = 5;
/** Per collection: each is a search after every sync. */
export const MAX_QUESTIONS = 1_000;

/** Whether a question was answered before and is not now. */
export function isLost({ answered, now }: AskedQuestion): boolean {
  return answered !== undefined && now === undefined;
}
