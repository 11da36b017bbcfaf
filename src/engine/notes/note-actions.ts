import { AppError } from '../../model/app-error.ts';
import { NOTE_LIMITS, type Note } from '../../model/outputs/note.ts';
import { parseNote } from '../../model/schema/note.ts';
import { requireCollection } from '../citations/answer-actions.ts';
import { NOTES } from '../collection/choices.ts';
import type { OwnRecords } from '../collection/collection-records.ts';
import type { Engine } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { inOrder, placeNotes } from './place-notes.ts';
import { toAnnotations, toNotesMarkdown } from './write-notes.ts';

/** Reads the notes of a collection, newest first. */
export async function readNotes(records: OwnRecords): Promise<Note[]> {
  const rows = await records.list('settings', { prefix: NOTES });
  const notes = rows.map(([, value]) => parseNote(value)).filter((note) => note !== undefined);
  return notes.sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Actions on highlights and notes. Each is a record of its own, so two tabs keep theirs. */
export function createNoteActions({
  deps: { kernel, store },
  collections,
  collectionRecords,
}: EngineContext): Pick<Engine, 'listNotes' | 'keepNote' | 'deleteNote' | 'exportNotes'> {
  const place = async (collectionId: string, notes: readonly Note[], path?: string) => {
    if (notes.length === 0) return [];
    const placed = await collections.withPartialCollection(collectionId, (open) =>
      placeNotes(kernel, open, notes, path),
    );
    return placed.sort(inOrder);
  };
  const list: Engine['listNotes'] = async (collectionId, path) =>
    place(collectionId, await readNotes(collectionRecords.of(collectionId)), path);
  return {
    listNotes: list,
    async keepNote(collectionId, note) {
      const kept = parseNote(note);
      if (kept === undefined)
        throw new AppError('engine/bad-note', 'the note or its quotation is too long', {
          chars: Math.max(note.text?.length ?? 0, note.quote.exact.length),
          max:
            note.quote.exact.length > NOTE_LIMITS.maxQuoteChars ? NOTE_LIMITS.maxQuoteChars : NOTE_LIMITS.maxTextChars,
        });
      await requireCollection(store, collectionId);
      await collectionRecords.of(collectionId).put('settings', NOTES + kept.id, kept);
      return (await place(collectionId, [kept]))[0] ?? kept;
    },
    deleteNote: (collectionId, noteId) => collectionRecords.of(collectionId).delete('settings', NOTES + noteId),
    async exportNotes(collectionId, form) {
      const notes = await list(collectionId);
      return form === 'json' ? toAnnotations(notes) : toNotesMarkdown(notes);
    },
  };
}
