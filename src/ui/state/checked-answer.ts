import type { CitationAnswer } from '../../engine/contract.ts';
import type { Problem } from './read-error.ts';

/** A pasted model answer and its result. */
export interface CheckedAnswer {
  readonly text: string;
  readonly found?: CitationAnswer;
  readonly problem?: Problem;
  /** Id of the running check. */
  readonly jobId?: string;
}
