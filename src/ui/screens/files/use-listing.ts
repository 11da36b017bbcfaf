import { useEffect, useState } from 'react';
import type { FileRow, FileWithoutText } from '../../../model/chunk.ts';
import type { Skip } from '../../../model/skip.ts';
import type { Warning } from '../../../model/warning.ts';
import { report } from '../../state/actions/report.ts';
import { useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';

export interface FileListing {
  /** Files with text. */
  readonly files: readonly FileRow[];
  readonly withoutText: readonly FileWithoutText[];
  readonly skips: readonly Skip[];
  readonly warnings: readonly Warning[];
}

/** Loads the files, again after each commit. */
export function useListing(collectionId: string): FileListing | undefined {
  const { connection, state } = useApp();
  const commits = useSignal(state.commits)[collectionId] ?? 0;
  const [listing, setListing] = useState<FileListing>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again after a commit
  useEffect(() => {
    let isGone = false;
    const { engine } = connection;
    Promise.all([
      engine.listFiles(collectionId),
      engine.listWithoutText(collectionId),
      engine.listSkips(collectionId),
      engine.listWarnings(collectionId),
    ]).then(
      ([all, withoutText, skips, warnings]) => {
        const files = all.filter((file) => file.chunk_count > 0);
        if (!isGone) setListing({ files, withoutText, skips, warnings });
      },
      (error: unknown) => !isGone && report(error),
    );
    return () => {
      isGone = true;
    };
  }, [connection, collectionId, commits]);
  return listing;
}
