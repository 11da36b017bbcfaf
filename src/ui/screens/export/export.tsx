import { useState } from 'react';
import type { ExportOptions, SnapshotRow } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import { isEverything, isUntouched } from '../../../model/outputs/selection.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CheckField, SelectField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { EngineJobCard } from '../../parts/jobs/engine-job-card.tsx';
import { SelectionField } from '../../parts/selection/selection-field.tsx';
import { useSelectionFacts } from '../../parts/selection/use-selection-facts.ts';
import { Place } from '../../parts/shell/place.tsx';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { changeSelection } from '../../state/selections.ts';
import { useSignal } from '../../state/signal.ts';
import { useSelection, useSelections } from '../../state/use-selections.ts';
import { toSnapshotOptions, useSnapshots } from '../../state/use-snapshots.ts';
import { toSelectionName } from '../../text/describe-selection.ts';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/words.ts';
import { AgentCard } from './agent-card.tsx';
import * as css from './export.module.css';
import { ExportCard, ExportScope } from './export-card.tsx';
import { PageCard } from './page-card.tsx';
import { KeepCopyCard, PublishCard } from './publish-card.tsx';
import { QuestionsCard } from './questions-card.tsx';
import { runExport, toExportScope } from './run-export.ts';
import { SecretList } from './secret-list.tsx';
import { TextCard } from './text-card.tsx';
import { useSecrets } from './use-secrets.ts';
import { ZipContents } from './zip-contents.tsx';

type Form = ExportOptions['form'];

/** The ways to export, then options, secrets, warnings and contents. */
export function Export({ collection }: { readonly collection: Collection }) {
  return collection.publishedAt === undefined ? (
    <OwnExport collection={collection} />
  ) : (
    <Place title={exportWords.title}>
      <KeepCopyCard collection={collection} />
    </Place>
  );
}

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
  const { mask } = selection;
  const setMask = (isMasked: boolean) =>
    changeSelection(app.state.choices, collection, (now) => ({ ...now, mask: isMasked }));
  const kept = Object.values(useSelections(collection.id).selections);
  const hasSelections = isEverything(selection) && kept.some((one) => !isUntouched(one));
  const [withSelections, setWithSelections] = useState(true);
  const [escapeHidden, setEscapeHidden] = useState(false);
  const [allowed, setAllowed] = useState<ReadonlySet<string>>(new Set());
  const [since, setSince] = useState<string>();
  const isBusy = jobs.some((job) => job.endedAt === undefined);

  const make = (form: Form) => {
    const from = since ?? earlier[0]?.id;
    return runExport(app, collection.id, (jobId) =>
      engine.exportZip({
        collectionId: collection.id,
        jobId,
        form,
        escapeHidden,
        ...toExportScope(selection, allowed),
        withSelections,
        ...(form === 'delta' && from !== undefined ? { since: from } : {}),
      }),
    );
  };
  const { facts } = useSelectionFacts(collection, selection);
  const files = facts === undefined ? '' : ` · ${words.count.files(facts.files)}`;
  const scope = `${toSelectionName(selection)}${files}`;
  const text = { collection, selection, isBusy, allowed, escapeHidden };
  return (
    <Place
      title={exportWords.title}
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
      <ExportScope value={scope}>
        <div className={css.forms}>
          <TextCard {...text} what="one-file" />
          <AgentCard {...text} />
          <PublishCard
            collection={collection}
            selection={selection}
            isBusy={isBusy}
            allowed={allowed}
            secrets={secrets.places?.length}
            questions={questions.value}
          />
          <PageCard collection={collection} selection={selection} isBusy={isBusy} allowed={allowed} />
          <FormCard form="full" isBusy={isBusy} onMake={make} />
          <FormCard form="compact" isBusy={isBusy} onMake={make} />
          <TextCard {...text} what="signatures" />
          <DeltaCard earlier={earlier} since={since} onSince={setSince} isBusy={isBusy} onMake={make} />
        </div>
      </ExportScope>
      <Switches
        mask={mask}
        onMask={setMask}
        escapeHidden={escapeHidden}
        onEscape={setEscapeHidden}
        {...(hasSelections ? { withSelections, onWith: setWithSelections } : {})}
      />
      <SecretList secrets={secrets} allowed={allowed} onAllow={setAllowed} isMasked={mask} />
      <QuestionsCard collection={collection} asked={questions.value} onChange={questions.reload} />
      <Card title={exportWords.warnings}>
        {collection.stats.warnings === 0 ? (
          <p className={look.soft}>{exportWords.noWarnings}</p>
        ) : (
          <a href={toHash({ place: 'files', collectionId: collection.id, filter: 'warnings' })}>
            {words.count.warnings(collection.stats.warnings)}
          </a>
        )}
      </Card>
      <ZipContents collection={collection} selection={selection} allowed={allowed} />
    </Place>
  );
}

interface SwitchesProps {
  readonly mask: boolean;
  readonly onMask: (isOn: boolean) => void;
  readonly escapeHidden: boolean;
  readonly onEscape: (isOn: boolean) => void;
  /** Undefined if the collection has no selections to include. */
  readonly withSelections?: boolean;
  readonly onWith?: (isOn: boolean) => void;
}

function Switches({ mask, onMask, escapeHidden, onEscape, withSelections, onWith }: SwitchesProps) {
  return (
    <div className={look.row}>
      <CheckField
        label={<WithHint text={exportWords.mask} hint={exportWords.maskHint} />}
        checked={mask}
        onChange={onMask}
      />
      <CheckField label={exportWords.escape} checked={escapeHidden} onChange={onEscape} />
      {withSelections !== undefined && (
        <CheckField
          label={<WithHint text={exportWords.withSelections} hint={exportWords.selectionsHint} />}
          checked={withSelections}
          onChange={(isOn) => onWith?.(isOn)}
        />
      )}
    </div>
  );
}

function WithHint({ text, hint }: { readonly text: string; readonly hint: string }) {
  return (
    <span>
      {text} <span className={look.hint}>{hint}</span>
    </span>
  );
}

interface FormProps {
  readonly form: Form;
  /** True, or the reason. */
  readonly isBusy: boolean | string;
  readonly onMake: (form: Form) => Promise<void>;
  readonly children?: React.ReactNode;
}

interface DeltaProps extends Pick<FormProps, 'isBusy' | 'onMake'> {
  readonly earlier: readonly SnapshotRow[];
  readonly since: string | undefined;
  readonly onSince: (id: string) => void;
}

function DeltaCard({ earlier, since, onSince, isBusy, onMake }: DeltaProps) {
  return (
    <FormCard form="delta" isBusy={isBusy || (earlier.length === 0 && exportWords.noSnapshots)} onMake={onMake}>
      {earlier.length === 0 ? (
        <p className={look.hint}>{exportWords.noSnapshots}</p>
      ) : (
        <SelectField
          label={exportWords.since}
          value={since ?? earlier[0]?.id}
          options={toSnapshotOptions(earlier)}
          onChange={onSince}
        />
      )}
    </FormCard>
  );
}

function FormCard({ form, isBusy, onMake, children }: FormProps) {
  return (
    <ExportCard
      title={exportWords[form]}
      text={exportWords[`${form}Text`]}
      actionName={exportWords.downloads[form]}
      isDisabled={isBusy}
      onAction={() => void onMake(form)}
    >
      {children}
    </ExportCard>
  );
}
