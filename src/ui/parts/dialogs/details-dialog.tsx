import type { Collection } from '../../../model/collection.ts';
import { Ask } from '../../kit/dialog.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import { useTyped } from '../../kit/form.tsx';
import * as look from '../../kit/look.module.css';
import { useApp } from '../../state/context.ts';
import { toShortName } from '../../text/visible-text.ts';
import { paperWords } from '../../words/papers.ts';

export interface EditedDocument {
  readonly path: string;
  readonly title?: string | undefined;
  readonly authors?: readonly string[] | undefined;
  readonly year?: number | undefined;
}

interface Props {
  readonly collection: Collection;
  readonly file: EditedDocument;
  readonly onClose: () => void;
}

const MAX_YEAR = 9_999;

/** Corrects title, authors and year of a document. */
export function DetailsDialog({ collection, file, onClose }: Props) {
  const { connection, state } = useApp();
  const { value, typed, change } = useTyped({
    title: file.title ?? '',
    authors: file.authors?.join('\n') ?? '',
    year: file.year === undefined ? '' : String(file.year),
  });
  const year = Number(value.year);
  const isYear = value.year.trim() === '' || (Number.isInteger(year) && year > 0 && year <= MAX_YEAR);
  const save = () => {
    const { title, authors } = typed;
    const names = authors?.split('\n').map((name) => name.trim());
    void connection.engine
      .writeDetails(collection.id, file.path, {
        ...(title !== undefined && { title: title.trim() }),
        ...(names && { authors: names.filter((name) => name !== '') }),
        ...(typed.year !== undefined && { year }),
      })
      .catch(state.report);
  };
  return (
    <Ask title={paperWords.edit} confirm={paperWords.save} onConfirm={save} onClose={onClose} disabled={!isYear}>
      <div className={look.stack}>
        <TextField label={paperWords.title} value={value.title} onChange={(title) => change({ title })} />
        <TextArea
          label={paperWords.authors}
          hint={paperWords.authorsHint}
          rows={4}
          value={value.authors}
          onChange={(authors) => change({ authors })}
        />
        <TextField
          label={paperWords.year}
          inputMode="numeric"
          problem={isYear ? '' : paperWords.badYear(toShortName(value.year), MAX_YEAR)}
          value={value.year}
          onChange={(text) => change({ year: text })}
        />
        <p className={look.hint}>{paperWords.hint}</p>
      </div>
    </Ask>
  );
}
