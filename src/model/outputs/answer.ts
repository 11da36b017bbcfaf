import type { Citation } from './citation.ts';

/** A citation of an answer that a model gave here. */
export interface AnswerCitation extends Citation {
  /** The place is in the collection, but was not in the pack that the model saw. */
  readonly isOutside?: true;
}

/** A model's answer to a question, with its checks. Stays with the collection; no export or website has it. */
export interface KeptAnswer {
  readonly id: string;
  /** ISO time. */
  readonly at: string;
  readonly question: string;
  /** Markdown, as the model wrote it. */
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
  readonly model: string;
  /** Host of the model, or `browser`. */
  readonly host: string;
  readonly packTokens: number;
  /** The answer ended early: stopped, cut off, or longer than the model may write. */
  readonly isCut?: true;
  /** It is cut because the server stopped answering. */
  readonly isBroken?: true;
  /** Id of the answer that this one follows. */
  readonly follows?: string;
}
