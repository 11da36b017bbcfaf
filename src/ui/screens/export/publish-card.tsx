import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { type AskedQuestion, isLost } from '../../../model/outputs/question.ts';
import { Ask } from '../../kit/ask.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { EngineJobCard } from '../../parts/jobs/engine-job-card.tsx';
import { makeNamedApart } from '../../state/actions/create-collection.ts';
import { startJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { navigate } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { isSite } from '../../state/use-current-collection.ts';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/words.ts';
import { ExportCard } from './export-card.tsx';
import { LockFields, usePublishLock } from './publish-lock.tsx';
import { SiteFields, useSiteDraft } from './site-fields.tsx';
import { useExport } from './use-export.ts';

interface Props {
  /** Number of secrets; undefined while scanning. */
  readonly secrets: number | undefined;
  readonly questions: readonly AskedQuestion[] | undefined;
}

/** Makes a folder for any web host, after a warning about what becomes public. */
export function PublishCard({ secrets, questions = [] }: Props) {
  const { connection, state } = useApp();
  const { engine, readApp } = connection;
  const { collection, selection, facts, allowed, run } = useExport();
  const { mask } = selection;
  const files = facts?.files;
  const [asks, setAsks] = useState(false);
  const access = usePublishLock(collection.id);
  const draft = useSiteDraft(collection, asks);
  const publish = async () => {
    await engine.writeChoices(collection.id, { site: draft.facts }).catch(state.report);
    const lock = await access.toLock();
    await run(async (options) => engine.publish({ ...options, app: await readApp(), site: draft.facts, lock }));
  };
  const open = mask ? allowed.size : secrets;
  return (
    <>
      <ExportCard
        title={exportWords.website}
        text={exportWords.publishText}
        action={exportWords.publish}
        onAction={() => setAsks(true)}
      >
        {access.madeKey !== undefined && (
          <p className={look.hint}>
            {exportWords.keyNote} <code>#key={access.madeKey}</code>
          </p>
        )}
      </ExportCard>
      {asks && (
        <Ask
          title={exportWords.publishTitle}
          go={exportWords.publishGo}
          onGo={() => void publish()}
          onClose={() => setAsks(false)}
          disabled={secrets === undefined || files === undefined}
        >
          <p>{files !== undefined && (access.isOn ? exportWords.lockWhat(files) : exportWords.publishWhat(files))}</p>
          <p>{secrets === undefined ? exportWords.scanning : exportWords.publishSecrets(secrets, mask, open ?? 0)}</p>
          {questions.length > 0 && <p>{words.questions.summary(questions.filter(isLost).length, questions.length)}</p>}
          <SiteFields draft={draft} />
          <LockFields access={access} />
          <p className={look.soft}>{exportWords.publishHint}</p>
        </Ask>
      )}
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
