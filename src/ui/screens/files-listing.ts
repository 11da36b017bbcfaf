import { useEffect, useState } from 'react';
import type { FileRow } from '../../model/chunk.ts';
import type { Skip } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';
import { report } from '../state/actions.ts';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';

export interface FileListing {
  readonly files: readonly FileRow[];
  readonly skips: readonly Skip[];
  readonly warnings: readonly Warning[];
}

/** Read again after each commit. */
export function useListing(collectionId: string): FileListing | undefined {
  const { connection, state } = useApp();
  const commits = useStore(state.commits)[collectionId] ?? 0;
  const [listing, setListing] = useState<FileListing>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a commit is a reason to look again
  useEffect(() => {
    let isGone = false;
    const { engine } = connection;
    Promise.all([
      engine.listFiles(collectionId),
      engine.listSkips(collectionId),
      engine.listWarnings(collectionId),
    ]).then(
      ([files, skips, warnings]) => !isGone && setListing({ files, skips, warnings }),
      (error: unknown) => !isGone && report(error),
    );
    return () => {
      isGone = true;
    };
  }, [connection, collectionId, commits]);
  return listing;
}
