import { useState } from 'react';
import type { ArtifactName, SecretPlace } from '../../../engine/contract.ts';
import { splitBulk } from '../../../lib/split-bulk.ts';
import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import { isEverything, isUntouched, type Selection, type SelectionScope } from '../../../model/outputs/selection.ts';
import { toScope } from '../../../selection/scope.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CheckField } from '../../kit/field.tsx';
import { NotReady } from '../../kit/form.tsx';
import * as look from '../../kit/look.module.css';
import { TableHead } from '../../kit/table-head.tsx';
import { type Loaded, useLoaded } from '../../kit/use-loaded.ts';
import { EngineJobCard } from '../../parts/jobs/engine-job-card.tsx';
import { SelectionField, useSelectionFacts } from '../../parts/selection/selection-field.tsx';
import { Place } from '../../parts/shell/place.tsx';
import { saveBlob } from '../../state/actions/copy-and-save.ts';
import { newJobUntil } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { changeSelection } from '../../state/selections.ts';
import { useSignal } from '../../state/signal.ts';
import { useSelection, useSelections, useSelectionsState } from '../../state/use-selections.ts';
import { useSnapshots } from '../../state/use-snapshots.ts';
import { formatCount } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { exportWords } from '../../words/export.ts';
import { filesWords } from '../../words/library.ts';
import { packWords } from '../../words/outputs.ts';
import { words } from '../../words/words.ts';
import { AgentCard, ArchiveCard, DeltaCard, PageCard, QuestionsCard, ReferencesCard, TextCard } from './cards.tsx';
import * as css from './export.module.css';
import { KeepCopyCard, PublishCard } from './publish.tsx';
import { ExportContext, useExport } from './use-export.ts';

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
  const questions = useLoaded(() => engine.askQuestions(collection.id), [engine, collection.id], {
    version: collection.generation,
    onFailure: 'return',
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
          <ReferencesCard collection={collection} />
          <DeltaCard earlier={earlier} />
        </div>
        <div className={look.row}>
          <CheckField
            label={packWords.mask}
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
        <QuestionsCard collection={collection} questions={questions} />
        <Card title={filesWords.warnings}>
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

function ZipContents() {
  const { connection, state } = useApp();
  const { collection, facts, scope, escapeHidden } = useExport();
  const save = (name: ArtifactName) =>
    void connection.engine
      .exportArtifact(collection.id, name, { ...scope, escapeHidden })
      .then((blob) => (name === 'bulk.ndjson' ? splitBulk(blob, LIMITS.bulkBytes) : [{ name, blob }]))
      .then((files) => files.map((file) => saveBlob(file.blob, `${collection.name}.${file.name}`)))
      .catch(state.report);
  return (
    <Card title={exportWords.contents}>
      <div className={look.tableScroll}>
        <table className={look.table}>
          <TableHead columns={COLUMNS} />
          <tbody>
            {[...FULL, ...ALONE].map((name) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                  {name === 'chunks/<ref>.md' && facts !== undefined && (
                    <span className={look.faint}> × {formatCount(facts.chunks)}</span>
                  )}
                  <div className={look.soft}>{exportWords.artifacts[name]}</div>
                </td>
                <td>{FULL.includes(name) ? '✓' : '–'}</td>
                <td>{COMPACT.has(name) ? '✓' : '–'}</td>
                <td>
                  {!name.includes('<') && name !== SELECTIONS && (
                    <Button
                      label={words.common.download}
                      aria-label={`${words.common.download} ${name}`}
                      onClick={() => save(name as ArtifactName)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

const SELECTIONS = 'selections.json';

const FULL: readonly string[] = [
  'llm.md',
  'catalog.llm.md',
  'outline.md',
  'index.json',
  'manifest.json',
  'manifest.min.json',
  'manifest.llm.tsv',
  'chunks/<ref>.md',
  'images/<path>',
  SELECTIONS,
];

const COLUMNS = [words.places.files, exportWords.fullHas, exportWords.compactHas, exportWords.alone];
const COMPACT = new Set(['llm.md', 'manifest.llm.tsv', 'chunks/<ref>.md', 'images/<path>']);

const ALONE: readonly ArtifactName[] = ['signatures.md', 'chunks.jsonl', 'bulk.ndjson', 'mapping.json', 'schema.sql'];

interface Props {
  readonly secrets: Loaded<readonly SecretPlace[]>;
  readonly allowed: ReadonlySet<string>;
  readonly isMasked: boolean;
  readonly onAllow: (allowed: ReadonlySet<string>) => void;
}

const SHOWN = 200;

function SecretList({ secrets, allowed, isMasked, onAllow }: Props) {
  const { value: places, problem } = secrets;
  const toggle = (key: string) => {
    const next = new Set(allowed);
    if (!next.delete(key)) next.add(key);
    onAllow(next);
  };
  return (
    <Card title={exportWords.secrets}>
      {problem !== undefined && <p className={look.problem}>{describeProblem(problem)}</p>}
      {places === undefined && problem === undefined && (
        <p className={look.soft} role="status">
          {exportWords.scanning}
        </p>
      )}
      {places?.length === 0 && <p className={look.soft}>{exportWords.noSecrets}</p>}
      {places !== undefined && places.length > 0 && (
        <>
          <p className={isMasked ? look.soft : look.problem}>
            {words.count.places(places.length)} · {isMasked ? exportWords.allowHint : exportWords.notMasked}
          </p>
          <ul className={look.stack} style={{ gap: 4 }}>
            {places.slice(0, SHOWN).map((place) => {
              const key = `${place.path}:${place.line}:${place.kind}`;
              return (
                <li key={key}>
                  <CheckField
                    checked={allowed.has(key)}
                    disabled={!isMasked}
                    onChange={() => toggle(key)}
                    label={
                      <span className={look.name}>
                        <span className={look.srOnly}>{exportWords.allow(toVisibleName(key))}</span>
                        <span aria-hidden>
                          <code>{toVisibleName(place.line === 0 ? place.path : `${place.path}:${place.line}`)}</code>{' '}
                          {place.kind} {place.line === 0 && `${exportWords.inName} `}
                          <span className={look.faint}>{`[[secret:${place.kind}:${place.n}]]`}</span>
                        </span>
                      </span>
                    }
                  />
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Card>
  );
}

/** Scans for secrets when the screen opens and after each change of the collection or selection; stops when the screen closes. */
function useSecrets({ id, generation }: Collection, selection: Selection): Loaded<readonly SecretPlace[]> {
  const { engine } = useApp().connection;
  const key = JSON.stringify(toScope(selection));
  return useLoaded(
    (signal) => engine.scanSecrets(id, newJobUntil(signal, engine), { selection: JSON.parse(key) as SelectionScope }),
    [engine, id, key],
    { version: generation, onFailure: 'return' },
  );
}
