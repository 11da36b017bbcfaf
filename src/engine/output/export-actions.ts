import type { ExportProgress } from '../../export/contract.ts';
import { diffSnapshots, listPathsOnlyIn } from '../../export/delta/diff-snapshots.ts';
import { exportDelta } from '../../export/delta/export-delta.ts';
import { writeArtifact } from '../../export/export-artifact.ts';
import { type ExportZipResult, exportZip, toZipName } from '../../export/export-zip.ts';
import { createSecretNumbers, maskText } from '../../export/secrets/mask-text.ts';
import { toRef } from '../../kernel/identity.ts';
import { AppError } from '../../model/app-error.ts';
import { countIndexed } from '../../model/collection.ts';
import { isEverything } from '../../model/outputs/selection.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { isSinglePage } from '../../publish/format/single-page.ts';
import { importCollection } from '../collection/import-collection.ts';
import type { Snapshots } from '../collection/snapshots.ts';
import type { Engine, ExportAnswer, ExportOptions, PackAnswer, PackItem, PackOptions } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { type Job, toSummary } from '../jobs.ts';
import { importPage } from '../published/published-actions.ts';
import { readExportedSelections } from '../selection/exported-selections.ts';
import type { JoinedCollection } from '../together/join-collections.ts';
import { withJoined } from '../together/together-actions.ts';
import { createExportSink } from './export-sink.ts';
import { toIndexView } from './index-view.ts';
import { makePack } from './make-pack.ts';
import { isPartlyOpen } from './pack-parts.ts';
import { scanSelected } from './scan-selected.ts';
import { withExported } from './with-exported.ts';
import { type Exported, runExport, withSelected } from './with-selected.ts';

/** Actions for exports and packs. An export reads the generation it started with, whatever is committed meanwhile. */
export function createExportActions(context: EngineContext) {
  const { deps, jobs, collections, collectionRecords, snapshots } = context;
  return {
    exportZip: (options) => runExport(context, options, (parts, job) => writeZip(context, parts, { ...options, job })),

    exportArtifact: (collectionId, artifact, { mask = false, ...options } = {}) =>
      collections.withWholeCollection(collectionId, (open) =>
        withSelected(context, open, { mask, ...options }, async ({ exported, maskName }) => {
          const blocks: Uint8Array<ArrayBuffer>[] = [];
          const view = await toIndexView(deps.kernel, exported, {
            records: collectionRecords.of(collectionId),
            maskName,
          });
          for await (const block of writeArtifact(view, artifact)) blocks.push(block.slice());
          return new Blob(blocks);
        }),
      ),

    async maskTexts(texts) {
      const numbers = createSecretNumbers();
      return texts.map((text) => maskText(text, numbers).text);
    },
    scanSecrets: (collectionId, jobId, { selection } = {}) =>
      jobs.run({ jobId, collectionId, type: 'verify' }, async (job) => {
        const value = await collections.withWholeCollection(collectionId, (open) =>
          scanSelected(context, { open, selection, job }),
        );
        return { value, summary: toSummary(job, { indexed: value.length }) };
      }),

    makePack: ({ jobId, ...options }) => {
      if (jobId === undefined) return makeAnyPack(context, options);
      return jobs.run({ jobId, collectionId: options.collectionId, type: 'pack' }, async (job) => {
        const value = await makeAnyPack(context, options, job);
        return { value, summary: toSummary(job, { indexed: value.chunks }) };
      });
    },
    listSnapshots: (collectionId) => snapshots.list(collectionId),
    async diffSnapshots(collectionId, from, to) {
      const [older, newer] = await Promise.all([snapshots.read(collectionId, from), snapshots.read(collectionId, to)]);
      return {
        from: older.row,
        to: newer.row,
        changes: diffSnapshots(older.snapshot, newer.snapshot),
        addedFiles: listPathsOnlyIn(newer.snapshot, older.snapshot),
        removedFiles: listPathsOnlyIn(older.snapshot, newer.snapshot),
      };
    },
    importCollection: ({ file, name, jobId }) =>
      jobs.run({ jobId, collectionId: '', type: 'import' }, async (job) => {
        const value = (await isSinglePage(file))
          ? await importPage(context, { file, job })
          : await importCollection(context, { file, name, job });
        return { value, summary: toSummary(job, { indexed: countIndexed(value.stats) }) };
      }),
  } satisfies Partial<Engine>;
}

/** Packs one collection or several. */
function makeAnyPack(context: EngineContext, options: PackOptions, job?: Job): Promise<PackAnswer> {
  const { deps, collections, snapshots } = context;
  const { together } = options;
  if (together !== undefined) return packTogether(context, { ...options, together }, job);
  return collections.withWholeCollection(options.collectionId, (open) =>
    withExported(context, open, { mask: options.mask === 'collection' }, (exported, maskName) =>
      makePack(
        {
          ...{ kernel: deps.kernel, open: exported, job },
          isIncomplete: isPartlyOpen(open),
          maskQuery: options.mask === 'collection' ? maskName : undefined,
          readSnapshot: async (id) => (await snapshots.read(options.collectionId, id)).snapshot,
        },
        options,
      ),
    ),
  );
}

async function writeZip(
  context: EngineContext,
  { plain, exported, maskName, isIn }: Exported,
  options: ExportOptions & { job: Job },
): Promise<ExportAnswer> {
  const { job, form } = options;
  const { kernel } = context.deps;
  const records = context.collectionRecords.of(options.collectionId);
  const view = await toIndexView(kernel, exported, { records, maskName });
  const selected = options.selection !== undefined && !isEverything(options.selection);
  // Steps that can fail come before the target is opened.
  const what = form === 'delta' ? { form, since: await readSince(context, options) } : { form };
  const readSelections = () => readExportedSelections({ kernel, records, open: plain, exported, maskName });
  // Not with the export of a selection: other selections would reveal what is left out.
  const selections =
    form === 'full' && !selected && options.withSelections !== false ? await readSelections() : undefined;
  job.phase('write');
  const sink = await createExportSink(options.target, toZipName(view));
  let reported = { entries: 0, bytes: 0 };
  const common = {
    view,
    sink,
    signal: job.signal,
    escapeHidden: options.escapeHidden ?? false,
    onProgress: ({ doneEntries, totalEntries, bytes }: ExportProgress) => {
      job.expect(totalEntries, 0);
      job.step({ done: doneEntries - reported.entries, doneBytes: bytes - reported.bytes });
      reported = { entries: doneEntries, bytes };
    },
  };
  const writeDelta = async ({ row, snapshot }: Since): Promise<ExportZipResult> => {
    const from = selected ? keepChunks(snapshot, isIn) : snapshot;
    // The older state's id says nothing about a part of it, and too much about a masked one.
    const named = options.mask || selected ? { fromName: `state-${row.generation}` } : {};
    if (!options.mask) return exportDelta({ ...common, from, ...named });
    const unmasked = { view: await toIndexView(kernel, plain, { records }), maskPath: maskName };
    return exportDelta({ ...common, from, ...named, unmasked });
  };
  const result =
    what.form === 'delta'
      ? await writeDelta(what.since)
      : await exportZip({ ...common, form: what.form, ...(selections === undefined ? {} : { selections }) });
  const blob = await sink.blob();
  return { ...result, ...(blob === undefined ? {} : { blob }) };
}

/** Reduces an earlier state to the selection, with the refs its export had. */
function keepChunks(snapshot: Snapshot, isIn: Exported['isIn']): Snapshot {
  const chunks = snapshot.chunks.filter(isIn);
  return { ...snapshot, chunks: chunks.map((chunk, i) => ({ ...chunk, ref: toRef(i, chunks.length) })) };
}

type Since = Awaited<ReturnType<Snapshots['read']>>;

/** Reads the named snapshot, or the one before the current state. */
async function readSince({ snapshots }: EngineContext, options: ExportOptions): Promise<Since> {
  const since = options.since ?? (await snapshots.list(options.collectionId))[1]?.id;
  if (since === undefined) throw new AppError('store/not-found', 'there is no earlier state to compare with', {});
  return snapshots.read(options.collectionId, since);
}

/** Packs several collections [P10]. In the text, every path starts with its collection's label; items have the path inside it. */
async function packTogether(
  context: EngineContext,
  options: PackOptions & { readonly together: readonly string[] },
  job?: Job,
): Promise<PackAnswer> {
  const { kernel } = context.deps;
  const { value, leftOut } = await withJoined(context, options.together, async (joined) => {
    // Selections and earlier states belong to one collection.
    const { selection: _, since: __, ...rest } = options;
    const isIncomplete = joined.members.some(({ open }) => isPartlyOpen(open));
    const parts = { kernel, open: joined, readSnapshot: readNoSnapshot, isIncomplete, job };
    const pack = await makePack(parts, { ...rest, mask: options.mask !== false });
    return { ...pack, items: pack.items.map((item) => toOwnItem(joined, item)) };
  });
  return { ...value, leftOut };
}

async function readNoSnapshot(): Promise<never> {
  throw new AppError('store/not-found', 'several collections have no earlier state in common', {});
}

function toOwnItem(joined: JoinedCollection, item: PackItem): PackItem {
  const own = joined.toOwn(item.path);
  return own === undefined ? item : { ...item, path: own.path, collection: own.collectionId };
}
