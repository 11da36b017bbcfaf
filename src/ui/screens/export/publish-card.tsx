import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import type { AskedQuestion } from '../../../model/outputs/question.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { EngineJobCard } from '../../parts/jobs/engine-job-card.tsx';
import { makeNamedApart } from '../../state/actions/create-collection.ts';
import { startJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { navigate } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { isSite } from '../../state/use-current-collection.ts';
import { exportWords } from '../../words/export.ts';
import { ExportCard } from './export-card.tsx';
import { KeyDialog, type PublishChoice, PublishDialog } from './publish-dialog.tsx';
import { useExport } from './use-export.ts';

interface Props {
  /** Number of secrets; undefined while scanning. */
  readonly secrets: number | undefined;
  readonly questions: readonly AskedQuestion[] | undefined;
}

/** Makes a folder for any web host, after a warning about what becomes public. */
export function PublishCard({ secrets, questions = [] }: Props) {
  const { engine, readApp } = useApp().connection;
  const { collection, run } = useExport();
  const [isAsking, setAsking] = useState(false);
  const [shownKey, showKey] = useState<string>();
  const { value: last, reload } = useLoaded(() => engine.readChoices(collection.id), [engine, collection.id], {
    onFailure: 'ignore',
  });
  const publish = async ({ site, lock, allowOpen }: PublishChoice) => {
    setAsking(false);
    const key = lock !== undefined && 'key' in lock ? lock.key : undefined;
    await run(async (options) => {
      // Stored first: a website without its key could never be opened.
      await engine.writeChoices(collection.id, { site, ...(key === undefined ? {} : { publishKey: key }) });
      const made = await engine.publish({ ...options, app: await readApp(), site, lock, allowOpen });
      if (key !== undefined) showKey(key);
      return made;
    });
    reload();
  };
  const { siteAccess, publishKey } = last ?? {};
  return (
    <>
      <ExportCard
        title={exportWords.website}
        text={exportWords.publishText}
        action={exportWords.publish}
        onAction={() => setAsking(true)}
      >
        {siteAccess !== undefined && <p className={look.hint}>{exportWords.lastAccess(siteAccess)}</p>}
        {siteAccess === 'link' && publishKey !== undefined && (
          <div>
            <Button look="quiet" label={exportWords.showKey} onClick={() => showKey(publishKey)} />
          </div>
        )}
      </ExportCard>
      {isAsking && (
        <PublishDialog
          secrets={secrets}
          questions={questions}
          onPublish={(choice) => void publish(choice)}
          onClose={() => setAsking(false)}
        />
      )}
      {shownKey !== undefined && <KeyDialog publishKey={shownKey} onClose={() => showKey(undefined)} />}
    </>
  );
}

/** Replaces the exports for a published collection: copies it to this device. */
export function KeepCopyCard({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const { isSinglePage } = app.connection;
  const job = useSignal(app.state.jobs).find(
    ({ type, collectionId, endedAt }) => type === 'import' && collectionId === collection.id && endedAt === undefined,
  );
  const keep = () =>
    startJob(app, { collectionId: collection.id, type: 'import', phase: 'fetch' }, async (jobId) => {
      const { engine } = app.connection;
      // The site has one name for its readers.
      const exceptIds = isSite(app.connection, collection) ? [collection.id] : [];
      const copy = await makeNamedApart(app, () => engine.keepCopy(collection.id, jobId), ...exceptIds);
      await app.state.refresh();
      const open = () => navigate({ place: 'search', collectionId: copy.id, query: '' });
      app.state.toasts.show(exportWords.kept, { tone: 'ok', action: { label: exportWords.openCopy, run: open } });
    });
  return (
    <Card
      title={exportWords.keepTitle}
      action={
        !isSinglePage && (
          <Button look="primary" label={exportWords.keep} isBusy={job !== undefined} onClick={() => void keep()} />
        )
      }
    >
      <p>{isSinglePage ? exportWords.keepPage : exportWords.keepText}</p>
      {job !== undefined && <EngineJobCard job={job} />}
    </Card>
  );
}
