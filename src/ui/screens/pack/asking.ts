import { type AskedPack, ask, listFinished } from '../../../answer/ask.ts';
import { BROWSER_HOST, openBrowserModel } from '../../../answer/browser-model.ts';
import type { Model, ServerKind } from '../../../answer/contract.ts';
import { markOutside } from '../../../answer/outside-pack.ts';
import { isOwnComputer } from '../../../answer/server-address.ts';
import type { PackAnswer, PackOptions } from '../../../engine/contract.ts';
import type { AnswerCitation, KeptAnswer } from '../../../model/outputs/answer.ts';
import { newJobId } from '../../state/actions/run-job.ts';
import type { AppState } from '../../state/app-state.ts';
import type { AppContext } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';
import { createSignal, type Signal } from '../../state/signal.ts';
import { readStoredJson, writeStored } from '../../state/stored.ts';

/** The model that the user chose, remembered without its key. */
export type ModelChoice =
  | { readonly type: 'browser' }
  | {
      readonly type: 'server';
      readonly base: string;
      readonly name: string;
      readonly kind: ServerKind;
      readonly contextTokens?: number | undefined;
    };

/** One question to a model, from the click to the kept answer. */
export interface Run {
  readonly id: string;
  readonly question: string;
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
  readonly stage: 'packing' | 'downloading' | 'waiting' | 'writing' | 'checking' | 'retrying' | 'done' | 'failed';
  readonly choice: ModelChoice;
  readonly model: string;
  readonly host: string;
  readonly contextTokens?: number | undefined;
  readonly packTokens: number;
  /** The pack was made smaller than the budget, to fit the model. */
  readonly isSmaller?: boolean;
  readonly isCut?: boolean;
  /** The server stopped answering. */
  readonly isBroken?: boolean;
  /** Share of the browser's model that is downloaded. */
  readonly share?: number;
  readonly problem?: Problem;
  readonly follows?: string;
}

/** State of the answer pane of a collection. It outlives the screen, so that an answer is written to its end. */
export interface Asking {
  readonly isShown: boolean;
  readonly run?: Run;
  /** Id of the kept answer on screen; unset for the newest. */
  readonly shownId?: string | undefined;
  /** Where the user agreed to send packs of this collection. */
  readonly agreedHost?: string;
  /** A question that waits for that agreement. */
  readonly waiting?: AskRequest | undefined;
  /** The user is choosing another model. */
  readonly isChoosing?: boolean;
  /** Counts changes of the kept answers. */
  readonly version: number;
}

export interface AskRequest {
  readonly collectionId: string;
  readonly question: string;
  readonly options: PackOptions;
  /** The pack on screen, if it has these options. */
  readonly made?: PackAnswer | undefined;
  /** Earlier answers of the thread, oldest first. */
  readonly thread: readonly KeptAnswer[];
  readonly choice: ModelChoice;
}

const NOTHING: Asking = { isShown: false, version: 0 };
type All = Readonly<Record<string, Asking>>;

/** Kept outside of the app's state, so that the first load has nothing of it. */
const states = new WeakMap<AppState, Signal<All>>();
const stops = new Map<string, AbortController>();

export function askingOf(state: AppState): Signal<All> {
  const known = states.get(state) ?? createSignal<All>({});
  states.set(state, known);
  return known;
}

export function readAsking(all: All, collectionId: string): Asking {
  return all[collectionId] ?? NOTHING;
}

export function changeAsking(state: AppState, collectionId: string, change: Partial<Asking>): void {
  askingOf(state).update((all) => ({ ...all, [collectionId]: { ...readAsking(all, collectionId), ...change } }));
}

const CHOICE = 'quire.model';
/** Backups have every `quire.…` text of the page; keys must not be in one. */
const KEYS = 'quire-model-keys';
/** Keys of this session by address. */
const keys = new Map<string, string>();

export function readChoice(): ModelChoice | undefined {
  const stored = readStoredJson(CHOICE) as Partial<ModelChoice & { base: unknown; name: unknown }> | null;
  if (stored?.type === 'browser') return { type: 'browser' };
  if (stored?.type !== 'server' || typeof stored.base !== 'string' || typeof stored.name !== 'string') return undefined;
  return URL.canParse(stored.base) ? (stored as ModelChoice) : undefined;
}

export function writeChoice(choice: ModelChoice): void {
  writeStored(CHOICE, JSON.stringify(choice));
}

export function readKey(base: string): string | undefined {
  const stored = readStoredJson(KEYS) as Readonly<Record<string, unknown>> | null;
  const key = keys.get(base) ?? stored?.[base];
  return typeof key === 'string' ? key : undefined;
}

/** Keeps a key for this session, and on this device only if the user ticked that. */
export function writeKey(base: string, key: string, isRemembered: boolean): void {
  keys.set(base, key);
  const { [base]: _, ...others } = (readStoredJson(KEYS) ?? {}) as Record<string, unknown>;
  const stored = isRemembered ? { ...others, [base]: key } : others;
  writeStored(KEYS, Object.keys(stored).length === 0 ? undefined : JSON.stringify(stored));
}

export function toHost(choice: ModelChoice): string {
  return choice.type === 'browser' ? BROWSER_HOST : new URL(choice.base).host;
}

/** Asks, or first asks the user whether the pack may go to another computer. */
export function startAsk(app: AppContext, request: AskRequest): void {
  const { collectionId, choice } = request;
  const { agreedHost } = readAsking(askingOf(app.state).get(), collectionId);
  const isAgreed = choice.type === 'browser' || isOwnComputer(choice.base) || agreedHost === toHost(choice);
  changeAsking(app.state, collectionId, { isShown: true, waiting: isAgreed ? undefined : request });
  if (isAgreed) void run(app, request);
}

export function agree(app: AppContext, request: AskRequest): void {
  changeAsking(app.state, request.collectionId, { waiting: undefined, agreedHost: toHost(request.choice) });
  void run(app, request);
}

export function stopAsk(runId: string): void {
  stops.get(runId)?.abort();
}

/** Text arrives twenty times a second; a long answer is laid out less often. */
const SHOW_MS = 200;

async function run(app: AppContext, request: AskRequest): Promise<void> {
  const { connection, state } = app;
  const { collectionId, question, options, choice, thread } = request;
  const before = readAsking(askingOf(state).get(), collectionId).run;
  if (before !== undefined) stopAsk(before.id);
  const controller = new AbortController();
  const { signal } = controller;
  const id = newJobId();
  stops.set(id, controller);
  let now: Run = {
    ...{ id, question, choice, text: '', citations: [], stage: 'packing', packTokens: 0 },
    model: choice.type === 'server' ? choice.name : '',
    host: toHost(choice),
    ...(thread.length > 0 && { follows: thread.at(-1)?.id as string }),
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    timer = undefined;
    const current = readAsking(askingOf(state).get(), collectionId).run;
    // Another question may have been asked meanwhile.
    if (current === undefined || current.id === id || before?.id === current.id)
      changeAsking(state, collectionId, { run: now, shownId: undefined });
  };
  const put = (part: Partial<Run>, isUrgent = true) => {
    now = { ...now, ...part };
    if (isUrgent) {
      clearTimeout(timer);
      show();
    } else timer ??= setTimeout(show, SHOW_MS);
  };
  const toCut = () => ({ isCut: true, citations: listFinished(now.text, now.citations) });
  const keepUnfinished = () => {
    if (now.text.trim() !== '') writeUnwritten(id, { collectionId, answer: toKept({ ...now, ...toCut() }) });
  };
  document.addEventListener('visibilitychange', keepUnfinished);
  addEventListener('pagehide', keepUnfinished);
  put({});
  let pack: PackAnswer | undefined;
  try {
    const model = await openModel(app, choice, {
      signal,
      onDownload: (share) => put({ stage: 'downloading', share }, false),
    });
    put({ stage: 'packing', model: model.name, contextTokens: model.contextTokens });
    const turns = thread.map(({ question: asked, text }) => ({ question: asked, text }));
    const masked =
      options.mask === false ? undefined : await connection.engine.maskTexts(turns.map((turn) => turn.question));
    const asked = await ask({
      model,
      budgetTokens: options.budgetTokens,
      turns: turns.map((turn, i) => ({ ...turn, question: masked?.[i] ?? turn.question })),
      makePack: async (budgetTokens) => {
        pack = await makePack(app, request, budgetTokens);
        return pack;
      },
      check: async (answer) => {
        const { together } = options;
        const found = await connection.engine.checkCitations({
          collectionId,
          together,
          answer,
          jobId: newJobId(),
          isQuiet: true,
        });
        return pack === undefined ? found.citations : markOutside(found, pack);
      },
      onPack: ({ tokens }: AskedPack, budgetTokens) =>
        put({
          stage: 'waiting',
          packTokens: tokens,
          isSmaller: budgetTokens < options.budgetTokens && (pack?.account.missing ?? 0) > 0,
        }),
      onText: (text) => put({ stage: 'writing', text }, false),
      onCitations: (citations) => put({ citations }, false),
      onEnd: () => put({ stage: 'checking' }),
      onRetry: () => put({ stage: 'retrying' }),
      signal,
    });
    const { why, text, citations } = asked;
    put({ stage: 'done', text, citations, isCut: why !== 'end', isBroken: why === 'cut' });
  } catch (error) {
    put({ ...toCut(), ...(signal.aborted ? { stage: 'done' } : { stage: 'failed', problem: readError(error) }) });
  }
  // A failure keeps the text before it.
  if (now.text.trim() !== '') await connection.engine.keepAnswer(collectionId, toKept(now)).catch(state.report);
  document.removeEventListener('visibilitychange', keepUnfinished);
  removeEventListener('pagehide', keepUnfinished);
  writeUnwritten(id, undefined);
  stops.delete(id);
  changeAsking(state, collectionId, { version: readAsking(askingOf(state).get(), collectionId).version + 1 });
}

function toKept({ id, question, text, citations, model, host, packTokens, ...run }: Run): KeptAnswer {
  return {
    ...{ id, at: new Date().toISOString(), question, text, citations, model, host, packTokens },
    ...(run.isCut && { isCut: true }),
    ...(run.isBroken && { isBroken: true }),
    ...(run.follows !== undefined && { follows: run.follows }),
  };
}

/** Answers that were being written when their page closed, by id: a closing page can write to localStorage, and nothing else. */
const UNWRITTEN = 'quire-unwritten-answers';
type Unwritten = Readonly<Record<string, { readonly collectionId: string; readonly answer: KeptAnswer }>>;

const readUnwritten = () => (readStoredJson(UNWRITTEN) ?? {}) as Unwritten;

function writeUnwritten(id: string, unwritten: Unwritten[string] | undefined): void {
  const { [id]: before, ...others } = readUnwritten();
  if (before === undefined && unwritten === undefined) return;
  const all = unwritten === undefined ? others : { ...others, [id]: unwritten };
  writeStored(UNWRITTEN, Object.keys(all).length === 0 ? undefined : JSON.stringify(all));
}

/** Keeps the answers of the collection that were being written when their page closed. */
export async function keepUnwritten({ connection, state }: AppContext, collectionId: string): Promise<void> {
  for (const [id, one] of Object.entries(readUnwritten())) {
    if (one?.collectionId !== collectionId || stops.has(id)) continue;
    await connection.engine
      .keepAnswer(collectionId, one.answer)
      .then(() => writeUnwritten(id, undefined), state.report);
  }
}

interface Opening {
  readonly signal: AbortSignal;
  readonly onDownload: (share: number) => void;
}

async function openModel(
  { connection }: AppContext,
  choice: ModelChoice,
  { signal, onDownload }: Opening,
): Promise<Model> {
  if (choice.type === 'browser') return openBrowserModel(onDownload, signal);
  const { base, name, kind, contextTokens } = choice;
  const models = await connection.openModels?.();
  if (models === undefined) throw new Error('this browser has no workers');
  return models.open({ base, key: readKey(base) }, { name, kind, contextTokens });
}

/** Makes the pack again where the model takes less than the budget. A follow-up such as “why?” finds something with the question before it only. */
async function makePack(
  { connection: { engine } }: AppContext,
  { options, made, question, thread }: AskRequest,
  budgetTokens: number,
): Promise<PackAnswer | undefined> {
  if (made !== undefined && made.tokens <= budgetTokens) return made;
  const pack = await engine.makePack({ ...options, budgetTokens });
  if (pack.items.length > 0) return pack;
  const last = thread.at(-1)?.question;
  const query = `${last}\n${question}`;
  const second = last === undefined ? pack : await engine.makePack({ ...options, query, budgetTokens });
  return second.items.length > 0 ? second : undefined;
}
