import type { ExportProgress } from '../../export/contract.ts';
import { diffSnapshots } from '../../export/delta/diff-snapshots.ts';
import { exportDelta } from '../../export/delta/export-delta.ts';
import { writeArtifact } from '../../export/export-artifact.ts';
import { type ExportZipResult, exportZip, toZipName } from '../../export/export-zip.ts';
import { createSecretNumbers, maskText } from '../../export/secrets/mask-text.ts';
import { AppError } from '../../model/app-error.ts';
import { countIndexed } from '../../model/collection.ts';
import { importCollection } from '../collection/import-collection.ts';
import type { Snapshots } from '../collection/snapshots.ts';
import type { Engine, ExportAnswer, ExportOptions } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { type Job, toSummary } from '../jobs.ts';
import type { OpenCollection } from '../search/open-collection.ts';
import { toSearchTarget } from '../search/search-actions.ts';
import { createExportSink } from './export-sink.ts';
import { toIndexView } from './index-view.ts';
import { makePack } from './make-pack.ts';
import { findSecretPlaces, type MaskName } from './mask-collection.ts';
import { packTogether } from './pack-together.ts';
import { waitForOutlines, withExported } from './with-exported.ts';

type Actions = Pick<
  Engine,
  | 'makePack'
  | 'exportZip'
  | 'exportArtifact'
  | 'maskTexts'
  | 'scanSecrets'
  | 'listSnapshots'
  | 'diffSnapshots'
  | 'importCollection'
>;

/** Everything that leaves the collection. An export reads the generation it began with, whatever is committed meanwhile. */
export function createExportActions(context: EngineContext): Actions {
  const { deps, jobs, collections, belongings, snapshots } = context;
  return {
    exportZip: (options) =>
      jobs.run({ jobId: options.jobId, collectionId: options.collectionId, type: 'export' }, async (job) => {
        await waitForOutlines(context, options.collectionId, job);
        const value = await collections.use(options.collectionId, (open) =>
          withExported(context, open, { ...options, job }, (exported, maskName) =>
            writeZip(context, { open, exported, maskName }, { ...options, job }),
          ),
        );
        return { value, summary: toSummary(job, { indexed: value.entries }) };
      }),

    exportArtifact: (collectionId, artifact, { mask = false } = {}) =>
      collections.use(collectionId, (open) =>
        withExported(context, open, { mask }, async (exported, maskName) => {
          const blocks: Uint8Array<ArrayBuffer>[] = [];
          const view = toIndexView(deps.kernel, exported, { records: belongings.of(collectionId), maskName });
          for await (const block of writeArtifact(view, artifact)) blocks.push(block.slice());
          return new Blob(blocks);
        }),
      ),

    async maskTexts(texts) {
      const numbers = createSecretNumbers();
      return texts.map((text) => maskText(text, numbers).text);
    },
    scanSecrets: (collectionId, jobId) =>
      jobs.run({ jobId, collectionId, type: 'verify' }, async (job) => {
        const value = await collections.use(collectionId, (open) => {
          job.expect(open.fileCount, open.generation.row.collection.stats.total_bytes);
          return findSecretPlaces(deps.kernel, { open, allowed: new Set(), job });
        });
        return { value, summary: toSummary(job, { indexed: value.length }) };
      }),

    makePack: (options) => {
      if (options.together !== undefined) return packTogether(context, { ...options, together: options.together });
      return collections.use(options.collectionId, (open) =>
        withExported(context, open, { mask: options.mask === 'collection' }, (exported) =>
          makePack({ kernel: deps.kernel, open: exported, target: toSearchTarget(deps, exported) }, options),
        ),
      );
    },
    listSnapshots: (collectionId) => snapshots.list(collectionId),
    async diffSnapshots(collectionId, from, to) {
      const [older, newer] = await Promise.all([snapshots.read(collectionId, from), snapshots.read(collectionId, to)]);
      return { from: older.row, to: newer.row, changes: diffSnapshots(older.snapshot, newer.snapshot) };
    },
    importCollection: ({ file, name, jobId }) =>
      jobs.run({ jobId, collectionId: '', type: 'import' }, async (job) => {
        const value = await importCollection(context, { file, name, job });
        return { value, summary: toSummary(job, { indexed: countIndexed(value.stats) }) };
      }),
  };
}

interface Exported {
  readonly open: OpenCollection;
  /** `open` itself, or its masked twin. */
  readonly exported: OpenCollection;
  readonly maskName: MaskName;
}

async function writeZip(
  context: EngineContext,
  { open, exported, maskName }: Exported,
  options: ExportOptions & { job: Job },
): Promise<ExportAnswer> {
  const { job, form } = options;
  const { kernel } = context.deps;
  const records = context.belongings.of(options.collectionId);
  const view = toIndexView(kernel, exported, { records, maskName });
  // Before anything is begun at the target: without an earlier state nothing is written there.
  const what = form === 'delta' ? { form, since: await readSince(context, options) } : { form };
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
  const writeDelta = async ({ row, snapshot: from }: Since): Promise<ExportZipResult> => {
    if (!options.mask) return exportDelta({ ...common, from });
    const unmasked = toIndexView(kernel, open, { records });
    const fromName = `state-${row.generation}`;
    return exportDelta({ ...common, from, unmasked: { view: unmasked, maskPath: maskName, fromName } });
  };
  const result = what.form === 'delta' ? await writeDelta(what.since) : await exportZip({ ...common, form: what.form });
  const blob = await sink.blob();
  return { ...result, ...(blob === undefined ? {} : { blob }) };
}

type Since = Awaited<ReturnType<Snapshots['read']>>;

/** Without a name: the state before the present one. */
async function readSince({ snapshots }: EngineContext, options: ExportOptions): Promise<Since> {
  const since = options.since ?? (await snapshots.list(options.collectionId))[1]?.id;
  if (since === undefined) throw new AppError('store/not-found', 'there is no earlier state to compare with', {});
  return snapshots.read(options.collectionId, since);
}
