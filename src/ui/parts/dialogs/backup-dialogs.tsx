import { useState } from 'react';
import type { RestoreOptions } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import { isOpen } from '../../../model/job.ts';
import { Ask } from '../../kit/dialog.tsx';
import { CheckField, SelectField, toOptions } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { saveBlob } from '../../state/actions/copy-and-save.ts';
import { toFreeName } from '../../state/actions/create-collection.ts';
import { startJob } from '../../state/actions/run-job.ts';
import type { DialogProps } from '../../state/app-state.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';
import { writeStored } from '../../state/stored.ts';
import { formatBytes, formatDate } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { backupWords } from '../../words/backup.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';

/** Chooses the collections of a backup, with their sizes. */
export function BackUpDialog({ onClose }: Pick<DialogProps<'back-up'>, 'onClose'>) {
  const app = useApp();
  const { engine } = app.connection;
  const own = (useSignal(app.state.collections) ?? []).filter(({ publishedAt }) => publishedAt === undefined);
  const sizes = useLoaded(async () => (await engine.storage()).perCollection, [engine]);
  const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({});
  // The browser deleted the files of an evicted one.
  const chosen = own.filter(({ id, evicted }) => ticks[id] !== false && !evicted);
  const sizeOf = ({ id }: Collection): number => sizes.value?.find((one) => one.id === id)?.bytes ?? 0;
  const bytes = chosen.reduce((sum, collection) => sum + sizeOf(collection), 0);
  return (
    <Ask
      title={backupWords.backUpTitle}
      confirm={backupWords.backUp}
      onConfirm={() => void backUp(app, chosen)}
      onClose={onClose}
      form={sizes}
    >
      <p role="status">{backupWords.size(chosen.length, bytes)}</p>
      <div className={look.stack}>
        {own.map((collection) => (
          <CheckField
            key={collection.id}
            label={toShortName(collection.name, 200)}
            hint={formatBytes(sizeOf(collection))}
            checked={chosen.includes(collection)}
            disabled={collection.evicted}
            onChange={(isOn) => setTicks((now) => ({ ...now, [collection.id]: isOn }))}
          />
        ))}
      </div>
      <p>{backupWords.open}</p>
      <p className={look.soft}>{backupWords.folders}</p>
    </Ask>
  );
}

async function backUp(app: AppContext, chosen: readonly Collection[]): Promise<void> {
  const { engine } = app.connection;
  const collectionIds = chosen.map(({ id }) => id);
  await startJob(app, { collectionId: '', type: 'export', phase: 'write' }, async (jobId) => {
    for (const id of collectionIds) await app.state.choices.flush(id);
    const { fileName, bytes, blob } = await engine.backUp({ jobId, collectionIds, settings: readSettings() });
    if (blob !== undefined) saveBlob(blob, fileName);
    app.state.toasts.show(backupWords.done(fileName, bytes), { tone: 'ok' });
  });
}

/** Names of the app's own texts in this browser's storage. Notes of one visit have other names. */
const SETTING = /^quire\.[a-z-]+$/;
/** Whether there are sites; the crawler starts only then. */
const SITES = 'quire.sites';

function readSettings(): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(localStorage).filter(([key]) => SETTING.test(key)));
  } catch {
    // The browser refuses storage.
    return {};
  }
}

type Choice = 'add' | 'skip' | 'both' | 'replace';
const NEW = toOptions<Choice>(backupWords.new as Record<Choice, string>);
const EXISTING = toOptions<Choice>(backupWords.existing as Record<Choice, string>);

/** Asks for each collection of a backup what becomes of it. */
export function RestoreDialog({ dialog, onClose }: DialogProps<'restore'>) {
  const app = useApp();
  const { engine } = app.connection;
  const here = (useSignal(app.state.collections) ?? []).filter(({ publishedAt }) => publishedAt === undefined);
  const [file, setFile] = useState<Blob | undefined>(dialog.file);
  const { value: contents, problem } = useLoaded(() => file && engine.readBackup(file), [engine, file], {
    onFailure: 'return',
  });
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [settings, setSettings] = useState<'mine' | 'theirs'>(here.length === 0 ? 'theirs' : 'mine');
  const findHere = ({ id, name }: Collection) =>
    here.find((one) => one.id === id) ?? here.find((one) => one.name === name);
  const choiceOf = (collection: Collection): Choice =>
    choices[collection.id] ?? (findHere(collection) === undefined ? 'add' : 'skip');
  const bytes = contents?.collections.reduce((sum, { storedBytes }) => sum + storedBytes, 0) ?? 0;
  const restore = () => {
    if (file === undefined || contents === undefined) return;
    const chosen = contents.collections.flatMap((collection) => {
      const choice = choiceOf(collection);
      const replaces = choice === 'replace' ? findHere(collection)?.id : undefined;
      const name = toFreeName(app, collection.name, ...(replaces === undefined ? [] : [replaces]));
      return choice === 'skip' ? [] : [{ id: collection.id, name, ...(replaces === undefined ? {} : { replaces }) }];
    });
    const taken = Object.entries(contents.settings).filter(([key]) => settings === 'theirs' || key === SITES);
    void restoreBackup(app, { file, collections: chosen }, taken);
  };
  return (
    <Ask
      title={backupWords.restoreTitle}
      confirm={backupWords.restore}
      disabled={contents === undefined}
      onConfirm={restore}
      onClose={onClose}
    >
      {dialog.file === undefined && (
        <label>
          {backupWords.file} <input type="file" accept=".zip" onChange={({ target }) => setFile(target.files?.[0])} />
        </label>
      )}
      {file !== undefined && contents === undefined && problem === undefined && (
        <p role="status">{words.common.loading}</p>
      )}
      {problem !== undefined && (
        <p className={look.problem} role="alert">
          {problem.code === 'import/not-ours' ? backupWords.notOurs : describeProblem(problem)}
        </p>
      )}
      {contents !== undefined && (
        <>
          <p role="status">
            {backupWords.size(contents.collections.length, bytes)}. {backupWords.madeAt(formatDate(contents.madeAt))}
          </p>
          <div className={look.stack}>
            {contents.collections.map((collection) => (
              <SelectField
                key={collection.id}
                label={`${toShortName(collection.name, 200)} · ${formatBytes(collection.storedBytes)}`}
                value={choiceOf(collection)}
                options={findHere(collection) === undefined ? NEW : EXISTING}
                onChange={(choice) => setChoices((now) => ({ ...now, [collection.id]: choice }))}
              />
            ))}
            <SelectField
              label={backupWords.settings}
              value={settings}
              options={toOptions(backupWords.settingsChoices)}
              onChange={setSettings}
            />
          </div>
          <p className={look.soft}>
            {backupWords.replaceHint} {backupWords.folders}
          </p>
        </>
      )}
    </Ask>
  );
}

/** Settings come last: after a failure, those here stay. */
async function restoreBackup(
  app: AppContext,
  chosen: Omit<RestoreOptions, 'jobId'>,
  settings: readonly (readonly [string, string])[],
): Promise<void> {
  const { connection, state } = app;
  await startJob(app, { collectionId: '', type: 'import', phase: 'save' }, async (jobId) => {
    const { collections, failed } = await connection.engine.restoreBackup({ jobId, ...chosen });
    await state.refresh();
    for (const { name, ...problem } of failed)
      state.toasts.show(backupWords.failed(toShortName(name), describeProblem(problem)), { tone: 'bad', stays: true });
    state.toasts.show(backupWords.restored(collections.length), { tone: 'ok' });
    for (const [key, text] of settings) if (SETTING.test(key)) writeStored(key, text);
    for (const { id } of collections) await connection.sites?.finishLeft(id);
    const isBusy = state.jobs.get().some((job) => isOpen(job) && job.jobId !== jobId);
    // Settings are read when the page starts. A reload would end other jobs.
    if (settings.some(([key]) => key !== SITES) && failed.length === 0 && !isBusy) location.reload();
  });
}
