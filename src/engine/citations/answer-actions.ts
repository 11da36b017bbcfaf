import { AppError } from '../../model/app-error.ts';
import { findPublishedAddress } from '../../model/collection.ts';
import type { KeptAnswer } from '../../model/outputs/answer.ts';
import { parseKeptAnswer } from '../../model/schema/answer.ts';
import type { Store } from '../../store/contract.ts';
import { ANSWERS } from '../collection/choices.ts';
import type { Engine } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';

/** Actions on the answers that models gave about a collection. Each is a record of its own, so two tabs keep theirs. */
export function createAnswerActions({
  deps: { store },
  collectionRecords,
}: EngineContext): Pick<Engine, 'listAnswers' | 'keepAnswer' | 'deleteAnswer'> {
  return {
    async listAnswers(collectionId) {
      const rows = await collectionRecords.of(collectionId).list('settings', { prefix: ANSWERS });
      const answers = rows.map(([, value]) => parseKeptAnswer(value)).filter((answer) => answer !== undefined);
      return answers.sort((a, b) => (a.at < b.at ? 1 : -1));
    },
    async keepAnswer(collectionId: string, answer: KeptAnswer) {
      await requireCollection(store, collectionId);
      await collectionRecords.of(collectionId).put('settings', ANSWERS + answer.id, answer);
    },
    deleteAnswer: (collectionId, answerId) => collectionRecords.of(collectionId).delete('settings', ANSWERS + answerId),
  };
}

/** Throws `engine/deleted`: the collection may have been deleted, here or in another tab, while the user or a model wrote. */
export async function requireCollection(store: Pick<Store, 'listCollections'>, collectionId: string): Promise<void> {
  if (findPublishedAddress(collectionId) !== undefined) return;
  const known = await store.listCollections();
  if (!known.some(({ id }) => id === collectionId))
    throw new AppError('engine/deleted', 'the collection was deleted', { collectionId });
}
