import type { RemoteTree, TreeEntry, TreeReader } from '../../crawl/contract.ts';
import { toMaxBytes } from '../../kinds/document-format.ts';
import { AppError } from '../../model/app-error.ts';
import { NO_RULES } from '../../model/choices.ts';
import type { JobSummary } from '../../model/job.ts';
import type { SourceName } from '../../model/source-key.ts';
import { createTreeSource } from '../../sources/tree-source.ts';
import { readChoices } from '../collection/choices.ts';
import { readOriginal } from '../collection/read-original.ts';
import { getSource } from '../collection/sources.ts';
import type { Change } from '../collection/with-collection.ts';
import type { SitePort } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { Job } from '../jobs.ts';
import { readSource } from './read-source.ts';

/** Imports repository trees by the same steps as folders [R4]. */
export function createTreeActions(context: EngineContext): Pick<SitePort, 'readTree' | 'stopTree'> {
  const { jobs, withCollection } = context;
  return {
    readTree(name, tree, reader) {
      const { jobId } = tree;
      const { collectionId } = name;
      const onProgress: TreeReader['onProgress'] = (progress) => reader.onProgress(progress);
      return jobs.run({ jobId, collectionId, type: 'crawl', onProgress }, async (job) => {
        const summary = await withCollection(collectionId, { action: 'sync', job, startOver: true }, (change) =>
          readTree(context, change, { name, tree, reader, job }),
        );
        return { value: summary, summary };
      });
    },
    async stopTree(jobId) {
      jobs.cancel(jobId);
    },
  };
}

interface TreeReading {
  readonly name: SourceName;
  readonly tree: RemoteTree;
  readonly reader: TreeReader;
  readonly job: Job;
}

async function readTree(
  context: EngineContext,
  change: Change,
  { name, tree, reader, job }: TreeReading,
): Promise<JobSummary> {
  const source = getSource(change.collection, name.sourceId);
  const { rules } = await readChoices(context.collectionRecords.of(name.collectionId));
  const orCancelled = createReadings(job.signal);
  const maxBytes = change.collection.settings.max_file_bytes;
  return readSource(context, change, {
    job,
    source: { ...source, commit: tree.commit },
    fileSource: createTreeSource(source.name, tree, {
      read: (path) => orCancelled(reader.read(path, toMaxBytes(path, maxBytes))),
      readKept: (entry) => readKept(change, name.sourceId, entry),
      findKeptSize: (entry) => findKept(change, name.sourceId, entry)?.bytes,
    }),
    rules: { ...(rules[source.id] ?? NO_RULES), useIgnoreFiles: true, useDefaultList: true },
    verifyAll: false,
  });
}

function findKept({ writer }: Change, sourceId: string, { path, size, stamp }: TreeEntry): FileEntry | undefined {
  const row = writer.entries.find(sourceId, path);
  const known = row === undefined ? undefined : writer.entries.entry(row);
  const isSame = known?.mtimeMs === stamp && (size === undefined || known?.bytes === size);
  return isSame ? known : undefined;
}

/** Returns undefined if the file is not stored, has changed, or cannot be read. */
async function readKept(change: Change, sourceId: string, entry: TreeEntry): Promise<Uint8Array | undefined> {
  const known = findKept(change, sourceId, entry);
  return known && readOriginal(change.generation, known).catch(() => undefined);
}

/** Rejects pending reads on cancel: the reader's worker may have died, and a cancelled job must not wait for it. */
function createReadings(signal: AbortSignal): <T>(reading: Promise<T>) => Promise<T> {
  const cancels = new Set<() => void>();
  signal.addEventListener('abort', () => {
    for (const cancel of cancels) cancel();
  });
  // Not a race with one promise for all: it would keep the bytes of every file until the job ends.
  return (reading) =>
    new Promise((resolve, reject) => {
      const cancel = () => reject(new AppError('engine/cancelled', 'the job was stopped'));
      if (signal.aborted) cancel();
      cancels.add(cancel);
      reading.then(resolve, reject).finally(() => cancels.delete(cancel));
    });
}
