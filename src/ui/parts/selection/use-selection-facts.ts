import { useEffect, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { toScope } from '../../../model/outputs/follow-sources.ts';
import { isEverything, type Selection, type SelectionFacts } from '../../../model/outputs/selection.ts';
import { useApp } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';
import { useSignal } from '../../state/signal.ts';

/** Pause in typing before the size is computed. */
const REST_MS = 150;

/** Returns the size of the selection, computed again after each commit. Undefined until then: figures of another selection are never shown. */
export function useSelectionFacts(
  { id, stats }: Collection,
  selection: Selection,
): { readonly facts?: SelectionFacts; readonly problem?: Problem } {
  const { connection, state } = useApp();
  const commits = useSignal(state.commits)[id] ?? 0;
  const isAll = isEverything(selection);
  const [found, setFound] = useState<Found>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a commit may change what it comes to
  useEffect(() => {
    if (isAll) return;
    let isGone = false;
    const timer = setTimeout(() => {
      connection.engine.describeSelection(id, toScope(selection)).then(
        (facts) => !isGone && setFound({ selection, facts }),
        (error: unknown) => !isGone && setFound({ selection, problem: readError(error) }),
      );
    }, REST_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [connection, id, selection, commits]);
  if (isAll) return { facts: toFacts(stats) };
  return found?.selection === selection ? found : {};
}

interface Found {
  readonly selection: Selection;
  readonly facts?: SelectionFacts;
  readonly problem?: Problem;
}

/** The size of the whole collection, which needs no request. */
function toFacts({ total_files, total_chunks, total_bytes, total_tokens }: Collection['stats']): SelectionFacts {
  const figures = { files: total_files, chunks: total_chunks, bytes: total_bytes, tokens: total_tokens };
  return { ...figures, gone: { paths: [], globs: [], picks: [] } };
}

export function countGone({ gone: { paths, picks } }: SelectionFacts): number {
  return paths.length + picks.length;
}
