import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { isEverything, isUntouched } from '../../../model/outputs/selection.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CheckField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { NotReady } from '../../kit/not-ready.tsx';
import { useLoaded } from '../../kit/use-loaded.ts';
import { EngineJobCard } from '../../parts/jobs/engine-job-card.tsx';
import { SelectionField } from '../../parts/selection/selection-field.tsx';
import { useSelectionFacts } from '../../parts/selection/use-selection-facts.ts';
import { Place } from '../../parts/shell/place.tsx';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { changeSelection } from '../../state/selections.ts';
import { useSignal } from '../../state/signal.ts';
import { useSelection, useSelections, useSelectionsState } from '../../state/use-selections.ts';
import { useSnapshots } from '../../state/use-snapshots.ts';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/words.ts';
import { AgentCard } from './agent-card.tsx';
import { ArchiveCard, DeltaCard } from './archive-card.tsx';
import * as css from './export.module.css';
import { PageCard } from './page-card.tsx';
import { KeepCopyCard, PublishCard } from './publish-card.tsx';
import { QuestionsCard } from './questions-card.tsx';
import { SecretList } from './secret-list.tsx';
import { TextCard } from './text-card.tsx';
import { ExportContext } from './use-export.ts';
import { useSecrets } from './use-secrets.ts';
import { ZipContents } from './zip-contents.tsx';

/** Without the stored selection, an export would contain what the user excluded. */
export function Export({ collection }: { readonly collection: Collection }) {
  const loaded = useSelectionsState(collection.id);
  const isPublished = collection.publishedAt !== undefined;
  if (!isPublished && loaded.status === 'ready') return <OwnExport collection={collection} />;
  return (
    <Place title={words.places.export}>
      {isPublished ? <KeepCopyCard collection={collection} /> : <NotReady load={loaded} />}
    </Place>
  );
}

/** The ways to export, then options, secrets, warnings and contents. */
function OwnExport({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const snapshots = useSnapshots(collection.id) ?? [];
  const earlier = snapshots.slice(1);
  const jobs = useSignal(app.state.jobs).filter((job) => job.type === 'export' && job.collectionId === collection.id);
  const selection = useSelection(collection);
  const secrets = useSecrets(collection, selection);
  const { engine } = app.connection;
  const questions = useLoaded(() => engine.askQuestions(collection.id).catch(() => []), [engine, collection.id], {
    version: collection.generation,
  });
  const kept = Object.values(useSelections(collection.id).selections);
  const hasSelections = isEverything(selection) && kept.some((one) => !isUntouched(one));
  const [withSelections, setWithSelections] = useState(true);
  const [escapeHidden, setEscapeHidden] = useState(false);
  const [allowed, setAllowed] = useState<ReadonlySet<string>>(new Set());
  const isBusy = jobs.some((job) => job.endedAt === undefined);
  const { facts } = useSelectionFacts(collection, selection);
  const setup = { collection, selection, facts, isBusy, allowed, escapeHidden, withSelections };
  return (
    <Place
      title={words.places.export}
      intro={exportWords.agentWarning}
      actions={
        <span className={look.row}>
          <ButtonLink
            label={words.places.selections}
            href={toHash({ place: 'selections', collectionId: collection.id })}
          />
          <ButtonLink label={words.places.cite} href={toHash({ place: 'cite', collectionId: collection.id })} />
        </span>
      }
    >
      <SelectionField collection={collection} />
      {!isEverything(selection) && <p className={look.notice}>{exportWords.ofSelection}</p>}
      {jobs[0] !== undefined && (isBusy || jobs[0].error) && <EngineJobCard job={jobs[0]} />}
      <ExportContext value={setup}>
        <div className={`${look.columns} ${css.forms}`}>
          <TextCard what="one-file" />
          <AgentCard />
          <PublishCard secrets={secrets.value?.length} questions={questions.value} />
          <PageCard />
          <ArchiveCard form="full" />
          <ArchiveCard form="compact" />
          <TextCard what="signatures" />
          <DeltaCard earlier={earlier} />
        </div>
        <div className={look.row}>
          <CheckField
            label={words.pack.mask}
            hint={exportWords.maskHint}
            checked={selection.mask}
            onChange={(mask) => changeSelection(app.state.choices, collection, (now) => ({ ...now, mask }))}
          />
          <CheckField label={exportWords.escape} checked={escapeHidden} onChange={setEscapeHidden} />
          {hasSelections && (
            <CheckField
              label={exportWords.withSelections}
              hint={exportWords.selectionsHint}
              checked={withSelections}
              onChange={setWithSelections}
            />
          )}
        </div>
        <SecretList secrets={secrets} allowed={allowed} onAllow={setAllowed} isMasked={selection.mask} />
        <QuestionsCard collection={collection} asked={questions.value} onChange={questions.reload} />
        <Card title={words.files.warnings}>
          {collection.stats.warnings === 0 ? (
            <p className={look.soft}>{exportWords.noWarnings}</p>
          ) : (
            <a href={toHash({ place: 'files', collectionId: collection.id, filter: 'warnings' })}>
              {words.count.warnings(collection.stats.warnings)}
            </a>
          )}
        </Card>
        <ZipContents />
      </ExportContext>
    </Place>
  );
}
