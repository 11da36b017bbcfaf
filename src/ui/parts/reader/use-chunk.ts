import type { Collection } from '../../../model/collection.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp, useCommits } from '../../state/context.ts';

export interface ChunkPlace {
  readonly collection: Collection;
  /** Full id, short id or ref. Without it, `path` and `line` give the position. */
  readonly idOrRef: string | undefined;
  readonly path: string | undefined;
  readonly line: number | undefined;
}

/** Finds a chunk by id, or, when it no longer exists, the one at its path and line. The old chunk stays until the new one has loaded. */
export function useChunk({ collection, idOrRef, path, line }: ChunkPlace) {
  const { engine } = useApp().connection;
  const find = async () => {
    const byId = idOrRef === undefined ? undefined : await engine.getChunk(collection.id, idOrRef);
    if (byId !== undefined) return { answer: byId, isStandIn: false };
    const byPlace = path === undefined ? undefined : await engine.findChunkAt(collection.id, path, line ?? 1);
    return { answer: byPlace, isStandIn: idOrRef !== undefined };
  };
  const { value, problem } = useLoaded(find, [engine, collection.id, idOrRef, path, line], {
    version: useCommits(collection.id),
    keep: true,
    onFailure: 'return',
  });
  return { answer: value?.answer, isStandIn: value?.isStandIn ?? false, problem, isLoading: !value && !problem };
}
