import { type AskedQuestion, QUESTION_TOP } from '../../model/outputs/question.ts';
import { parseQuestions } from '../../model/schema/choices.ts';
import { readChoices, writeChoices } from '../collection/choices.ts';
import type { Engine } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { findAnswer, toAnswer } from './find-answer.ts';

/** Actions that ask a collection's questions again. */
export function createQuestionActions(
  { collectionRecords }: EngineContext,
  search: Engine['search'],
): Pick<Engine, 'askQuestions' | 'addQuestions'> {
  return {
    async askQuestions(collectionId) {
      const records = collectionRecords.of(collectionId);
      const asked: AskedQuestion[] = [];
      for (const [id, question] of Object.entries((await readChoices(records)).questions)) {
        const { text, asTyped = false } = question;
        const { hits } = await search(collectionId, text, { typing: asTyped, fold: asTyped, limit: QUESTION_TOP });
        const now = findAnswer(hits, [question]);
        const best = toAnswer(hits, 0);
        asked.push({ id, ...question, ...(now && { now }), ...(best && { best }) });
        // The last good state stays until the question is answered again: it is what was lost.
        if (now !== undefined) await writeChoices(records, { questions: { [id]: { ...question, answered: now } } });
      }
      return asked;
    },
    async addQuestions(collectionId, text) {
      const rows = parseQuestions(text).map(({ id, text: asked, places: [place] }) => {
        const { path, lines, heading } = place as { path: string; lines?: [number, number]; heading?: string };
        return [id, { text: asked, path, ...(lines && { lines }), ...(heading && { heading }) }] as const;
      });
      await writeChoices(collectionRecords.of(collectionId), { questions: Object.fromEntries(rows) });
    },
  };
}
