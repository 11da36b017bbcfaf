import { unzipSync } from 'fflate';
import { AppError, isAppError } from '../../../../src/model/app-error.ts';
import type { Collection } from '../../../../src/model/collection.ts';
import { FIRST_SELECTION, NO_SELECTION } from '../../../../src/model/outputs/selection.ts';
import { addRules, toGlob } from '../../../../src/ui/state/source-rules.ts';
import { type LifeBrowser, type LifeFolder, type LifeTab, SITE_URLS } from './browser.ts';
import { type Model, type ModelCollection, type ModelSourceType, SIZES } from './model.ts';
import type { Step, TimedStep } from './steps.ts';
import {
  COMMON_WORD,
  findMarks,
  type LifePath,
  type Marks,
  PATHS,
  toBytes,
  toMark,
  toMarks,
  toModified,
  type Versions,
} from './texts.ts';

/** A step whose numbers have become ids. */
export interface Command {
  /** Unique in a life. */
  readonly number: number;
  readonly tab: number;
  readonly after: number;
  readonly step: Step;
  /** Empty where the step makes one. */
  readonly collectionId: string;
  readonly source?: { readonly id: string; readonly type: ModelSourceType; readonly folder?: number };
  /** Number of the step that made the export or the backup. */
  readonly zip?: number;
  /** Files that the command reads, in their state at the start of the group. */
  readonly marks: Marks;
}

export type Result =
  | { readonly type: 'ok'; readonly value: Answer }
  | { readonly type: 'refused'; readonly code: string; readonly details: Readonly<Record<string, unknown>> }
  | { readonly type: 'broken'; readonly message: string }
  /** Its tab died. */
  | { readonly type: 'dead' };

export interface Answer {
  /** Id of the new collection. */
  readonly id?: string;
  readonly indexId?: string;
  /** Marks in the search result. */
  readonly marks?: readonly string[];
  readonly paths?: readonly string[];
  readonly blob?: Blob;
  /** A crawl that was left behind was gone on with. */
  readonly isResumed?: boolean;
}

/** Folders and sites that the commands of a group read. */
export interface Outside {
  readonly folders: readonly Marks[];
  readonly sites: readonly Marks[];
}

/** Undefined where there is nothing it could be done to. */
export function toCommand(
  { step, tab, after }: TimedStep,
  { model, number, outside }: { model: Model; number: number; outside: Outside },
): Command | undefined {
  const base = { number, tab, after, step, collectionId: '', marks: {} as Marks };
  if (step.type === 'create') return base;
  if (step.type === 'import' || step.type === 'restore') {
    const made = Object.keys(step.type === 'import' ? model.zips : model.backups);
    const chosen = step.type === 'import' ? step.zip : step.backup;
    return made.length === 0 ? undefined : { ...base, zip: Number(made[chosen % made.length]) };
  }
  const wanted = step.type === 'undo';
  const choice = model.collections.filter((one) => one.id !== undefined && (one.hiddenBy !== undefined) === wanted);
  const chosen = choice[step.collection % Math.max(1, choice.length)];
  if (chosen === undefined) return undefined;
  const command = { ...base, collectionId: chosen.id as string };
  switch (step.type) {
    case 'add':
      return { ...command, marks: toMarks(step.files) };
    case 'add-folder':
      return { ...command, marks: outside.folders[step.folder] as Marks };
    case 'crawl':
      return { ...command, marks: outside.sites[step.site] as Marks };
    case 'sync':
    case 'remove-source':
    case 'rule':
      return withSource(command, chosen, step, outside);
    default:
      return command;
  }
}

/** An import has nothing to be synced with, and rules are for files. */
const CHOICES: Readonly<Record<'sync' | 'remove-source' | 'rule', readonly ModelSourceType[]>> = {
  sync: ['files', 'folder', 'site'],
  'remove-source': ['files', 'folder', 'site', 'import'],
  rule: ['files', 'folder'],
};

function withSource(
  command: Command,
  { sources }: ModelCollection,
  step: Extract<Step, { type: 'sync' | 'remove-source' | 'rule' }>,
  outside: Outside,
): Command | undefined {
  const choice = sources.filter(({ type }) => CHOICES[step.type].includes(type));
  const source = choice[step.source % Math.max(1, choice.length)];
  if (source === undefined) return undefined;
  const { id, type, folder } = source;
  const chosen = { ...command, source: { id, type, ...(folder === undefined ? {} : { folder }) } };
  if (step.type !== 'sync') return chosen;
  if (type === 'folder') return { ...chosen, marks: outside.folders[source.folder ?? 0] as Marks };
  if (type === 'site') return { ...chosen, marks: outside.sites[source.site ?? 0] as Marks };
  return { ...chosen, marks: toMarks(step.files) };
}

export async function runCommand(
  command: Command,
  world: { browser: LifeBrowser; tab: LifeTab; zips: ReadonlyMap<number, Blob> },
): Promise<Result> {
  const { browser, tab } = world;
  await Promise.race([browser.afterCalls(command.after), tab.died]);
  const done = act(command, world).then(
    (value): Result => ({ type: 'ok', value }),
    (error: unknown): Result =>
      isAppError(error)
        ? { type: 'refused', code: error.code, details: error.details }
        : { type: 'broken', message: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) },
  );
  return Promise.race([done, tab.died.then((): Result => ({ type: 'dead' }))]);
}

class CrawlFailed extends Error {}

async function act(
  command: Command,
  { browser, tab, zips }: { browser: LifeBrowser; tab: LifeTab; zips: ReadonlyMap<number, Blob> },
): Promise<Answer> {
  const { step, collectionId, number } = command;
  const { engine } = tab;
  const jobId = `job-${number}`;
  const name = toName(command);
  switch (step.type) {
    case 'create':
      return toAnswer(await engine.createCollection({ name, settings: SIZES[step.sizes] ?? {} }));
    case 'add':
      await engine.ingest({ collectionId, jobId, input: toInput(step.name, step.files) });
      return {};
    case 'add-folder': {
      const { name: folderName, handle } = browser.folders[step.folder] as (typeof browser.folders)[0];
      await engine.ingest({ collectionId, jobId, input: { type: 'folder', name: folderName, handle } });
      return {};
    }
    case 'crawl': {
      const url = SITE_URLS[step.site] as string;
      const site = { url, crawlType: 'basic', maxRequestsPerSec: 50, retries: 0 } as const;
      return crawl(tab, collectionId, () => tab.sites.start({ collectionId, site }));
    }
    case 'sync':
      return sync(command, step, { browser, tab });
    case 'remove-source':
      await engine.removeSource(collectionId, command.source?.id ?? '');
      return {};
    case 'rule': {
      const [glob, sourceId] = [toGlob(step.path), command.source?.id ?? ''];
      const rules = step.leaveOut ? { include: [], exclude: [glob] } : { include: [glob], exclude: [] };
      await addRules(engine, { collectionId, sourceId }, rules);
      return {};
    }
    case 'rename':
      await engine.renameCollection(collectionId, name);
      return {};
    case 'duplicate':
      return toAnswer(await engine.duplicateCollection(collectionId, name));
    case 'delete':
      await engine.deleteCollection(collectionId);
      return {};
    case 'undo':
      await engine.undeleteCollection(collectionId);
      await tab.sites.finishLeft(collectionId);
      return {};
    case 'settings':
      await engine.changeSettings(collectionId, { ...SIZES[step.sizes] }, jobId);
      return {};
    case 'export': {
      const { blob } = await engine.exportZip({ collectionId, jobId, form: 'full', mask: step.mask });
      return blob === undefined ? {} : { blob };
    }
    case 'import':
      return toAnswer(await engine.importCollection({ file: zips.get(command.zip ?? -1) as Blob, name, jobId }));
    case 'publish': {
      const { blob } = await engine.publish({ collectionId, jobId, mask: step.mask, app: [] });
      const texts = unzipSync(new Uint8Array(await (blob as Blob).arrayBuffer()));
      return { marks: findMarks(new TextDecoder().decode(texts['llms-full.txt'])) };
    }
    case 'select': {
      const { selections } = await engine.readChoices(collectionId);
      const now = selections[FIRST_SELECTION] ?? NO_SELECTION;
      const paths = now.paths.filter((path) => path !== step.path);
      const next = { ...now, paths: step.tick ? [...paths, step.path] : paths };
      await engine.writeChoices(collectionId, { selections: { [FIRST_SELECTION]: next } });
      return {};
    }
    case 'back-up': {
      const { blob } = await engine.backUp({ jobId, collectionIds: [collectionId], settings: {} });
      return blob === undefined ? {} : { blob };
    }
    case 'restore': {
      const file = zips.get(command.zip ?? -1) as Blob;
      const [one] = (await engine.readBackup(file)).collections;
      const { collections } = await engine.restoreBackup({ jobId, file, collections: [{ id: one?.id ?? '', name }] });
      return toAnswer(collections[0] as Collection);
    }
    case 'pack': {
      const options = { query: COMMON_WORD, budgetTokens: 100_000, format: 'markdown', counter: 'other' } as const;
      const { text } = await engine.makePack({ collectionId, ...options, mask: step.mask });
      return { marks: findMarks(text) };
    }
    case 'search': {
      const { hits } = await engine.search(collectionId, toSearchedMark(step.file));
      return { paths: hits.map(({ path }) => path) };
    }
    case 'verify': {
      const { damaged, repaired } = await engine.verify(collectionId, jobId);
      if (damaged.length + repaired.length > 0) throw new Error(`damaged: ${[...damaged, ...repaired].join(' ')}`);
      return {};
    }
  }
}

/** As the app does it: a folder by its remembered handle, else the person picks it again; a site by the options it has. */
async function sync(
  command: Command,
  step: Extract<Step, { type: 'sync' }>,
  { browser, tab }: { browser: LifeBrowser; tab: LifeTab },
): Promise<Answer> {
  const { collectionId, number } = command;
  const { id: sourceId, type, folder = 0 } = command.source as NonNullable<Command['source']>;
  const jobId = `job-${number}`;
  if (type === 'site') {
    const jobs = await tab.sites.listJobs(collectionId);
    const left = jobs.find(({ status }) => status.sourceId === sourceId && status.endedAt === '');
    if (left === undefined)
      return crawl(tab, collectionId, () => tab.sites.start({ collectionId, sourceId, mode: step.mode }));
    await crawl(tab, collectionId, async () => {
      await tab.sites.resume(left.status.jobId);
      return left.status;
    });
    return { isResumed: true };
  }
  if (type === 'files') {
    await tab.engine.ingest({ collectionId, jobId, sourceId, input: toInput('docs', step.files) });
    return {};
  }
  const remembered = await tab.engine.rememberedHandle(collectionId, sourceId);
  const { handle } = remembered === undefined ? (browser.folders[folder] as LifeFolder) : { handle: remembered };
  await tab.engine.ingest({ collectionId, jobId, sourceId, input: { type: 'folder', name: handle.name, handle } });
  return {};
}

async function crawl(
  tab: LifeTab,
  collectionId: string,
  start: () => Promise<{ jobId: string; sourceId: string }>,
): Promise<Answer> {
  const { jobId, sourceId } = await start();
  const job = await tab.crawlEnded({ collectionId, sourceId, jobId });
  const { status, reason } = job?.status ?? { status: 'untold', reason: '' };
  // The source or the collection was deleted meanwhile.
  if (status === 'stopped' && reason === '') throw new AppError('engine/cancelled', 'the crawl was stopped');
  if (status !== 'done' || reason !== '') throw new CrawlFailed(`${status}: ${reason}`);
  return {};
}

/** Returns the error code in the message of a failed crawl. */
export function findCrawlCode(message: string): string | undefined {
  return /^[a-z]+: ([a-z]+\/[a-z-]+)/.exec(message)?.[1];
}

export function toName({ number }: Command): string {
  return `made-${number}`;
}

export function toSearchedMark(file: number): string {
  return toMark(PATHS[file % 4] as LifePath, file % 3);
}

function toAnswer({ id, index_id }: { id: string; index_id: string }): Answer {
  return { id, indexId: index_id };
}

export function toInput(name: string, files: Versions) {
  return {
    type: 'files' as const,
    name,
    files: (Object.entries(files) as [LifePath, number][]).map(([path, version]) => ({
      path,
      file: new File([toBytes(path, version)], path.split('/').at(-1) as string, {
        lastModified: toModified(path, version),
      }),
    })),
  };
}
