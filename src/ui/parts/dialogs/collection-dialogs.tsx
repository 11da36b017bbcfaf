import { useState } from 'react';
import { Ask } from '../../kit/dialog.tsx';
import { GlobField, TextField, toPatterns, toTexts } from '../../kit/field.tsx';
import { useDraft } from '../../kit/form.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { toFreeName } from '../../state/actions/create-collection.ts';
import type { DialogProps } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { changeRules, readAgain, readRules } from '../../state/source-rules.ts';
import { libraryWords, rulesWords } from '../../words/library.ts';
import { words } from '../../words/words.ts';

export function RenameDialog({ dialog, onClose }: DialogProps<'rename'>) {
  const app = useApp();
  const { id, name: stored } = dialog.collection;
  const [name, setName] = useState(stored);
  const rename = () => {
    if (name === stored) return;
    const { engine } = app.connection;
    engine
      .renameCollection(id, toFreeName(app, name.trim(), id))
      .then(app.state.refresh)
      .catch(app.state.report);
  };
  return (
    <Ask
      title={libraryWords.renameTitle}
      confirm={words.common.save}
      disabled={name.trim() === ''}
      onConfirm={rename}
      onClose={onClose}
    >
      <TextField label={libraryWords.name} maxLength={200} value={name} onChange={setName} />
    </Ask>
  );
}

/** Edits the include and exclude globs of one source, one per line. */
export function RulesDialog({ dialog, onClose }: DialogProps<'rules'>) {
  const app = useApp();
  const { engine } = app.connection;
  const { collection, source } = dialog;
  const name = { collectionId: collection.id, sourceId: source.id };
  const readTexts = async () => toTexts(await readRules(engine, name));
  const form = useDraft(useLoaded(readTexts, [engine, collection.id, source.id], { onFailure: 'return' }));
  const { value, typed, change } = form;
  const save = () => {
    changeRules(engine, name, (now) => ({ ...now, ...toPatterns(typed) }))
      .then(() => readAgain(app, collection, source))
      .catch(app.state.report);
  };
  return (
    <Ask title={rulesWords.button} confirm={words.common.save} onConfirm={save} onClose={onClose} form={form}>
      <p className={look.soft}>{rulesWords.intro}</p>
      <GlobField
        label={rulesWords.include}
        hint={rulesWords.includeHint}
        value={value?.include ?? ''}
        onChange={(include) => change({ include })}
      />
      <GlobField
        label={rulesWords.exclude}
        hint={rulesWords.excludeHint}
        value={value?.exclude ?? ''}
        onChange={(exclude) => change({ exclude })}
      />
    </Ask>
  );
}
