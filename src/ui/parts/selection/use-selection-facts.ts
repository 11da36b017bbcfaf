import { useEffect, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { toScope } from '../../../model/outputs/follow-sources.ts';
import { isEverything, type Selection, type SelectionFacts } from '../../../model/outputs/selection.ts';
import { useApp } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';
import { useSignal } from '../../state/signal.ts';

/** So long nothing is typed before it is looked up. */
const REST_MS = 150;

/** What the selection comes to now; looked up again after each commit. The figures of before stay until there are new ones. */
export function useSelectionFacts(
  { id, stats }: Collection,
  selection: Selection,
): { readonly facts?: SelectionFacts; readonly problem?: Problem } {
  const { connection, state } = useApp();
  const commits = useSignal(state.commits)[id] ?? 0;
  const isAll = isEverything(selection);
  const [found, setFound] = useState<{ readonly facts?: SelectionFacts; readonly problem?: Problem }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a commit may change what it comes to
  useEffect(() => {
    if (isAll) return;
    let isGone = false;
    const timer = setTimeout(() => {
      connection.engine.describeSelection(id, toScope(selection)).then(
        (facts) => !isGone && setFound({ facts }),
        (error: unknown) => !isGone && setFound({ problem: readError(error) }),
      );
    }, REST_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [connection, id, selection, commits]);
  return isAll ? { facts: toFacts(stats) } : found;
}

/** Of everything: nothing need be looked up. */
function toFacts({ total_files, total_chunks, total_bytes, total_tokens }: Collection['stats']): SelectionFacts {
  const figures = { files: total_files, chunks: total_chunks, bytes: total_bytes, tokens: total_tokens };
  return { ...figures, gone: { paths: [], globs: [], picks: [] } };
}

export function countGone({ gone: { paths, picks } }: SelectionFacts): number {
  return paths.length + picks.length;
}
