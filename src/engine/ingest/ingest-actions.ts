import { isAppError } from '../../model/app-error.ts';
import { NO_RULES, type SourceRules } from '../../model/choices.ts';
import type { Collection, Source } from '../../model/collection.ts';
import type { Interrupted } from '../../model/incomplete.ts';
import type { JobSummary } from '../../model/job.ts';
import type { SourceInput } from '../../sources/contract.ts';
import { createSource } from '../../sources/create-source.ts';
import { readChoices } from '../collection/choices.ts';
import { isDroppable } from '../collection/read-original.ts';
import { remakeLeaves } from '../collection/remake-leaf.ts';
import { getSource, toNewSource } from '../collection/sources.ts';
import type { Change } from '../collection/with-collection.ts';
import { withWriteLock } from '../collection/with-write-lock.ts';
import type { Engine, IngestOptions } from '../contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { EngineContext } from '../engine-context.ts';
import { type Job, toSummary } from '../jobs.ts';
import { toSettings } from '../to-settings.ts';
import { forgiveJobs, forgiveSource, readInterrupted } from './files-in-hand.ts';
import { readSource } from './ingest.ts';
import { setSource } from './ingest-run.ts';
import { finishReading } from './make-outlines.ts';

/** Actions that import sources into a collection, and those that re-chunk it. */
export function createIngestActions(context: EngineContext) {
  const { deps, jobs, withCollection } = context;
  return {
    ingest(options) {
      const { jobId, collectionId } = options;
      const isSync = options.sourceId !== undefined;
      return jobs.run({ jobId, collectionId, type: isSync ? 'sync' : 'ingest' }, async (job) => {
        let isFirst = false;
        const summary = await withCollection(
          collectionId,
          {
            action: isSync ? 'sync' : 'add-source',
            job,
            onShard: (done, total) => job.step({ path: `part ${done} of ${total}` }),
            startOver: isSync,
          },
          (change) => {
            isFirst = change.collection.sources.length === 0;
            return runIngest(context, change, { options, job });
          },
        ).catch(async (error: unknown) => {
          if (isFirst) await dropEmptySource(context, collectionId).catch(() => undefined);
          throw error;
        });
        return { value: summary, summary };
      });
    },

    changeSettings: (collectionId, settings, jobId) =>
      jobs.run({ jobId, collectionId, type: 'ingest' }, async (job) => {
        const summary = await withCollection(
          collectionId,
          { action: 'settings', job, settings: (current) => toSettings(settings, current) },
          (change) => rechunk(deps, change, job),
        );
        return { value: summary, summary };
      }),

    keepOriginals: (collectionId, keep, jobId) =>
      jobs.run({ jobId, collectionId, type: 'ingest' }, async (job) => {
        const summary = await withCollection(collectionId, { action: 'settings', job }, (change) =>
          keepOriginals(change, keep, job),
        );
        return { value: summary, summary };
      }),

    finishReading: (collectionId, jobId) =>
      jobs.run({ jobId, collectionId, type: 'outline' }, async (job) => {
        const { changed, left } = await finishReading(context, collectionId, job);
        return { value: left, summary: toSummary(job, { indexed: changed }) };
      }),

    ...createInterruptedActions(context),
    rememberedHandle: (collectionId, sourceId) => context.collectionRecords.of(collectionId).get('handles', sourceId),
  } satisfies Partial<Engine>;
}

async function runIngest(
  context: EngineContext,
  change: Change,
  { options, job }: { readonly options: IngestOptions; readonly job: Job },
): Promise<JobSummary> {
  const source = { ...toSourceOf(change.collection, options), remembered: findHandle(options.input) !== undefined };
  // A tab that ended before its first commit may have left a handle under this id.
  if (options.sourceId === undefined) {
    await context.collectionRecords.removeSource({ collectionId: options.collectionId, sourceId: source.id });
    await forgiveSource(context.collectionRecords.of(options.collectionId), source.id);
  }
  await rememberHandle(context, options, source);
  if (change.collection.sources.length === 0) {
    // After a crash in the first second, the collection has a source to resume. A further source is committed with its first files.
    await change.writer.commit('checkpoint', (collection) => setSource(collection, source));
  }
  const kept = await readKeptRules(context, options);
  return readSource(context, change, {
    job,
    source,
    fileSource: createSource(options.input),
    rules: {
      include: options.include ?? kept.include,
      exclude: options.exclude ?? kept.exclude,
      useIgnoreFiles: options.useIgnoreFiles ?? true,
      useDefaultList: options.useDefaultList ?? true,
    },
    verifyAll: options.verifyAll ?? false,
  });
}

/** Removes the source of a first import that failed before it stored anything. */
async function dropEmptySource({ withCollection }: EngineContext, collectionId: string): Promise<void> {
  await withCollection(collectionId, { action: 'add-source' }, async ({ collection, writer }) => {
    const [source, ...others] = collection.sources;
    const { files, refused } = writer.entries.totals;
    if (source?.state !== 'PENDING' || files + refused > 0 || others.length > 0) return;
    await writer.commit('checkpoint', (base) => ({ ...base, sources: [], awaitsSource: true }));
  });
}

/** Reads the rules under the write lock, so that changes made in another tab while this job waited apply. */
async function readKeptRules({ collectionRecords }: EngineContext, options: IngestOptions): Promise<SourceRules> {
  if (options.sourceId === undefined) return NO_RULES;
  const { rules } = await readChoices(collectionRecords.of(options.collectionId));
  return rules[options.sourceId] ?? NO_RULES;
}

function toSourceOf(collection: Collection, options: IngestOptions): Source {
  const { name, type } = options.input;
  // An llms-full file's pages cannot be synced: like pasted text, they are imported once.
  const isFolder = type === 'built-site' || findHandle(options.input) !== undefined;
  if (options.sourceId === undefined)
    return toNewSource(collection, name, type === 'llms-full' ? 'paste' : isFolder ? 'folder' : type);
  return { ...getSource(collection, options.sourceId), state: 'UPDATING' };
}

function findHandle(input: SourceInput): FileSystemDirectoryHandle | undefined {
  return 'handle' in input ? input.handle : undefined;
}

/** Some browsers cannot store handles; the user then picks the folder again. */
async function rememberHandle(
  { collectionRecords }: EngineContext,
  options: IngestOptions,
  source: Source,
): Promise<void> {
  const handle = findHandle(options.input);
  if (handle === undefined) return;
  try {
    await collectionRecords.of(options.collectionId).put('handles', source.id, handle);
  } catch {
    // `rememberedHandle` then returns undefined, and the page offers the picker.
  }
}

const NONE: Interrupted = { crashed: [], suspects: [] };

/** Actions for files that crashed tabs were reading. */
function createInterruptedActions({ deps: { store }, collectionRecords }: EngineContext) {
  const whileIdle = <T>(collectionId: string, work: () => Promise<T>): Promise<T> =>
    withWriteLock(store, collectionId, { action: 'repair', waitMs: 0 }, work);
  return {
    listInterrupted: (collectionId) =>
      whileIdle(collectionId, () => readInterrupted(collectionRecords.of(collectionId))).catch((error: unknown) => {
        if (isAppError(error) && error.code === 'engine/busy') return NONE;
        throw error;
      }),
    retryCrashed: (collectionId, sourceId) =>
      whileIdle(collectionId, () => forgiveSource(collectionRecords.of(collectionId), sourceId)),
    async noteClosedTab(jobIds) {
      for (const id of await store.listIds()) await forgiveJobs(collectionRecords.of(id), jobIds);
    },
  } satisfies Partial<Engine>;
}

/** Sets whether documents or only their texts are stored; drops stored documents with this commit if not. */
async function keepOriginals({ writer }: Change, keep: boolean, job: Job): Promise<JobSummary> {
  const { entries } = writer;
  let dropped = 0;
  job.phase('save');
  for (const row of keep ? [] : [...entries.rows()]) {
    job.throwIfCancelled();
    const { original, ...entry } = entries.entry(row);
    if (original === undefined || !isDroppable(entry)) continue;
    writer.amend(entry);
    dropped++;
  }
  await writer.commit('final', (base) => toKeeping(base, keep));
  return toSummary(job, { indexed: dropped });
}

function toKeeping({ textsOnly: _, ...collection }: Collection, keep: boolean): Collection {
  return keep ? collection : { ...collection, textsOnly: true };
}

/** Makes every leaf again from its stored bytes, with the settings of the change; needs no source. */
async function rechunk(deps: EngineDeps, change: Change, job: Job): Promise<JobSummary> {
  const { writer, generation } = change;
  const { settings } = change.collection;
  const { entries } = writer;
  await remakeLeaves(deps, { writer, generation, settings }, { job });
  job.phase('index');
  await writer.commit('final', (base) => ({ ...base, settings, changedAt: new Date().toISOString() }));
  const { files, empty, refused, waiting } = entries.totals;
  const counts = { indexed: files - empty, withoutText: empty + refused - waiting };
  return toSummary(job, waiting > 0 ? { ...counts, waiting } : counts);
}
