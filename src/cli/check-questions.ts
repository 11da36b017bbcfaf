import type { Engine } from '../engine/contract.ts';
import { findAnswer } from '../engine/questions/find-answer.ts';
import { LIMITS } from '../model/limits.ts';
import type { QuestionRow } from '../model/schema/choices.ts';

/** Asks each question, calls `onRow` with where its answer is, and returns how many have none among the first hits. */
export async function checkQuestions(
  engine: Engine,
  { collectionId, questions, top }: { collectionId: string; questions: readonly QuestionRow[]; top: number },
  onRow: (row: object) => void,
): Promise<number> {
  let lost = 0;
  for (const { id, text, places } of questions) {
    const { hits } = await engine.search(collectionId, text, { limit: LIMITS.maxHits });
    const answer = findAnswer(hits, places);
    const found = answer !== undefined && answer.rank <= top;
    if (!found) lost++;
    const [place] = places;
    const { rank = null, path = place?.path, lines = place?.lines ?? null } = answer ?? {};
    onRow({ id, found, rank, path, lines });
  }
  return lost;
}
