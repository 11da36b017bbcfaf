import type { FileRow, FileWithoutText } from '../../../model/chunk.ts';
import type { Skip } from '../../../model/skip.ts';
import type { Warning } from '../../../model/warning.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp, useCommits } from '../../state/context.ts';

export interface FileListing {
  /** Files with text. */
  readonly files: readonly FileRow[];
  readonly withoutText: readonly FileWithoutText[];
  readonly skips: readonly Skip[];
  readonly warnings: readonly Warning[];
}

/** Loads the files, again after each commit. */
export function useListing(collectionId: string): FileListing | undefined {
  const { engine } = useApp().connection;
  const load = async (): Promise<FileListing> => {
    const [all, withoutText, skips, warnings] = await Promise.all([
      engine.listFiles(collectionId),
      engine.listWithoutText(collectionId),
      engine.listSkips(collectionId),
      engine.listWarnings(collectionId),
    ]);
    return { files: all.filter((file) => file.chunk_count > 0), withoutText, skips, warnings };
  };
  return useLoaded(load, [engine, collectionId], { version: useCommits(collectionId) }).value;
}
