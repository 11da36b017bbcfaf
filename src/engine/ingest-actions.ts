import { remindCollector } from '../lib/remind-collector.ts';
import { withLock } from '../lib/with-lock.ts';
import { AppError } from '../model/app-error.ts';
import type { Collection, Source } from '../model/collection.ts';
import type { JobSummary } from '../model/job.ts';
import { LIMITS } from '../model/limits.ts';
import type { FileSource, SourceInput } from '../sources/contract.ts';
import { createSource } from '../sources/create-source.ts';
import { getSource, openForChange, renamePaths, toNewSource, toPathOf, toWriteLock } from './change-collection.ts';
import type { EngineContext } from './context.ts';
import type { Engine, IngestOptions } from './contract.ts';
import { forgetDamage, readDamage } from './damage-notes.ts';
import { ingest } from './ingest.ts';
import { MANY_FILES, setSource } from './ingest-run.ts';
import type { Job } from './jobs.ts';
import type { EngineParts } from './parts.ts';
import { rechunk } from './rechunk.ts';
import { remakeLostLeaves } from './remake-leaf.ts';
import { createScannedFolder } from './scan-folder.ts';

type Actions = Pick<Engine, 'ingest' | 'changeSettings' | 'rememberedHandle'>;

/** Pages of a crawl are committed under the same lock, for moments; another job holds it for long. */
const WAIT_MS = 5_000;

/** Everything that fills a collection. One job at a time may write a collection, across all tabs. */
export function createIngestActions(context: EngineContext): Actions {
  const { parts, jobs } = context;

  async function alone<T>(collectionId: string, work: () => Promise<T>): Promise<T> {
    const held = await withLock(toWriteLock(collectionId), { waitMs: WAIT_MS }, work);
    if (held === undefined)
      throw new AppError('engine/busy', 'another job is writing this collection', { collectionId });
    return held.value;
  }

  return {
    ingest: (options) =>
      jobs.run(
        {
          jobId: options.jobId,
          collectionId: options.collectionId,
          type: options.sourceId === undefined ? 'ingest' : 'sync',
        },
        async (job) => {
          const summary = await alone(options.collectionId, () => runIngest(context, options, job));
          await forgetDamage(parts.store, options.collectionId);
          await context.snapshots.take(options.collectionId);
          await context.collections.catchUp(options.collectionId);
          return { value: summary, summary };
        },
      ),

    changeSettings: (collectionId, settings, jobId) =>
      jobs.run({ jobId, collectionId, type: 'ingest' }, async (job) => {
        const summary = await alone(collectionId, () => rechunk(context, { collectionId, settings, job }));
        return { value: summary, summary };
      }),

    rememberedHandle: (collectionId, sourceId) =>
      parts.store.records.get<FileSystemDirectoryHandle>('handles', `${collectionId}/${sourceId}`),
  };
}

async function runIngest(context: EngineContext, options: IngestOptions, job: Job): Promise<JobSummary> {
  const { parts, collections } = context;
  const change = await openForChange(parts, options.collectionId, {
    onShard: (done, total) => job.step({ path: `shard ${done}/${total}` }),
    startOver: options.sourceId !== undefined,
  });
  try {
    const { collection, writer } = change;
    const source = toSourceOf(collection, options);
    const sources = setSource(collection, source).sources;
    await renamePaths(parts, { ...change, sources });
    await rememberHandle(context, options, source);
    const damaged = await readDamage(parts.store, options.collectionId);
    await remakeLostLeaves(parts, { ...change, settings: collection.settings, damaged, syncedId: source.id });
    const fileSource = openSource(parts, options.input);
    return await ingest({
      parts,
      job,
      writer,
      collection,
      source: { ...source, remembered: options.input.type === 'folder' },
      fileSource,
      scan: {
        include: options.include ?? [],
        exclude: options.exclude ?? [],
        useIgnoreFiles: options.useIgnoreFiles ?? true,
        useDefaultList: options.useDefaultList ?? true,
        maxFileBytes: collection.settings.max_file_bytes,
        // Of a known folder few files are read at all.
        ...(options.sourceId === undefined ? { readAheadBytes: LIMITS.readAheadBytes } : {}),
      },
      toPath: (relPath) => toPathOf(sources, source.id, relPath),
      verifyAll: options.verifyAll ?? false,
      damaged,
      checkpoints: parts.checkpoints ?? 'searchable',
      onCommit: () => collections.refresh(options.collectionId),
      now: () => performance.now(),
    });
  } finally {
    await change.done();
    // What the job has left goes before the collection is opened for its snapshot.
    if (change.writer.entries.size > MANY_FILES) remindCollector();
  }
}

function openSource({ folderScanner }: EngineParts, input: SourceInput): FileSource {
  if (input.type !== 'folder' || folderScanner === undefined) return createSource(input);
  return createScannedFolder(input, folderScanner);
}

function toSourceOf(collection: Collection, options: IngestOptions): Source {
  if (options.sourceId === undefined) return toNewSource(collection, options.input.name, options.input.type);
  return { ...getSource(collection, options.sourceId), state: 'UPDATING' };
}

/** Some browsers cannot keep handles; then the folder is simply picked again. */
async function rememberHandle({ parts }: EngineContext, options: IngestOptions, source: Source): Promise<void> {
  if (options.input.type !== 'folder') return;
  try {
    await parts.store.records.put('handles', `${options.collectionId}/${source.id}`, options.input.handle);
  } catch {
    // Not remembered: `rememberedHandle` answers undefined, and the page offers the picker.
  }
}
