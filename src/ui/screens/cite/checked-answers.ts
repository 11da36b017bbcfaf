import type { CitationAnswer } from '../../../engine/contract.ts';
import type { Problem } from '../../state/read-error.ts';
import { createSignal } from '../../state/signal.ts';

/** What a model said, by collection, and what was found of it: both are there when somebody comes back from reading a place. */
export interface CheckedAnswer {
  readonly text: string;
  readonly found?: CitationAnswer;
  readonly problem?: Problem;
  /** While it is being checked. */
  readonly jobId?: string;
}

export const NO_ANSWER: CheckedAnswer = { text: '' };

export const answers = createSignal<Readonly<Record<string, CheckedAnswer>>>({});

export function setAnswer(collectionId: string, answer: CheckedAnswer): void {
  answers.update((all) => ({ ...all, [collectionId]: answer }));
}
