import { NO_RULES, type SourceRules } from '../../model/choices.ts';
import type { Collection, Source } from '../../model/collection.ts';
import type { JobSummary } from '../../model/job.ts';
import { LIMITS } from '../../model/limits.ts';
import { toSettings } from '../../model/to-settings.ts';
import type { FileSource, SourceInput } from '../../sources/contract.ts';
import { createSource } from '../../sources/create-source.ts';
import { readChoices } from '../collection/choices.ts';
import { getSource, toNewSource } from '../collection/sources.ts';
import type { Change } from '../collection/with-collection.ts';
import type { Engine, IngestOptions } from '../contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { EngineContext } from '../engine-context.ts';
import { type Job, toSummary } from '../jobs.ts';
import { createScannedFolder } from '../scan/scan-folder.ts';
import { finishReading } from './finish-reading.ts';
import { keepOriginals } from './keep-originals.ts';
import { readSource } from './read-source.ts';
import { rechunk } from './rechunk.ts';

type Actions = Pick<Engine, 'ingest' | 'changeSettings' | 'keepOriginals' | 'finishReading' | 'rememberedHandle'>;

/** Everything that fills a collection from its sources, and everything that cuts it anew. */
export function createIngestActions(context: EngineContext): Actions {
  const { deps, jobs, withCollection } = context;
  return {
    ingest(options) {
      const { jobId, collectionId } = options;
      const isSync = options.sourceId !== undefined;
      return jobs.run({ jobId, collectionId, type: isSync ? 'sync' : 'ingest' }, async (job) => {
        const summary = await withCollection(
          collectionId,
          {
            action: isSync ? 'sync' : 'add-source',
            job,
            onShard: (done, total) => job.step({ path: `shard ${done}/${total}` }),
            startOver: isSync,
          },
          (change) => runIngest(context, change, { options, job }),
        );
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

    rememberedHandle: (collectionId, sourceId) => context.belongings.of(collectionId).get('handles', sourceId),
  };
}

async function runIngest(
  context: EngineContext,
  change: Change,
  { options, job }: { readonly options: IngestOptions; readonly job: Job },
): Promise<JobSummary> {
  const source = toSourceOf(change.collection, options);
  // A tab that died before its first commit has left a handle here.
  if (options.sourceId === undefined)
    await context.belongings.removeOf({ collectionId: options.collectionId, sourceId: source.id });
  await rememberHandle(context, options, source);
  const kept = await readKeptRules(context, options);
  return readSource(context, change, {
    job,
    source: { ...source, remembered: options.input.type === 'folder' },
    fileSource: openSource(context.deps, options.input),
    rules: {
      include: options.include ?? kept.include,
      exclude: options.exclude ?? kept.exclude,
      useIgnoreFiles: options.useIgnoreFiles ?? true,
      useDefaultList: options.useDefaultList ?? true,
      // Of a known folder few files are read at all.
      ...(options.sourceId === undefined ? { readAheadBytes: LIMITS.readAheadBytes } : {}),
    },
    verifyAll: options.verifyAll ?? false,
  });
}

/** Read in the collection's turn: what another tab changed while this job waited holds for it. */
async function readKeptRules({ belongings }: EngineContext, options: IngestOptions): Promise<SourceRules> {
  if (options.sourceId === undefined) return NO_RULES;
  const { rules } = await readChoices(belongings.of(options.collectionId));
  return rules[options.sourceId] ?? NO_RULES;
}

function openSource({ folderScanner }: EngineDeps, input: SourceInput): FileSource {
  if (input.type !== 'folder' || folderScanner === undefined) return createSource(input);
  return createScannedFolder(input, folderScanner);
}

function toSourceOf(collection: Collection, options: IngestOptions): Source {
  const { name, type } = options.input;
  // Its pages cannot be synced with the file: like pasted text they came once.
  if (options.sourceId === undefined) return toNewSource(collection, name, type === 'llms-full' ? 'paste' : type);
  return { ...getSource(collection, options.sourceId), state: 'UPDATING' };
}

/** Some browsers cannot keep handles; then the folder is simply picked again. */
async function rememberHandle({ belongings }: EngineContext, options: IngestOptions, source: Source): Promise<void> {
  if (options.input.type !== 'folder') return;
  try {
    await belongings.of(options.collectionId).put('handles', source.id, options.input.handle);
  } catch {
    // Not remembered: `rememberedHandle` answers undefined, and the page offers the picker.
  }
}
