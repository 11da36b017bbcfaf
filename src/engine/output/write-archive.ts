import type { ExportProgress } from '../../export/contract.ts';
import { exportDelta } from '../../export/delta/export-delta.ts';
import { type ExportZipResult, exportZip, toZipName } from '../../export/export-zip.ts';
import { toRef } from '../../kernel/identity.ts';
import { AppError } from '../../model/app-error.ts';
import { isEverything } from '../../model/outputs/selection.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Snapshots } from '../collection/snapshots.ts';
import type { ExportAnswer, ExportOptions } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Job } from '../jobs.ts';
import { readExportedSelections } from '../selection/exported-selections.ts';
import { createExportSink } from './export-sink.ts';
import { toIndexView } from './index-view.ts';
import type { Exported } from './run-export.ts';

/** Writes the zip of an export: all of it, its compact form, or what changed since an earlier state. Loaded with the first. */
export async function writeArchive(
  context: EngineContext,
  { open, plain, exported, maskName, isIn }: Exported,
  options: ExportOptions & { job: Job },
): Promise<ExportAnswer> {
  const { job, form } = options;
  const { kernel } = context.deps;
  const records = context.collectionRecords.of(options.collectionId);
  const view = await toIndexView(kernel, exported, { records, maskName });
  const selected = options.selection !== undefined && !isEverything(options.selection);
  // Steps that can fail come before the target is opened.
  const what = form === 'delta' ? { form, since: await readSince(context, options) } : { form };
  const readSelections = () => readExportedSelections({ kernel, records, open, exported, maskName });
  // Not with the export of a selection: other selections would reveal what is left out.
  const selections =
    form === 'full' && !selected && options.withSelections !== false ? await readSelections() : undefined;
  job.phase('write');
  const sink = await createExportSink(options.target, toZipName(view, options.form));
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
    const unmasked = { view: await toIndexView(kernel, await plain(), { records }), maskPath: maskName };
    return exportDelta({ ...common, from, ...named, unmasked });
  };
  const result =
    what.form === 'delta' ? await writeDelta(what.since) : await exportZip({ ...common, form: what.form, selections });
  return { ...result, blob: await sink.blob() };
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
