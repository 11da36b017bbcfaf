import { createRef } from 'react';
import type { CitationAnswer, Engine, EngineEvent, PackAnswer } from '../../engine/contract.ts';
import type { Collection, Source } from '../../model/collection.ts';
import { isOpen, type Progress } from '../../model/job.ts';
import type { SelectionScope } from '../../model/outputs/selection.ts';
import type { OcrLanguage } from '../../model/recognised.ts';
import type { RepoRef } from '../../model/site/repo.ts';
import type { SiteOptions } from '../../model/site/site.ts';
import { isSiteJob, type SiteStart } from '../../model/site/site-job.ts';
import type { SourceInput } from '../../sources/contract.ts';
import { describeProblem, loadProblems } from '../words/describe-problem.ts';
import type { Connection } from './connection.ts';
import { createPreferences } from './preferences.ts';
import { type Problem, readError } from './read-error.ts';
import type { Scope } from './route.ts';
import type { Search } from './search.ts';
import { createChoices } from './selections.ts';
import { createSignal } from './signal.ts';

/** Ways content arrives without a gesture on the page. It is never imported without a question, since any site can send a form. */
export type Arrival = 'shared' | 'launched' | 'pasted';

/** Target of pasted text and chosen files: a new collection, the one the user picks when asked, or an existing one. */
export type AddTarget = 'new' | 'ask' | { readonly collectionId: string };

/** A source in its collection. */
export interface KnownSource {
  readonly collection: Collection;
  readonly source: Source;
}

/** Values that each dialog opens with. */
interface Dialogs {
  /** `options` are those that the form begins with. The address of an existing source is fixed. */
  site: { url?: string; collectionId?: string; sourceId?: string; options?: Partial<SiteOptions> };
  repo: { repo: RepoRef; collectionId?: string; sourceId?: string };
  paste: { target: AddTarget; text?: string };
  /** `known` is the source that was made from the same folder. */
  target: { inputs: readonly SourceInput[]; arrival?: Arrival; known?: KnownSource };
  'address-list': { inputs: readonly SourceInput[]; addresses: string };
  llms: { inputs: readonly SourceInput[]; file: File; isFull: boolean };
  /** Only the scan finds the size of a folder: then the import runs already, and the user may stop it. */
  large: { bytes: number; start?: () => void; stop?: () => void };
  /** Without another click the browser does not ask again. */
  permission: { name: string; ask: () => Promise<void>; isRefused?: true };
  leave: { url: string };
  /** Without a collection, the source becomes a new one. */
  add: { collectionId?: string };
  status: object;
  shortcuts: object;
  palette: object;
  rename: { collection: Collection };
  /** Chooses the collections of a group, and searches them. */
  group: { collectionId: string; query: string; scope: Scope };
  rules: { collection: Collection; source: Source };
  editor: { source: Source };
  /** Without paths, all files. `languages` are those that the form begins with. */
  ocr: { collection: Collection; scope: SelectionScope; languages?: readonly OcrLanguage[] };
  'back-up': object;
  /** Without a file, the user chooses one. */
  restore: { file?: Blob };
}

/** One dialog is open at a time. */
export type Dialog = { [T in keyof Dialogs]: Readonly<{ type: T } & Dialogs[T]> }[keyof Dialogs];

/** A pack with the key of its options and of the collection's state. */
interface MadePack {
  readonly key: string;
  readonly answer?: PackAnswer;
  readonly problem?: Problem;
}

/** A pasted model answer and its result. */
export interface CheckedAnswer {
  readonly text: string;
  readonly found?: CitationAnswer;
  readonly problem?: Problem;
  /** Id of the running check. */
  readonly jobId?: string;
}

export type AppState = Readonly<Awaited<ReturnType<typeof createAppState>>>;

/** Limits screen updates to five a second: progress arrives faster, and every update costs a layout and garbage. */
const FLUSH_MS = 200;

export async function createAppState(connection: Connection) {
  /** Undefined until the engine has answered. */
  const collections = createSignal<readonly Collection[] | undefined>(undefined);
  /** Engine jobs of this session and all known crawls, newest first. */
  const jobs = createSignal<readonly Progress[]>([]);
  /** Progress of the latest pack. Packs start at every pause in typing, so no list contains them. */
  const packing = createSignal<Progress | undefined>(undefined);
  /** Counts commits per collection: lists and searches reload when it changes. */
  const commits = createSignal<Readonly<Record<string, number>>>({});
  const waiting = new Map<string, Progress>();
  let hasCommit = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = async () => collections.set(await connection.engine.listCollections());
  const flush = () => {
    timer = undefined;
    const changed = [...waiting.values()];
    waiting.clear();
    showJobs(changed, hasCommit);
    hasCommit = false;
  };
  /** Shows the end of a job together with what it added: its collection would look empty in between. */
  const showJobs = (changed: readonly Progress[], isStale = false) => {
    const show = (all: readonly Progress[]) => jobs.update((list) => all.reduce(putJob, list));
    const ended = changed.filter(({ endedAt }) => endedAt !== undefined);
    show(changed.filter(({ endedAt }) => endedAt === undefined));
    if (ended.length > 0 || isStale)
      void refresh()
        .catch(ignoreLateAnswer)
        .then(() => show(ended));
  };

  const stopEvents = await connection.engine.subscribe((event: EngineEvent) => {
    if (event.type === 'progress' && event.progress.type === 'pack') packing.set(event.progress);
    else if (event.type === 'progress') waiting.set(event.progress.jobId, event.progress);
    if (event.type === 'collection') {
      hasCommit = true;
      commits.update((all) => ({ ...all, [event.collectionId]: (all[event.collectionId] ?? 0) + 1 }));
    }
    timer ??= setTimeout(flush, FLUSH_MS);
  });
  // The crawler limits its own reports.
  const stopSites = connection.sites?.subscribe((job) => showJobs([job]));
  connection.sites
    ?.listJobs()
    .then((past) => jobs.update((list) => past.reduce(putJob, list)))
    .catch(ignoreLateAnswer);
  await refresh();
  const screens = createScreenState(connection.engine);
  const stopPreferences = screens.preferences.follow();

  return {
    collections,
    jobs,
    packing,
    commits,
    ...screens,
    refresh,
    putJob: (progress: Progress) => showJobs([progress]),
    close() {
      clearTimeout(timer);
      stopEvents();
      stopSites?.();
      stopPreferences();
    },
  };
}

/** Creates the state of the screens, which the engine knows nothing of. */
function createScreenState(engine: Engine) {
  const toasts = createToasts();
  const report = (error: unknown): void =>
    void loadProblems().then(() => toasts.show(describeProblem(readError(error)), { tone: 'bad' }));
  return {
    dialog: createSignal<Dialog | undefined>(undefined),
    /** True while the first files of a gesture are collected. */
    taking: createSignal(false),
    preferences: createPreferences(),
    /** Elements on screen that keys and other parts of the page focus or click. */
    elements: {
      searchBox: createRef<HTMLInputElement>(),
      activeHit: createRef<HTMLAnchorElement>(),
      /** Whether the active hit gets the focus once it is rendered. */
      wantsHit: { current: false },
      copyChunk: createRef<HTMLButtonElement>(),
      addToPack: createRef<HTMLButtonElement>(),
      folderInput: createRef<HTMLInputElement>(),
      filesInput: createRef<HTMLInputElement>(),
    },
    /** Syncs that follow a folder: they show no card. */
    quietJobs: new Set<string>(),
    /** Target of the files that the user is choosing. */
    pickTarget: { current: 'ask' as AddTarget },
    /** Searches of this session by collection, and one over all collections. */
    searches: new Map<string, Search>(),
    /** The name whose uses the reader shows. */
    usesOf: createSignal<string | undefined>(undefined),
    /** Id of the collection that this tab opened last. */
    lastCollection: createSignal<string | undefined>(undefined),
    /** Scope of the last screen of a collection. */
    lastScope: createSignal<Scope>(undefined),
    /** The latest pack: the header and the Pack screen show the same numbers. */
    madePack: createSignal<MadePack | undefined>(undefined),
    /** Pasted model answers and their results by collection. */
    answers: createSignal<Readonly<Record<string, CheckedAnswer>>>({}),
    /** Options of sites started in this session, by job, for a retry of a site that could not be read. */
    startedSites: new Map<string, NonNullable<SiteStart['site']>>(),
    toasts,
    /** Text that assistive technology announces once, through the one polite live region. */
    announcement: createSignal(''),
    choices: createChoices(engine, report),
    /** Shows a problem as a toast. */
    report,
  };
}

const MAX_ENGINE_JOBS = 100;

export function putJob(list: readonly Progress[], progress: Progress): readonly Progress[] {
  if (isWithoutTrace(progress)) return list.filter((job) => job.jobId !== progress.jobId);
  const at = list.findIndex((job) => job.jobId === progress.jobId);
  if (at < 0) return [progress, ...list].sort(newestFirst).filter((job, i) => i < MAX_ENGINE_JOBS || isSiteJob(job));
  // An end is final, except of a crawl, which can be resumed: a late progress report must not reopen the job.
  if (!isSiteJob(progress) && isOpen(progress) && !isOpen(list[at] as Progress)) return list;
  return list.map((job, i) => (i === at ? progress : job));
}

/** True for a stopped check or export: it leaves no result to list. */
export function isWithoutTrace({ type, state }: Progress): boolean {
  return state === 'stopped' && (type === 'verify' || type === 'export');
}

function newestFirst(a: Progress, b: Progress): number {
  return a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0;
}

/** The page may be closing, or the engine may be restarting; the next event asks again. */
function ignoreLateAnswer(): void {}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'ok' | 'bad';
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Undefined when it stays until the user closes it. */
  readonly shownMs?: number;
}

interface ToastOptions extends Partial<Pick<Toast, 'tone' | 'action'>> {
  readonly stays?: boolean;
}

function createToasts() {
  const list = createSignal<readonly Toast[]>([]);
  let nextId = 1;
  const dismiss = (id: number) => list.update((all) => all.filter((toast) => toast.id !== id));
  return {
    list,
    dismiss,
    /** Toasts with an action stay longer: undo must be reachable by keyboard. */
    show(text: string, { stays = false, tone = 'plain', action }: ToastOptions = {}): void {
      const shownMs = stays ? undefined : action ? 12_000 : tone === 'bad' ? 9_000 : 4_000;
      list.update((all) => [...all.slice(-3), { id: nextId++, text, tone, action, shownMs }]);
    },
  };
}

export interface DialogProps<T extends Dialog['type']> {
  readonly dialog: Extract<Dialog, { type: T }>;
  readonly onClose: () => void;
}
