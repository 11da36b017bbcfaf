import type { CitationAnswer } from '../../../engine/contract.ts';
import type { Problem } from '../../state/read-error.ts';
import { createSignal } from '../../state/signal.ts';

/** Pasted answers and their results by collection, so that both are still there on return. */
export interface CheckedAnswer {
  readonly text: string;
  readonly found?: CitationAnswer;
  readonly problem?: Problem;
  /** Id of the running check. */
  readonly jobId?: string;
}

export const NO_ANSWER: CheckedAnswer = { text: '' };

export const answers = createSignal<Readonly<Record<string, CheckedAnswer>>>({});

export function setAnswer(collectionId: string, answer: CheckedAnswer): void {
  answers.update((all) => ({ ...all, [collectionId]: answer }));
}
