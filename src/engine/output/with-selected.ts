import { isEverything, isUnbounded, type SelectionScope } from '../../model/outputs/selection.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Job } from '../jobs.ts';
import type { OpenCollection } from '../open/open-collection.ts';
import { toRows } from '../search/to-chunks.ts';
import { createPathScope } from '../selection/path-scope.ts';
import { resolveSelection } from '../selection/resolve-selection.ts';
import type { MaskName } from './mask-collection.ts';
import { makeSelectedTwin, type TwinParts } from './selected-twin.ts';
import { withExported } from './with-exported.ts';

/** What an export is made of. */
export interface Exported {
  /** What is selected, as it is. */
  readonly plain: OpenCollection;
  /** The same, masked where that is asked for. */
  readonly exported: OpenCollection;
  readonly maskName: MaskName;
  /** Whether a chunk of an earlier state belongs to it. */
  isIn(chunk: { readonly path: string; readonly id: string }): boolean;
}

export interface SelectOptions {
  /** Unset: everything. */
  readonly selection?: (SelectionScope & { readonly name?: string }) | undefined;
  readonly mask: boolean;
  readonly allowedSecrets?: readonly string[];
  readonly job?: Job;
}

/**
 * Calls `work` with the collection that a selection makes, which ends with it. Masking comes first: a picked chunk is cut from the masked file, where
 * its lines are.
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
  const wanted = await toWanted(context, open, selection);
  const { isIn, isOf } = wanted;
  if (!mask)
    return withTwin(makeSelectedTwin(deps, open, { ...wanted, job }), (twin) =>
      work({ plain: twin, exported: twin, maskName: (text) => text, isIn: isOf }),
    );
  const files = { ...wanted, isIn: (path: string) => isIn(path) || wanted.parts.has(path) };
  return withTwin(makeSelectedTwin(deps, open, { ...files, job }), (whole) =>
    withExported(context, whole, options, (masked, maskName) => {
      if (wanted.parts.size === 0) return work({ plain: whole, exported: masked, maskName, isIn: isOf });
      const cut = (from: OpenCollection, parts: Parts) =>
        makeSelectedTwin(deps, from, { ...toTwinParts(wanted.name, parts), job });
      return withTwin(cut(whole, wanted.parts), (plain) =>
        withTwin(cut(masked, toMaskedParts({ whole, masked, maskName, parts: wanted.parts })), (exported) =>
          work({ plain, exported, maskName, isIn: isOf }),
        ),
      );
    }),
  );
}

async function withTwin<T>(making: Promise<OpenCollection>, work: (twin: OpenCollection) => Promise<T>): Promise<T> {
  const twin = await making;
  try {
    return await work(twin);
  } finally {
    twin.release();
  }
}

/** Indexes of the chunks that are in, by path, of files that are not in whole. */
type Parts = ReadonlyMap<string, readonly number[]>;

interface Wanted extends TwinParts {
  readonly parts: Parts;
  readonly isOf: Exported['isIn'];
}

async function toWanted(
  { deps }: EngineContext,
  open: OpenCollection,
  selection: NonNullable<SelectOptions['selection']>,
): Promise<Wanted> {
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
  const { name } = open.generation.row.collection;
  return {
    name: selection.name === undefined || selection.name === '' ? name : `${name} ${selection.name}`,
    isIn,
    parts,
    chunksOf: (path) => parts.get(path),
    isOf: ({ path, id }) => isIn(path) || picked.has(id),
  };
}

/** Of a collection that has what is wanted and, of files that are wanted in part, the rest. */
function toTwinParts(name: string, parts: Parts): TwinParts {
  return { name, isIn: (path) => !parts.has(path), chunksOf: (path) => parts.get(path) };
}

/** The chunks of masked files that hold the same lines. Masking keeps lines; a chunk that grew may have become two. */
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
    const twins = toRows(masked, to);
    const wanted = indexes.map((i) => rows[i]).filter((row) => row !== undefined);
    const shares = (twin: (typeof twins)[number]): boolean =>
      wanted.some(({ startLine, endLine }) => twin.startLine <= endLine && twin.endLine >= startLine);
    const same = twins.map((_, i) => i);
    const isSameCut = rows.length === twins.length;
    found.set(maskName(path), isSameCut ? indexes : same.filter((i) => shares(twins[i] as (typeof twins)[number])));
  }
  return found;
}
