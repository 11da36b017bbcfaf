import type { ExportProgress } from '../export/contract.ts';
import { diffSnapshots } from '../export/diff-snapshots.ts';
import { writeArtifact } from '../export/export-artifact.ts';
import { exportDelta } from '../export/export-delta.ts';
import { exportZip, toZipName } from '../export/export-zip.ts';
import { AppError } from '../model/app-error.ts';
import { countIndexed } from '../model/collection.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { EngineContext } from './context.ts';
import type { Engine, ExportAnswer, ExportOptions } from './contract.ts';
import { createExportSink } from './export-sink.ts';
import { importCollection } from './import-collection.ts';
import { toIndexView } from './index-view.ts';
import { type Job, toSummary } from './jobs.ts';
import { makePack } from './make-pack.ts';
import { findSecretPlaces, type MaskName, withMasked } from './mask-collection.ts';
import type { OpenCollection } from './open-collection.ts';
import { runSearch } from './run-search.ts';
import { toSearchTarget } from './search-actions.ts';

type Actions = Pick<
  Engine,
  'makePack' | 'exportZip' | 'exportArtifact' | 'scanSecrets' | 'listSnapshots' | 'diffSnapshots' | 'importCollection'
>;

/** Everything that leaves the collection. An export reads the generation it began with, whatever is committed meanwhile. */
export function createExportActions(context: EngineContext): Actions {
  const { parts, jobs, collections, belongings, snapshots, withNewCollection } = context;
  return {
    exportZip: (options) =>
      jobs.run({ jobId: options.jobId, collectionId: options.collectionId, type: 'export' }, async (job) => {
        const value = await collections.use(options.collectionId, (open) =>
          withExported(context, open, { ...options, job }, (exported, maskName) =>
            writeZip(context, exported, { ...options, maskName, job }),
          ),
        );
        return { value, summary: toSummary(job, { indexed: value.entries }) };
      }),

    exportArtifact: (collectionId, artifact, { mask = false } = {}) =>
      collections.use(collectionId, (open) =>
        withExported(context, open, { mask }, async (exported, maskName) => {
          const blocks: Uint8Array<ArrayBuffer>[] = [];
          const view = toIndexView(parts.kernel, exported, { records: belongings.of(collectionId), maskName });
          for await (const block of writeArtifact(view, artifact)) blocks.push(block.slice());
          return new Blob(blocks);
        }),
      ),

    scanSecrets: (collectionId, jobId) =>
      jobs.run({ jobId, collectionId, type: 'verify' }, async (job) => {
        const value = await collections.use(collectionId, (open) => {
          job.expect(open.fileCount, open.generation.row.collection.stats.total_bytes);
          return findSecretPlaces({ open, allowed: new Set(), job });
        });
        return { value, summary: toSummary(job, { indexed: value.length }) };
      }),

    makePack: (options) =>
      collections.use(options.collectionId, (open) =>
        withExported(context, open, options, (exported) =>
          makePack(
            {
              kernel: parts.kernel,
              open: exported,
              search: (query, search) => runSearch(parts.kernel, toSearchTarget(parts, exported), query, search),
            },
            options,
          ),
        ),
      ),
    listSnapshots: (collectionId) => snapshots.list(collectionId),
    async diffSnapshots(collectionId, from, to) {
      const [older, newer] = await Promise.all([snapshots.read(collectionId, from), snapshots.read(collectionId, to)]);
      return { from: older.row, to: newer.row, changes: diffSnapshots(older.snapshot, newer.snapshot) };
    },
    importCollection: ({ file, name, jobId }) =>
      jobs.run({ jobId, collectionId: '', type: 'import' }, async (job) => {
        const value = await withNewCollection(() => importCollection(parts, { file, name, job }));
        return { value, summary: toSummary(job, { indexed: countIndexed(value.stats) }) };
      }),
  };
}

/** The collection itself, or its masked twin. */
async function withExported<T>(
  { parts }: EngineContext,
  open: OpenCollection,
  options: { mask: boolean; allowedSecrets?: readonly string[]; job?: Job },
  work: (exported: OpenCollection, maskName: MaskName) => Promise<T>,
): Promise<T> {
  if (!options.mask) return work(open, (text) => text);
  const { job } = options;
  const allowed = new Set(options.allowedSecrets);
  return withMasked(parts, { open, allowed, ...(job === undefined ? {} : { job }) }, work);
}

async function writeZip(
  context: EngineContext,
  open: OpenCollection,
  options: ExportOptions & { maskName: MaskName; job: Job },
): Promise<ExportAnswer> {
  const { job, maskName } = options;
  const view = toIndexView(context.parts.kernel, open, {
    records: context.belongings.of(options.collectionId),
    maskName,
  });
  job.phase('write');
  const sink = await createExportSink(options.target, toZipName(view));
  let told = { entries: 0, bytes: 0 };
  const common = {
    view,
    sink,
    signal: job.signal,
    escapeHidden: options.escapeHidden ?? false,
    onProgress: ({ doneEntries, totalEntries, bytes }: ExportProgress) => {
      job.expect(totalEntries, 0);
      job.step({ done: doneEntries - told.entries, doneBytes: bytes - told.bytes });
      told = { entries: doneEntries, bytes };
    },
  };
  const { form } = options;
  const result =
    form === 'delta'
      ? await exportDelta({ ...common, from: maskPaths(await readSince(context, options), maskName) })
      : await exportZip({ ...common, form });
  const blob = await sink.blob();
  return { ...result, ...(blob === undefined ? {} : { blob }) };
}

/** Snapshots hold names as they were. */
function maskPaths(snapshot: Snapshot, maskName: MaskName): Snapshot {
  return { ...snapshot, chunks: snapshot.chunks.map((chunk) => ({ ...chunk, path: maskName(chunk.path) })) };
}

/** Without a name: the state before the present one. */
async function readSince({ snapshots }: EngineContext, options: ExportOptions): Promise<Snapshot> {
  const since = options.since ?? (await snapshots.list(options.collectionId))[1]?.id;
  if (since === undefined) throw new AppError('store/not-found', 'there is no earlier state to compare with', {});
  return (await snapshots.read(options.collectionId, since)).snapshot;
}
