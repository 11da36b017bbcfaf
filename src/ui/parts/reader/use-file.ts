import { useEffect, useState } from 'react';
import type { FileAnswer } from '../../../engine/contract.ts';
import { useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';

/** Loads a file with all its chunks. The previous file stays until the new one has loaded, so the caller compares paths. */
export function useFile(collectionId: string, path: string | undefined): FileAnswer | undefined {
  const { connection, state } = useApp();
  const commits = useSignal(state.commits)[collectionId] ?? 0;
  const [answer, setAnswer] = useState<FileAnswer>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a commit may have changed the file
  useEffect(() => {
    if (path === undefined) return;
    let isGone = false;
    connection.engine.readFile(collectionId, path).then(
      (found) => !isGone && setAnswer(found),
      // The open chunk is already visible, and its own error is shown if it cannot be loaded.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [connection, collectionId, path, commits]);
  return answer;
}
