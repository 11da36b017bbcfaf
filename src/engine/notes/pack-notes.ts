import { LIMITS } from '../../model/limits.ts';
import type { PackOptions } from '../../model/outputs/pack.ts';
import type { EngineContext } from '../engine-context.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { createPathScope } from '../selection/path-scope.ts';
import { readNotes } from './note-actions.ts';
import { placeNotes } from './place-notes.ts';
import { toPackNotes } from './write-notes.ts';

/** Characters of notes per token of the budget: about half of it. */
const CHARS_PER_TOKEN = 2;
/** Characters of the sentences around the notes. */
const ROOM = 200;

/** Puts the notes on files that the pack may use above them, and the chunks of their quotations first. */
export async function addNotes(
  { deps: { kernel }, collectionRecords }: Pick<EngineContext, 'deps' | 'collectionRecords'>,
  open: SearchedCollection,
  options: PackOptions,
): Promise<PackOptions> {
  const { selection, instructions, picks = [], budgetTokens } = options;
  const matches = selection === undefined ? () => true : createPathScope(selection).matches;
  const all = await readNotes(collectionRecords.of(options.collectionId));
  const notes = (await placeNotes(kernel, open, all)).filter(({ path, place }) => matches(place?.path ?? path));
  if (notes.length === 0) return options;
  const room = LIMITS.maxQuestionChars - (instructions ?? '').length - ROOM;
  const text = toPackNotes(notes, Math.min(budgetTokens * CHARS_PER_TOKEN, room));
  return {
    ...options,
    instructions: instructions === undefined ? text : `${instructions}\n\n${text}`,
    picks: [...picks, ...new Set(notes.flatMap(({ place }) => place?.refs ?? []))],
  };
}
