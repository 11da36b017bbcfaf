import { type FormEvent, memo, type RefObject, useDeferredValue, useRef, useState } from 'react';
import { toStartCommand } from '../../../answer/server-address.ts';
import type { PackAnswer } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import type { AnswerCitation, KeptAnswer } from '../../../model/outputs/answer.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { SearchInput, TextArea } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useFinder } from '../../kit/use-finder.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { copyText } from '../../state/actions/copy-and-save.ts';
import { newJobId } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import type { PackRequest } from '../../state/pack.ts';
import { useSignal } from '../../state/signal.ts';
import { formatCount, formatDate, formatPercent } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { askWords, describeAskProblem } from '../../words/ask.ts';
import { citeWords } from '../../words/cite.ts';
import { words } from '../../words/words.ts';
import * as css from './answer.module.css';
import { AnswerText, isConfirmed } from './answer-text.tsx';
import {
  type Asking,
  agree,
  askingOf,
  changeAsking,
  keepUnwritten,
  type ModelChoice,
  type Run,
  readAsking,
  readChoice,
  startAsk,
  stopAsk,
  toHost,
  writeChoice,
} from './asking.ts';
import { ModelSetup } from './models.tsx';

/** Everything the Pack screen knows of questions to a model. */
export function useAsking(collection: Collection, request: PackRequest, made: PackAnswer | undefined) {
  const app = useApp();
  const { connection, state } = app;
  const asking = readAsking(useSignal(askingOf(state)), collection.id);
  const [choice, setChoice] = useState(readChoice);
  const load = () => keepUnwritten(app, collection.id).then(() => connection.engine.listAnswers(collection.id));
  const kept = useLoaded(load, [connection, collection.id], {
    version: asking.version,
    keep: true,
    onFailure: 'ignore',
  });
  const change = (part: Partial<Asking>) => changeAsking(state, collection.id, part);
  const all = kept.value ?? NONE;
  /** Asks the question of the pack, or another one in the thread that is shown. */
  const askModel = (
    question: string,
    { thread = NONE, by = choice }: { thread?: readonly KeptAnswer[]; by?: ModelChoice | undefined } = {},
  ) => {
    const { options } = request;
    if (by === undefined || options === undefined) return change({ isShown: true, isChoosing: by === undefined });
    const isPack = question === request.query;
    startAsk(app, {
      ...{ collectionId: collection.id, question, choice: by, thread },
      options: isPack ? options : { ...options, query: question },
      made: isPack ? made : undefined,
    });
  };
  return {
    asking,
    choice,
    kept: all,
    change,
    askModel,
    choose(next: ModelChoice) {
      writeChoice(next);
      setChoice(next);
      change({ isChoosing: false });
    },
  };
}

const NONE: readonly KeptAnswer[] = [];
export type AskingState = ReturnType<typeof useAsking>;

/** Switches the right pane, and says how much of the answer is confirmed. */
export function PaneTabs({
  state: { asking, kept, change },
  pane,
}: {
  readonly state: AskingState;
  readonly pane: RefObject<HTMLElement | null>;
}) {
  const citations = asking.run?.citations ?? findShown(asking, kept)?.citations ?? [];
  const problems = citations.filter((citation) => !isConfirmed(citation)).length;
  const showProblem = () => {
    const chip = pane.current?.querySelector<HTMLElement>(
      '[data-verdict]:not([data-verdict="exact"], [data-verdict="exists"])',
    );
    chip?.scrollIntoView({ block: 'center' });
    chip?.focus();
  };
  const isAnswered = asking.run !== undefined || kept.length > 0;
  return (
    <fieldset className={css.tabs}>
      <legend className={look.srOnly}>{askWords.panes}</legend>
      <Button
        look="own"
        label={askWords.context}
        aria-pressed={!asking.isShown}
        onClick={() => change({ isShown: false })}
      />
      <Button
        look="own"
        label={askWords.answer}
        aria-pressed={asking.isShown}
        onClick={() => change({ isShown: true })}
      />
      {asking.isShown && isAnswered && (
        <span className={css.counts} role="status">
          {askWords.confirmed(citations.length - problems, citations.length)}
          {problems > 0 && (
            <>
              {' · '}
              <Button look="link" label={askWords.showProblem(problems)} onClick={showProblem} />
            </>
          )}
        </span>
      )}
    </fieldset>
  );
}

interface AnswerProps {
  readonly collection: Collection;
  readonly request: PackRequest;
  readonly state: AskingState;
  readonly pane: RefObject<HTMLElement | null>;
}

export function AnswerPane({ collection, request, state, pane }: AnswerProps) {
  const app = useApp();
  const { asking, choice, kept, change, askModel, choose } = state;
  const { run, waiting, isChoosing = false } = asking;
  const shown = run === undefined ? findShown(asking, kept) : undefined;
  const thread = listThread(kept, run?.follows ?? shown?.follows);
  const needsModel = isChoosing || (choice === undefined && run === undefined && shown === undefined);
  const pick = (next: ModelChoice) => {
    choose(next);
    // The click on *Ask* was answered by the question for a model.
    if (isChoosing && choice === undefined && request.options !== undefined) askModel(request.query, { by: next });
  };
  return (
    <section className={css.pane} aria-label={askWords.answer} ref={pane} data-answer={run?.stage ?? 'done'}>
      {needsModel && (
        <ModelSetup onChoose={pick} onCancel={isChoosing ? () => change({ isChoosing: false }) : undefined} />
      )}
      {waiting !== undefined && (
        <div className={look.notice}>
          <p>{askWords.sendTo(toHost(waiting.choice), formatCount(waiting.options.budgetTokens))}</p>
          <Button look="primary" label={askWords.send(toHost(waiting.choice))} onClick={() => agree(app, waiting)} />
          <Button label={askWords.cancel} onClick={() => change({ waiting: undefined })} />
        </div>
      )}
      {!needsModel && run === undefined && shown === undefined && waiting === undefined && (
        <p className={look.soft}>{askWords.nothingYet}</p>
      )}
      {thread.map((turn) => (
        <Turn key={turn.id} collectionId={collection.id} turn={turn} isComplete />
      ))}
      {run !== undefined && <RunningTurn collectionId={collection.id} run={run} />}
      {shown !== undefined && <Turn collectionId={collection.id} turn={shown} isComplete />}
      <AfterAnswer collection={collection} state={state} last={toLast(run) ?? shown} thread={thread} />
      <KeptAnswers state={state} collectionId={collection.id} shownId={run?.id ?? shown?.id} />
    </section>
  );
}

/** The turn that buttons and follow-ups are about; undefined while it is written, or if nothing arrived. */
function toLast(run: Run | undefined): Finished | undefined {
  return run === undefined || !isOver(run) || run.text.trim() === '' ? undefined : run;
}

function isOver({ stage }: Run): boolean {
  return stage === 'done' || stage === 'failed';
}

type Finished = Pick<KeptAnswer, 'id' | 'question' | 'text' | 'citations' | 'host' | 'packTokens'>;

function findShown({ shownId }: Asking, kept: readonly KeptAnswer[]): KeptAnswer | undefined {
  return kept.find(({ id }) => id === shownId) ?? kept[0];
}

/** The answers before one of a thread, oldest first. */
function listThread(kept: readonly KeptAnswer[], follows: string | undefined): KeptAnswer[] {
  const found: KeptAnswer[] = [];
  // Bounded: a restored answer may name itself.
  for (let id = follows; id !== undefined && found.length < 20; ) {
    const turn = kept.find((one) => one.id === id);
    if (turn === undefined) break;
    found.unshift(turn);
    id = turn.follows;
  }
  return found;
}

interface TurnProps {
  readonly collectionId: string;
  readonly turn: Pick<KeptAnswer, 'question' | 'text' | 'citations'> & Pick<Run, 'isCut' | 'isBroken'>;
  readonly isComplete: boolean;
}

const Turn = memo(function Turn({ collectionId, turn, isComplete }: TurnProps) {
  const { question, text, citations, isCut, isBroken } = turn;
  return (
    <article className={css.turn}>
      <h2 className={css.question}>{question}</h2>
      <AnswerText collectionId={collectionId} text={text} citations={citations} isComplete={isComplete} isCut={isCut} />
      {isComplete && isCut && text !== '' && <p className={look.notice}>{isBroken ? askWords.broken : askWords.cut}</p>}
    </article>
  );
});

function RunningTurn({ collectionId, run }: { readonly collectionId: string; readonly run: Run }) {
  const { problem, choice, isSmaller, packTokens, contextTokens } = run;
  // React renders a deferred run in slices. `Turn` gets nothing else, or a click would render a long answer at once.
  const written = useDeferredValue(run);
  return (
    <>
      <Turn collectionId={collectionId} turn={written} isComplete={isOver(written)} />
      {isSmaller && (
        <p className={look.hint}>{askWords.smaller(formatCount(packTokens), formatCount(contextTokens ?? 0))}</p>
      )}
      {!isOver(run) && (
        <div className={look.row}>
          <Button label={askWords.stop} onClick={() => stopAsk(run.id)} />
          <span className={look.soft} role="status">
            {describeStage(run)}
          </span>
        </div>
      )}
      {problem !== undefined && (
        <p className={look.problem} role="alert">
          {describeAskProblem(
            problem,
            choice.type === 'server' ? toStartCommand(choice.base, location.origin) : undefined,
          )}
        </p>
      )}
    </>
  );
}

function describeStage({ stage, model, share = 0 }: Run): string {
  if (stage === 'downloading') return askWords.downloading(formatPercent(share));
  if (stage === 'packing' || model === '') return askWords.packing;
  if (stage === 'waiting') return askWords.waiting(model);
  if (stage === 'retrying') return askWords.retrying(model);
  return stage === 'checking' ? askWords.checking : askWords.writing(model);
}

interface AfterProps {
  readonly collection: Collection;
  readonly state: AskingState;
  readonly last: Finished | undefined;
  readonly thread: readonly KeptAnswer[];
}

/** Actions on the answer, the follow-up, and where the pack was sent. */
function AfterAnswer({ collection, state, last, thread }: AfterProps) {
  const app = useApp();
  const { choice, kept, askModel, asking } = state;
  const [typed, setTyped] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const isFailed = asking.run?.stage === 'failed';
  if (last === undefined)
    return isFailed ? (
      <div>
        <Button label={askWords.again} onClick={() => askModel(asking.run?.question ?? '', { thread })} />
      </div>
    ) : null;
  const source = last.citations.find(
    (citation) => isConfirmed(citation) && citation.path !== undefined && citation.lines !== undefined,
  );
  const keep = async () => {
    const { path = '', lines = [1, 1] } = source ?? {};
    await app.connection.engine.writeChoices(collection.id, {
      questions: { [newJobId()]: { text: last.question, path, lines } },
    });
    app.state.toasts.show(words.toasts.questionKept, { tone: 'ok' });
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const whole = kept.find(({ id }) => id === last.id);
    if (typed.trim() === '' || whole === undefined) return;
    setTyped('');
    askModel(typed.trim(), { thread: [...thread, whole] });
  };
  const tokens = formatCount(last.packTokens);
  return (
    <>
      <div className={look.row}>
        <Button label={askWords.copy} onClick={() => void copyText(app, toCopy(last), askWords.copied)} />
        <Button
          label={askWords.again}
          disabled={choice === undefined}
          onClick={() => askModel(last.question, { thread })}
        />
        {source?.collection === undefined && source !== undefined && (
          <Button label={askWords.keepQuestion} onClick={() => void keep().catch(app.state.report)} />
        )}
      </div>
      {choice !== undefined && (
        <form ref={form} onSubmit={submit}>
          <TextArea
            label={askWords.followUp}
            rows={1}
            placeholder={askWords.followUpPlaceholder}
            value={typed}
            onChange={setTyped}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              submit();
            }}
          />
        </form>
      )}
      <p className={look.hint}>
        {last.host === 'browser' ? askWords.sentBrowser(tokens) : askWords.sent(last.host, tokens)}{' '}
        <Button look="link" label={askWords.requests} onClick={() => app.state.dialog.set({ type: 'status' })} />
      </p>
    </>
  );
}

/** The answer as Markdown, with what the check of each source found. */
function toCopy({ question, text, citations }: Finished): string {
  const rows = new Set(citations.map((citation) => `- ${toPlace(citation)} (${toVerdict(citation)})`));
  const sources = rows.size === 0 ? '' : `\n\n## ${askWords.sources}\n\n${[...rows].join('\n')}`;
  return `# ${question.replace(/\s+/g, ' ')}\n\n${text.trim()}${sources}\n`;
}

function toPlace({ path, lines, page, text }: AnswerCitation): string {
  if (path === undefined) return toShortName(text.replace(/\s+/g, ' '), 120);
  if (page !== undefined) return `${path} ${page}`;
  return lines === undefined ? path : `${path}:${lines[0]}-${lines[1]}`;
}

function toVerdict(citation: AnswerCitation): string {
  return citation.isOutside ? 'not in the pack' : citeWords.verdicts[citation.verdict].toLowerCase();
}

/** More rows than this are found by searching. */
const MAX_ROWS = 100;

function KeptAnswers({
  state,
  collectionId,
  shownId,
}: {
  readonly state: AskingState;
  readonly collectionId: string;
  readonly shownId: string | undefined;
}) {
  const app = useApp();
  const { kept, asking, change } = state;
  const [typed, setTyped] = useState('');
  const found = useFinder(kept, toSearched, typed);
  if (kept.length === 0) return null;
  const remove = async (answer: KeptAnswer) => {
    const { engine } = app.connection;
    const reload = () =>
      changeAsking(app.state, collectionId, {
        version: readAsking(askingOf(app.state).get(), collectionId).version + 1,
      });
    await engine.deleteAnswer(collectionId, answer.id);
    if (asking.run?.id === answer.id) change({ run: undefined });
    reload();
    const undo = () => void engine.keepAnswer(collectionId, answer).then(reload, app.state.report);
    app.state.toasts.show(askWords.removed, { action: { label: askWords.undo, run: undo } });
  };
  const isRunning = asking.run !== undefined && asking.run.stage !== 'done' && asking.run.stage !== 'failed';
  return (
    <section className={css.kept} aria-label={askWords.kept}>
      <h2 className={look.label}>{askWords.kept}</h2>
      {kept.length > 5 && <SearchInput label={askWords.keptSearch} value={typed} onChange={setTyped} />}
      <ul>
        {found.slice(0, MAX_ROWS).map((answer) => {
          const { id, question, at, model, citations } = answer;
          const confirmed = citations.filter(isConfirmed).length;
          return (
            <li key={id}>
              <Button
                look="own"
                aria-current={id === shownId ? 'true' : undefined}
                disabled={isRunning}
                onClick={() => change({ run: undefined, shownId: id })}
              >
                <span className={look.cut}>{question}</span>
                <span className={look.aside}>
                  {formatDate(at)}, {model}, {askWords.confirmed(confirmed, citations.length).toLowerCase()}
                </span>
              </Button>
              <IconButton
                icon="close"
                label={askWords.remove(toShortName(question, 80))}
                onClick={() => void remove(answer).catch(app.state.report)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function toSearched({ question, text, model, at }: KeptAnswer): string {
  return `${question} ${model} ${at} ${text}`;
}
