import { type Collection, countFiles } from '../../../model/collection.ts';
import { isEverything, type Selection, type SelectionFacts } from '../../../model/outputs/selection.ts';
import { toScope } from '../../../selection/scope.ts';
import { pause, useLoaded } from '../../kit/use-loaded.ts';
import { useApp, useCommits } from '../../state/context.ts';
import type { Problem } from '../../state/read-error.ts';

/** Pause in typing before the size is computed. */
const REST_MS = 150;

/** Returns the size of the selection, computed again after each commit. Undefined until then: figures of another selection are never shown. */
export function useSelectionFacts(
  { id, stats }: Collection,
  selection: Selection,
): { readonly facts: SelectionFacts | undefined; readonly problem: Problem | undefined } {
  const { engine } = useApp().connection;
  const isAll = isEverything(selection);
  const measure = async (signal: AbortSignal) => {
    await pause(REST_MS, signal);
    return engine.describeSelection(id, toScope(selection));
  };
  const load = (signal: AbortSignal) => (isAll ? undefined : measure(signal));
  const { value, problem } = useLoaded(load, [engine, id, selection], { version: useCommits(id), onFailure: 'return' });
  return { facts: isAll ? toFacts(stats) : value, problem };
}

/** The size of the whole collection, which needs no request; the same files as in the Library. */
function toFacts(stats: Collection['stats']): SelectionFacts {
  const { total_chunks: chunks, total_bytes: bytes, total_tokens: tokens } = stats;
  const figures = { files: countFiles(stats), chunks, bytes, tokens };
  return { ...figures, gone: { paths: [], globs: [], picks: [] } };
}

export function countGone({ gone: { paths, picks } }: SelectionFacts): number {
  return paths.length + picks.length;
}
