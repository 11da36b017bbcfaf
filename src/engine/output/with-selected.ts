import { isEverything, isUnbounded, type SelectionScope } from '../../model/outputs/selection.ts';
import type { EngineContext } from '../engine-context.ts';
import { type Job, toSummary } from '../jobs.ts';
import type { OpenCollection } from '../open/faces.ts';
import { toRows } from '../search/to-chunks.ts';
import { createPathScope } from '../selection/path-scope.ts';
import { resolveSelection } from '../selection/resolve-selection.ts';
import { makeSelectedCopy, type SelectedParts } from './make-selected-copy.ts';
import type { MaskName } from './mask-collection.ts';
import { waitForOutlines, withExported } from './with-exported.ts';

/** Collections an export is made from. */
export interface Exported {
  /** The selected part, unmasked. */
  readonly plain: OpenCollection;
  /** The selected part, masked if requested. */
  readonly exported: OpenCollection;
  readonly maskName: MaskName;
  /** Whether a chunk of an earlier state is in the selection. */
  isIn(chunk: { readonly path: string; readonly id: string }): boolean;
}

export interface SelectOptions {
  /** Unset: the whole collection. */
  readonly selection?: (SelectionScope & { readonly name?: string }) | undefined;
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
    const value = await context.collections.withWholeCollection(collectionId, (open) =>
      withSelected(context, open, { ...options, job }, (parts) => write(parts, job)),
    );
    return { value, summary: toSummary(job, { indexed: value.entries }) };
  });
}

/**
 * Calls `work` with the selected part as a collection and releases it afterwards. Masks first: picked chunks are cut from the masked file by
 * their lines.
 */
export async function withSelected<T>(
  context: EngineContext,
  open: OpenCollection,
  options: SelectOptions,
  work: (parts: Exported) => Promise<T>,
): Promise<T> {
  const { selection, mask, job } = options;
  if (selection === undefined || isEverything(selection))
    return withExported(context, open, options, (exported, maskName) =>
      work({ plain: open, exported, maskName, isIn: () => true }),
    );
  const { deps } = context;
  const selected = await resolveParts(context, open, selection);
  const { isIn, isOf } = selected;
  if (!mask)
    return withCopy(makeSelectedCopy(deps, open, { ...selected, job }), (copy) =>
      work({ plain: copy, exported: copy, maskName: (text) => text, isIn: isOf }),
    );
  const files = { ...selected, isIn: (path: string) => isIn(path) || selected.parts.has(path) };
  return withCopy(makeSelectedCopy(deps, open, { ...files, job }), (whole) =>
    withExported(context, whole, options, (masked, maskName) => {
      if (selected.parts.size === 0) return work({ plain: whole, exported: masked, maskName, isIn: isOf });
      const cut = (from: OpenCollection, parts: Parts) =>
        makeSelectedCopy(deps, from, { ...toSelectedParts(selected.name, parts), job });
      return withCopy(cut(whole, selected.parts), (plain) =>
        withCopy(cut(masked, toMaskedParts({ whole, masked, maskName, parts: selected.parts })), (exported) =>
          work({ plain, exported, maskName, isIn: isOf }),
        ),
      );
    }),
  );
}

async function withCopy<T>(making: Promise<OpenCollection>, work: (copy: OpenCollection) => Promise<T>): Promise<T> {
  const copy = await making;
  try {
    return await work(copy);
  } finally {
    copy.release();
  }
}

/** Indexes of the selected chunks by path, for partly selected files. */
type Parts = ReadonlyMap<string, readonly number[]>;

interface ResolvedParts extends SelectedParts {
  readonly parts: Parts;
  readonly isOf: Exported['isIn'];
}

async function resolveParts(
  { deps }: EngineContext,
  open: OpenCollection,
  selection: NonNullable<SelectOptions['selection']>,
): Promise<ResolvedParts> {
  const { scope, files, picks } = await resolveSelection(deps.kernel, open, selection);
  const whole = new Set(files);
  const parts = new Map<string, number[]>();
  for (const ordinal of [...picks].sort((a, b) => a - b)) {
    const fileIndex = open.fileOfOrdinal(ordinal);
    if (whole.has(fileIndex)) continue;
    const { path } = open.fileNames(fileIndex);
    const indexes = parts.get(path) ?? [];
    parts.set(path, indexes);
    indexes.push(ordinal - (open.ordinals[fileIndex] as number));
  }
  const paths = createPathScope(scope);
  const picked = new Set(scope.picks.map(({ id }) => id));
  const isIn = isUnbounded(scope) ? () => false : paths.matches;
  const { name } = open.collection;
  return {
    name: selection.name === undefined || selection.name === '' ? name : `${name} ${selection.name}`,
    isIn,
    parts,
    chunksOf: (path) => parts.get(path),
    isOf: ({ path, id }) => isIn(path) || picked.has(id),
  };
}

/** Reduces a collection that has whole files to the selected chunks. */
function toSelectedParts(name: string, parts: Parts): SelectedParts {
  return { name, isIn: (path) => !parts.has(path), chunksOf: (path) => parts.get(path) };
}

/** Finds the chunks of masked files with the same lines. Masking keeps lines; a chunk that grew may be split. */
function toMaskedParts({
  whole,
  masked,
  maskName,
  parts,
}: Pick<Exported, 'maskName'> & { whole: OpenCollection; masked: OpenCollection; parts: Parts }): Parts {
  const found = new Map<string, readonly number[]>();
  for (const [path, indexes] of parts) {
    const from = whole.findFileIndex(path);
    const to = masked.findFileIndex(maskName(path));
    if (from === undefined || to === undefined) continue;
    const rows = toRows(whole, from);
    const maskedRows = toRows(masked, to);
    const selected = indexes.map((i) => rows[i]).filter((row) => row !== undefined);
    const shares = (row: (typeof maskedRows)[number]): boolean =>
      selected.some(({ startLine, endLine }) => row.startLine <= endLine && row.endLine >= startLine);
    const same = maskedRows.map((_, i) => i);
    const isSameCut = rows.length === maskedRows.length;
    found.set(
      maskName(path),
      isSameCut ? indexes : same.filter((i) => shares(maskedRows[i] as (typeof maskedRows)[number])),
    );
  }
  return found;
}
