import { type ExportedSelection, writeSelections } from '../../export/artifacts/write-selections.ts';
import type { ExportProgress } from '../../export/contract.ts';
import { exportDelta } from '../../export/delta/export-delta.ts';
import { type ExportZipResult, exportZip, toZipName } from '../../export/export-zip.ts';
import { toLabel } from '../../export/text/labels.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { toRef } from '../../kernel/identity.ts';
import { AppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import { isEverything, isUntouched, type PickedChunk, type Selection } from '../../model/outputs/selection.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { followSources } from '../../selection/scope.ts';
import { readChoices } from '../collection/choices.ts';
import type { OwnRecords } from '../collection/collection-records.ts';
import type { Snapshots } from '../collection/snapshots.ts';
import type { ExportAnswer, ExportOptions } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Job } from '../jobs.ts';
import type { ExportedCollection, OpenCollection } from '../open/faces.ts';
import { listChunkFacts, toRows } from '../search/to-chunks.ts';
import { resolveSelection } from '../selection/resolve-selection.ts';
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

interface SelectionsSource {
  readonly kernel: Kernel;
  readonly records: OwnRecords;
  readonly open: OpenCollection;
  /** `open` itself, or its masked copy. */
  readonly exported: ExportedCollection;
  readonly maskName: (text: string) => string;
}

/**
 * Returns `selections.json` of an export; undefined without selections. Masks everything the user typed; picks are of the exported
 * chunks, since an id is a hash of the text. Picks that are gone are dropped.
 */
async function readExportedSelections(source: SelectionsSource): Promise<string | undefined> {
  const { records, open, maskName } = source;
  const { selections, current } = await readChoices(records);
  const sourceIds = open.collection.sources.map(({ id }) => id);
  const rows: ExportedSelection[] = [];
  for (const [id, kept] of Object.entries(selections)) {
    if (isUntouched(kept)) continue;
    const { root: _, ...selection }: Selection = followSources(kept, sourceIds);
    rows.push({
      ...selection,
      name: maskName(selection.name).slice(0, LIMITS.maxSelectionNameChars),
      paths: selection.paths.map(maskName),
      include: selection.include.map(maskName),
      exclude: selection.exclude.map(maskName),
      query: selection.query && maskName(selection.query).slice(0, LIMITS.maxQuestionChars),
      picks: await toExportedPicks(source, kept),
      isCurrent: id === current,
    });
  }
  return rows.length === 0 ? undefined : writeSelections(rows);
}

async function toExportedPicks(
  { kernel, open, exported, maskName }: SelectionsSource,
  selection: Selection,
): Promise<PickedChunk[]> {
  if (selection.picks.length === 0) return [];
  const { picks } = await resolveSelection(kernel, open, { ...selection, paths: [], include: [], exclude: [] });
  const exportedPicks: PickedChunk[] = [];
  for (const ordinal of picks) {
    const fileIndex = open.fileOfOrdinal(ordinal);
    const exportedIndex = exported.findFileIndex(maskName(open.fileNames(fileIndex).path));
    if (exportedIndex === undefined) continue;
    const rows = toRows(open, fileIndex);
    const at = ordinal - (open.ordinals[fileIndex] as number);
    const all = await listChunkFacts(kernel, exported, exportedIndex);
    const line = rows[at]?.startLine ?? 1;
    const index = rows.length === all.length ? at : all.findIndex(({ endLine }) => endLine >= line);
    const facts = all[index];
    if (facts === undefined) continue;
    const { id, path, tokenEstimate, contentHash } = facts;
    exportedPicks.push({ id, path, label: toLabel(facts), tokens: tokenEstimate, content_hash: contentHash });
  }
  return exportedPicks;
}
