import type { Note, PlacedNote } from '../../model/outputs/note.ts';
import { useLoaded } from '../kit/use-loaded.ts';
import { noteWords } from '../words/notes.ts';
import { type AppContext, useApp, useCommits } from './context.ts';
import { createSignal, useSignal } from './signal.ts';

/** Changes whenever a note does: lists load again. */
const version = createSignal(0);

const NONE: readonly PlacedNote[] = [];

/** Returns the highlights and notes of a collection, or of one of its files. */
export function useNotes(collectionId: string, path?: string): readonly PlacedNote[] {
  const { engine } = useApp().connection;
  const { value = NONE } = useLoaded(() => engine.listNotes(collectionId, path), [engine, collectionId, path], {
    version: `${useCommits(collectionId)} ${useSignal(version)}`,
    keep: true,
    onFailure: 'ignore',
  });
  return value;
}

export async function keepNote({ connection, state }: AppContext, collectionId: string, note: Note): Promise<void> {
  const { place } = await connection.engine.keepNote(collectionId, note);
  if (place === undefined) state.toasts.show(noteWords.unplaced);
  refresh(state);
}

export async function deleteNote(app: AppContext, collectionId: string, note: Note): Promise<void> {
  await app.connection.engine.deleteNote(collectionId, note.id);
  refresh(app.state);
  const run = () => void keepNote(app, collectionId, note).catch(app.state.report);
  app.state.toasts.show(noteWords.removed, { action: { label: noteWords.undo, run } });
}

function refresh({ madePack }: AppContext['state']): void {
  version.update((n) => n + 1);
  // It may have notes.
  madePack.set(undefined);
}
