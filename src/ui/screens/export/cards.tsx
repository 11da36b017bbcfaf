import { type ReactNode, useState } from 'react';
import type { ExportOptions, SnapshotRow } from '../../../engine/contract.ts';
import { toSlug } from '../../../lib/to-slug.ts';
import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import { type AskedQuestion, type FoundAnswer, isLost } from '../../../model/outputs/question.ts';
import type { TextExportOptions } from '../../../model/outputs/text-export.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CheckField, SelectField, toOptions } from '../../kit/field.tsx';
import { NotReady } from '../../kit/form.tsx';
import { usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { type Loaded, pause, useLoaded } from '../../kit/use-loaded.ts';
import { toSelectionName } from '../../parts/selection/selection-field.tsx';
import { copyText } from '../../state/actions/copy-and-save.ts';
import { newJobUntil } from '../../state/actions/run-job.ts';
import { saveReferences } from '../../state/actions/save-references.ts';
import { useApp } from '../../state/context.ts';
import { readError } from '../../state/read-error.ts';
import { toHash } from '../../state/route.ts';
import { changeSelection } from '../../state/selections.ts';
import { toSnapshotOptions } from '../../state/use-snapshots.ts';
import { formatBytes, formatCompact, formatCount } from '../../text/format.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { exportWords } from '../../words/export.ts';
import { packWords, questionsWords } from '../../words/outputs.ts';
import { paperWords } from '../../words/papers.ts';
import { words } from '../../words/words.ts';
import { useExport } from './use-export.ts';

interface ExportCardProps {
  readonly title: string;
  readonly text: string;
  /** Visible label of the button; `words.common.download` if not given. */
  readonly action?: string;
  /** Accessible name of the button, which names the card; the visible label if not given. */
  readonly actionName?: string;
  readonly isPrimary?: boolean;
  /** True, or the reason. */
  readonly disabled?: boolean | string;
  readonly onAction: () => void;
  readonly children?: ReactNode;
}

/** One way to export: a title, the selection in force, a sentence, its options and one button. */
export function ExportCard({
  title,
  text,
  action,
  actionName,
  isPrimary,
  disabled,
  onAction,
  children,
}: ExportCardProps) {
  const { selection, facts, isBusy } = useExport();
  const files = facts === undefined ? '' : ` · ${words.count.files(facts.files)}`;
  const button = (
    <Button
      look={isPrimary ? 'primary' : 'plain'}
      label={action ?? words.common.download}
      aria-label={actionName}
      disabled={isBusy || disabled}
      onClick={onAction}
    />
  );
  return (
    <Card title={title} action={button} isPrimary={isPrimary}>
      <p className={look.hint}>{`${toSelectionName(selection)}${files}`}</p>
      <p>{text}</p>
      {children}
    </Card>
  );
}

interface ArchiveCardProps {
  readonly form: ExportOptions['form'];
  readonly since?: string;
  readonly disabled?: string;
  readonly children?: ReactNode;
}

export function ArchiveCard({ form, since, disabled, children }: ArchiveCardProps) {
  const { engine } = useApp().connection;
  const { collection, escapeHidden, withSelections, run } = useExport();
  const leftOut = collection.stats.refused_files;
  const make = () => run((options) => engine.exportZip({ ...options, form, escapeHidden, withSelections, since }));
  return (
    <ExportCard
      title={exportWords[form]}
      text={exportWords[`${form}Text`]}
      actionName={exportWords.downloads[form]}
      disabled={disabled}
      onAction={() => void make()}
    >
      {form === 'full' && leftOut > 0 && (
        <a href={toHash({ place: 'files', collectionId: collection.id, filter: 'without-text' })}>
          {exportWords.leftOut(leftOut)}
        </a>
      )}
      {children}
    </ExportCard>
  );
}

/** The changes since one of the earlier snapshots. */
export function DeltaCard({ earlier }: { readonly earlier: readonly SnapshotRow[] }) {
  const [since = earlier[0]?.id, setSince] = useState<string>();
  if (earlier.length === 0)
    return (
      <ArchiveCard form="delta" disabled={exportWords.noSnapshots}>
        <p className={look.hint}>{exportWords.noSnapshots}</p>
      </ArchiveCard>
    );
  return (
    <ArchiveCard form="delta" since={since}>
      <SelectField label={exportWords.since} value={since} options={toSnapshotOptions(earlier)} onChange={setSince} />
    </ArchiveCard>
  );
}

/** Size of the app in a page. The collection takes about as many bytes as its text: compressed, with its index, as base64. */
const APP_BYTES = 800_000;

/** Makes one HTML file with the app and the collection. */
export function PageCard() {
  const { engine, readApp } = useApp().connection;
  const { collection, facts, run } = useExport();
  const textBytes = facts?.bytes ?? collection.stats.total_bytes;
  const isTooLarge = textBytes > LIMITS.pageTextBytes;
  const make = () =>
    run(async (options) => {
      const { site = {} } = await engine.readChoices(collection.id);
      return engine.publish({ ...options, form: 'page', site, app: await readApp() });
    });
  return (
    <ExportCard
      title={exportWords.page}
      text={isTooLarge ? exportWords.pageTooLarge : exportWords.pageText(formatBytes(APP_BYTES + textBytes))}
      actionName={exportWords.downloads.page}
      disabled={isTooLarge}
      onAction={() => void make()}
    />
  );
}

/** The collection for agents in an editor, a terminal or a desktop app: an MCP bundle, or a skill. */
type AgentClient = keyof typeof exportWords.agentClients;
const AGENT_CLIENTS = toOptions(exportWords.agentClients);

/** Lines to paste, with the name of the collection; only the place of the folder or the bundle is not known here. */
function toAgentLines(client: AgentClient, { name, sources }: Collection): string {
  const slug = toSlug(name);
  const path = `/path/to/${sources[0]?.name ?? name}`;
  const entry = { command: 'quire', args: ['mcp', path] };
  if (client === 'claude') return `claude mcp add ${slug} -- quire mcp ${toShellWord(path)}`;
  if (client === 'vscode') return `code --add-mcp ${toShellWord(JSON.stringify({ name: slug, ...entry }))}`;
  const own = client === 'cursor' ? entry : { command: 'node', args: ['/path/to/unpacked/server.mjs'] };
  return `"${slug}": {\n  "command": "${own.command}", "args": ${JSON.stringify(own.args)}\n}`;
}

function toShellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

export function AgentCard() {
  const app = useApp();
  const { engine, readAgentServer } = app.connection;
  const { collection, isBusy, escapeHidden, run } = useExport();
  const [client, setClient] = useState<AgentClient>('bundle');
  const [images, setImages] = useState(false);
  const lines = toAgentLines(client, collection);
  const makeBundle = () =>
    run(async (options) => engine.exportAgent({ ...options, escapeHidden, images, server: await readAgentServer() }));
  const makeSkill = () => run((options) => engine.exportAgent({ ...options, escapeHidden }));
  return (
    <ExportCard
      title={exportWords.agent}
      text={exportWords.agentText}
      actionName={exportWords.downloads.agent}
      onAction={() => void makeBundle()}
    >
      <CheckField label={exportWords.agentImages} checked={images} onChange={setImages} />
      <SelectField label={exportWords.agentSetUp} value={client} options={AGENT_CLIENTS} onChange={setClient} />
      <p className={look.small}>{client === 'bundle' ? exportWords.agentConfig : exportWords.agentLive}</p>
      <pre className={look.small}>{lines}</pre>
      <div className={look.row}>
        <Button
          look="quiet"
          label={exportWords.copyConfig}
          onClick={() => void copyText(app, lines, words.common.copied)}
        />
        <Button look="quiet" label={exportWords.downloadSkill} disabled={isBusy} onClick={() => void makeSkill()} />
      </div>
    </ExportCard>
  );
}

type PartSize = keyof typeof exportWords.partSizes;
const PART_SIZES = toOptions(exportWords.partSizes);

/** An export as one text for a model, with its size. */
export function TextCard({ what }: { readonly what: TextExportOptions['what'] }) {
  const { connection, state } = useApp();
  const { collection, selection, facts, scope, escapeHidden, run } = useExport();
  const [packFormat] = usePreference('packFormat');
  const [counter] = usePreference('packCounter');
  const [partSize, setPartSize] = useState<PartSize>('none');
  const isWhole = what === 'one-file';
  const format = isWhole ? (selection.format ?? packFormat) : 'markdown';
  const budgetTokens = partSize === 'none' ? undefined : Number(partSize);
  const textOptions = { collectionId: collection.id, what, format, counter, ...scope, escapeHidden, budgetTokens };
  const { size, problem, isCounting, count } = useTextSize(collection, textOptions, facts?.bytes);
  const make = () => run(({ jobId }) => connection.engine.exportText({ ...textOptions, jobId }));
  return (
    <ExportCard
      title={isWhole ? exportWords.oneFile : exportWords.signatures}
      text={isWhole ? exportWords.oneFileText : exportWords.signaturesText}
      actionName={isWhole ? exportWords.downloads.oneFile : exportWords.downloads.signatures}
      isPrimary={isWhole}
      onAction={() => void make()}
    >
      {isWhole && (
        <div className={look.row}>
          <SelectField
            label={packWords.format}
            value={format}
            options={toOptions(packWords.formats)}
            onChange={(chosen) => changeSelection(state.choices, collection, (now) => ({ ...now, format: chosen }))}
          />
          <SelectField label={exportWords.parts} value={partSize} options={PART_SIZES} onChange={setPartSize} />
        </div>
      )}
      <p className={look.small} role="status">
        {size !== undefined
          ? exportWords.size(
              `${size.exact ? '' : '~'}${formatCount(size.tokens)}`,
              formatBytes(size.bytes),
              size.parts.length,
            )
          : isCounting
            ? exportWords.counting
            : facts !== undefined &&
              isWhole &&
              exportWords.about(formatCompact(facts.tokens), formatBytes(facts.bytes))}
      </p>
      {problem !== undefined && <p className={look.problem}>{describeProblem(problem)}</p>}
      {size === undefined && !isCounting && (
        <div>
          <Button look="quiet" label={exportWords.count} onClick={count} />
        </div>
      )}
    </ExportCard>
  );
}

/** Size that is counted at once, within a second or two; more is counted on request. */
const AT_ONCE_BYTES = 2_000_000;
const REST_MS = 300;

/** Counts the size of a text before it is made. Stops when the screen closes or the options change. */
function useTextSize(
  { generation }: Collection,
  textOptions: Omit<TextExportOptions, 'jobId'>,
  bytes: number | undefined,
) {
  const { engine } = useApp().connection;
  const [asked, setAsked] = useState<string>();
  const key = `${generation} ${JSON.stringify(textOptions)}`;
  const isWanted = bytes !== undefined && (bytes <= AT_ONCE_BYTES || asked === key);
  const measure = async (signal: AbortSignal) => {
    await pause(REST_MS, signal);
    return engine.measureText({ ...textOptions, jobId: newJobUntil(signal, engine) });
  };
  const load = (signal: AbortSignal) => (isWanted ? measure(signal) : undefined);
  const { value, problem, status } = useLoaded(load, [key, isWanted], { onFailure: 'return' });
  return { size: value, problem, isCounting: isWanted && status === 'loading', count: () => setAsked(key) };
}

/** The references of the selected documents; nothing for a collection without documents. */
export function ReferencesCard({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const { engine } = app.connection;
  const { value } = useLoaded(() => engine.stats(collection.id), [engine, collection.id], {
    version: collection.generation,
    onFailure: 'ignore',
  });
  if (value?.by_kind.document === undefined) return null;
  return (
    <ExportCard
      title={paperWords.references}
      text={paperWords.referencesText}
      action={paperWords.saveReferences}
      onAction={() => void saveReferences(app, collection).catch(app.state.report)}
    />
  );
}

interface QuestionsCardProps {
  readonly collection: Collection;
  readonly questions: Loaded<readonly AskedQuestion[]>;
}

/** The questions of a collection: those that lost their answer with both states, then the others. */
export function QuestionsCard({ collection, questions }: QuestionsCardProps) {
  const { value: asked = [], reload } = questions;
  const { connection, state } = useApp();
  const { engine } = connection;
  const add = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      await engine.addQuestions(collection.id, await file.text());
      reload();
    } catch (error) {
      const problem = readError(error);
      const details = { ...problem.details, path: file.name };
      state.toasts.show(describeProblem({ ...problem, details }), { tone: 'bad' });
    }
  };
  const remove = (id: string) =>
    void engine
      .writeChoices(collection.id, { questions: { [id]: null } })
      .then(reload)
      .catch(state.report);
  const inOrder = [...asked].sort((a, b) => Number(isLost(b)) - Number(isLost(a)));
  return (
    <Card title={questionsWords.title}>
      <p>{questionsWords.text}</p>
      {questions.status !== 'ready' && <NotReady load={questions} />}
      {asked.length > 0 && <p role="status">{words.toasts.questions(asked.filter(isLost).length, asked.length)}</p>}
      <ul className={look.stack}>
        {inOrder.map((question) => (
          <li key={question.id}>
            <strong>{question.text}</strong>{' '}
            <span className={isLost(question) ? look.problem : look.soft}>{toState(question)}</span>{' '}
            <Button
              look="quiet"
              label={words.common.remove}
              aria-label={questionsWords.remove(question.text)}
              onClick={() => remove(question.id)}
            />
          </li>
        ))}
      </ul>
      <label>
        {questionsWords.add}{' '}
        <input
          type="file"
          accept=".jsonl,.ndjson,.json"
          onChange={({ target }) => {
            void add(target.files?.[0]);
            target.value = '';
          }}
        />
      </label>
    </Card>
  );
}

function toState({ answered, now, best }: AskedQuestion): string {
  if (now !== undefined) return questionsWords.found(toPlace(now), now.rank);
  const instead = best === undefined ? questionsWords.nothing : toPlace(best);
  return answered === undefined
    ? questionsWords.never(instead)
    : questionsWords.lost(toPlace(answered), answered.rank, instead);
}

function toPlace({ path, lines }: FoundAnswer): string {
  return `${path}:${lines[0]}-${lines[1]}`;
}
