import { isEverything } from '../../model/outputs/selection.ts';
import type { EngineContext } from '../engine-context.ts';
import { finishReading } from '../ingest/make-outlines.ts';
import { type Job, toSummary } from '../jobs.ts';
import type { ExportedCollection, OpenCollection } from '../open/faces.ts';
import type { MaskName } from './mask-collection.ts';
import { maskFiles, type NamedSelection, resolveParts, type SelectedParts, streamFiles } from './select-files.ts';

/** The inputs of an export. */
export interface Exported {
  /** The whole collection. */
  readonly open: OpenCollection;
  /** The selected part, masked if requested. */
  readonly exported: ExportedCollection;
  /** Returns the selected part, unmasked. */
  plain(): Promise<ExportedCollection>;
  readonly maskName: MaskName;
  /** Whether a chunk of an earlier state is in the selection. */
  readonly isIn: SelectedParts['isOf'];
}

interface SelectOptions {
  /** Unset: the whole collection. */
  readonly selection?: NamedSelection | undefined;
  readonly mask: boolean;
  readonly allowedSecrets?: readonly string[];
  readonly job?: Job;
}

/** Runs an export as a job: makes missing outlines first, then calls `write` with the selected part. */
export function runExport<T extends { readonly entries: number }>(
  context: EngineContext,
  options: SelectOptions & { readonly jobId: string; readonly collectionId: string },
  write: (parts: Exported, job: Job) => Promise<T>,
): Promise<T> {
  const { jobId, collectionId } = options;
  return context.jobs.run({ jobId, collectionId, type: 'export' }, async (job) => {
    await waitForOutlines(context, collectionId, job);
    const value = await context.collections.withWholeCollection(collectionId, async (open) =>
      write(await selectAndMask(context, open, { ...options, job }), job),
    );
    return { value, summary: toSummary(job, { indexed: value.entries }) };
  });
}

/** Makes missing outlines before an export. If a grammar is unavailable, the app tells the user beforehand. */
export async function waitForOutlines(context: EngineContext, collectionId: string, job: Job): Promise<void> {
  const isWhole = await context.collections.withPartialCollection(
    collectionId,
    ({ collection: { stats, readOnly } }) => readOnly === true || stats.incomplete_files === 0,
  );
  if (!isWhole) await finishReading(context, collectionId, job);
}

/** Returns the selected part, masked if requested; it is valid while `open` is. Published collections were masked at publication, or are public. */
export async function selectAndMask(
  { deps, masked }: EngineContext,
  open: OpenCollection,
  { selection, mask, allowedSecrets = [], job }: SelectOptions,
): Promise<Exported> {
  const selected =
    selection === undefined || isEverything(selection) ? undefined : await resolveParts(deps.kernel, open, selection);
  const isIn = selected?.isOf ?? (() => true);
  const plain = async (): Promise<ExportedCollection> =>
    selected === undefined ? open : (await streamFiles(deps, open, { selected, job })).exported;
  const same = (text: string): string => text;
  if (!mask || open.isRemote) return { open, exported: await plain(), plain, maskName: same, isIn };
  const allowed = new Set(allowedSecrets);
  // The cached copy has no allowed secrets.
  const { stream, maskName } =
    selected === undefined && job === undefined && allowed.size === 0
      ? await masked.get(open)
      : await maskFiles(deps, { open, allowed, job }, selected);
  return { open, exported: stream?.exported ?? (await plain()), plain, maskName, isIn };
}
