import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import type { PlacedNote } from '../../../model/outputs/note.ts';
import { Button } from '../../kit/button.tsx';
import { SearchInput } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useFinder } from '../../kit/use-finder.ts';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { NoteRow } from '../../parts/reader/notes.tsx';
import { saveBlob } from '../../state/actions/copy-and-save.ts';
import { useApp } from '../../state/context.ts';
import { deleteNote, useNotes } from '../../state/notes.ts';
import { toHash } from '../../state/route.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { noteWords } from '../../words/notes.ts';
import * as css from './tree.module.css';

/** All highlights and notes of a collection, by file; those whose text is gone come last. */
export function NoteList({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const notes = useNotes(collection.id);
  const [typed, setTyped] = useState('');
  const found = useFinder(notes, toSearched, typed);
  if (notes.length === 0) return <p className="loading">{noteWords.none}</p>;
  const files = new Map<string, PlacedNote[]>();
  for (const note of found) {
    const path = note.place?.path;
    if (path !== undefined) files.set(path, [...(files.get(path) ?? []), note]);
  }
  const gone = found.filter(({ place }) => place === undefined);
  const save = async (form: 'markdown' | 'json') => {
    const text = await app.connection.engine.exportNotes(collection.id, form);
    const type = form === 'json' ? 'application/ld+json' : 'text/markdown';
    saveBlob(new Blob([text], { type }), `${collection.name}-notes.${form === 'json' ? 'json' : 'md'}`);
  };
  const rows = (own: readonly PlacedNote[]) => (
    <ul className={css.notes}>
      {own.map((note) => (
        <NoteRow
          key={note.id}
          note={note}
          toHref={(_, line, path) =>
            toHash({ place: 'files', collectionId: collection.id, path, line, filter: 'notes' })
          }
          onRemove={() => void deleteNote(app, collection.id, note).catch(app.state.report)}
        />
      ))}
    </ul>
  );
  return (
    <section className={css.noteList} aria-label={noteWords.list}>
      <div className={look.row}>
        <SearchInput label={noteWords.find} value={typed} onChange={setTyped} />
        <Button label={noteWords.saveMarkdown} onClick={() => void save('markdown').catch(app.state.report)} />
        <Button label={noteWords.saveJson} onClick={() => void save('json').catch(app.state.report)} />
      </div>
      {found.length === 0 && <p className="loading">{noteWords.noMatch}</p>}
      {[...files].map(([path, own]) => (
        <section key={path} aria-label={path}>
          <h2 className={look.label}>{toVisibleName(own[0]?.place?.title ?? path)}</h2>
          {own[0]?.place?.title !== undefined && (
            <span className={look.aside}>
              <MiddleText text={path} />
            </span>
          )}
          {rows(own)}
        </section>
      ))}
      {gone.length > 0 && (
        <section aria-label={noteWords.gone}>
          <h2 className={look.label}>{noteWords.gone}</h2>
          <p className={look.hint}>{noteWords.goneHint}</p>
          {rows(gone)}
        </section>
      )}
    </section>
  );
}

function toSearched({ quote, text = '', path }: PlacedNote): string {
  return `${quote.exact} ${text} ${path}`;
}
