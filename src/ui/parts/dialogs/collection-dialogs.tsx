import { useState } from 'react';
import { Ask } from '../../kit/dialog.tsx';
import { CheckField, GlobField, SelectField, TextField, toPatterns, toTexts } from '../../kit/field.tsx';
import { useDraft } from '../../kit/form.tsx';
import { usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { toFreeName } from '../../state/actions/create-collection.ts';
import type { DialogProps } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { navigate, type Scope, toGroupName, toGroupScope } from '../../state/route.ts';
import { findGroup, keepGroup } from '../../state/scope.ts';
import { useSignal } from '../../state/signal.ts';
import { changeRules, readAgain, readRules } from '../../state/source-rules.ts';
import { EDITORS, isEditorTemplate, isWholePath } from '../../text/editor-url.ts';
import { toShortName } from '../../text/visible-text.ts';
import { editorWords, libraryWords, rulesWords } from '../../words/library.ts';
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

const MAX_GROUP_NAME = 60;

/** Chooses the collections that are searched together, and keeps them under a name. */
export function GroupDialog({ dialog, onClose }: DialogProps<'group'>) {
  const { state } = useApp();
  const { collectionId, query, scope } = dialog;
  const collections = useSignal(state.collections) ?? [];
  const before = toGroupName(scope);
  const [name, setName] = useState(before ?? '');
  const [ids, setIds] = useState(findGroup(scope)?.ids ?? [collectionId]);
  const chosen = collections.filter(({ id }) => ids.includes(id));
  const byNames = [...chosen.map((one) => one.name).join(' + ')].slice(0, MAX_GROUP_NAME).join('');
  const searchIn = (next: Scope) => {
    // The collections of a search by this name may have changed.
    for (const one of [scope, next]) if (one !== undefined) state.searches.delete(one);
    navigate({ place: 'search', collectionId, query, scope: next });
  };
  const keep = () => {
    const kept = name.trim() || byNames;
    if (before !== undefined) keepGroup({ name: before, ids: [] });
    keepGroup({ name: kept, ids: chosen.map(({ id }) => id) });
    searchIn(toGroupScope(kept));
  };
  const remove = () => {
    keepGroup({ name: before ?? '', ids: [] });
    searchIn(undefined);
  };
  return (
    <Ask
      title={libraryWords.group.title}
      confirm={libraryWords.group.confirm}
      disabled={chosen.length === 0}
      onConfirm={keep}
      onClose={onClose}
      others={before === undefined ? [] : [[libraryWords.group.remove, remove]]}
    >
      <fieldset className={look.stack}>
        <legend>{libraryWords.group.list}</legend>
        {collections.map(({ id, name: own }) => (
          <CheckField
            key={id}
            label={toShortName(own, 80)}
            checked={ids.includes(id)}
            onChange={(isOn) => setIds(isOn ? [...ids, id] : ids.filter((one) => one !== id))}
          />
        ))}
      </fieldset>
      <TextField
        label={libraryWords.group.name}
        hint={libraryWords.group.hint}
        placeholder={byNames}
        maxLength={MAX_GROUP_NAME}
        value={name}
        onChange={setName}
      />
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

/** Asks for the editor and for the folder of a source, which a browser doesn't tell. */
export function EditorDialog({ dialog: { source }, onClose }: DialogProps<'editor'>) {
  const [stored, storeEditor] = usePreference('editor');
  const [folders, storeFolders] = usePreference('folders');
  const [template, setTemplate] = useState(stored === '' ? (EDITORS['VS Code'] as string) : stored);
  const [folder, setFolder] = useState(folders[source.id] ?? '');
  const isListed = Object.values(EDITORS).includes(template);
  const save = () => {
    storeEditor(template.trim());
    storeFolders({ ...folders, [source.id]: folder.trim() });
  };
  return (
    <Ask
      title={editorWords.title}
      confirm={words.common.save}
      disabled={!isEditorTemplate(template.trim()) || !isWholePath(folder)}
      onConfirm={save}
      onClose={onClose}
    >
      <SelectField
        label={editorWords.editor}
        value={isListed ? template : ''}
        options={[...Object.entries(EDITORS).map(([name, own]) => [own, name] as const), ['', editorWords.other]]}
        onChange={setTemplate}
      />
      {!isListed && (
        <TextField
          label={editorWords.template}
          hint={editorWords.templateHint}
          problem={template === '' || isEditorTemplate(template.trim()) ? '' : editorWords.badTemplate}
          value={template}
          onChange={setTemplate}
        />
      )}
      <TextField
        label={editorWords.folder(source.name)}
        hint={editorWords.folderHint}
        problem={folder === '' || isWholePath(folder) ? '' : editorWords.badFolder}
        placeholder="/home/me/project"
        value={folder}
        onChange={setFolder}
      />
    </Ask>
  );
}
