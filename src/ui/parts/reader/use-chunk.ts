import { useEffect, useState } from 'react';
import type { ChunkAnswer } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import { useApp } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';
import { useSignal } from '../../state/signal.ts';

export interface ChunkPlace {
  readonly collection: Collection;
  /** Full id, short id or ref. Without it, `path` and `line` give the position. */
  readonly idOrRef: string | undefined;
  readonly path: string | undefined;
  readonly line: number | undefined;
}

/** Finds a chunk by id, or, when it no longer exists, the one at its path and line. The old chunk stays until the new one has loaded. */
export function useChunk({ collection, idOrRef, path, line }: ChunkPlace): Loaded {
  const { connection, state } = useApp();
  const commits = useSignal(state.commits)[collection.id] ?? 0;
  const [loaded, setLoaded] = useState<Loaded>({ isStandIn: false, isLoading: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a commit may have moved or changed the chunk
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<Loaded> => {
      const byId = idOrRef === undefined ? undefined : await connection.engine.getChunk(collection.id, idOrRef);
      if (byId !== undefined) return { answer: byId, isStandIn: false, isLoading: false };
      const byPlace =
        path === undefined ? undefined : await connection.engine.findChunkAt(collection.id, path, line ?? 1);
      return { answer: byPlace, isStandIn: idOrRef !== undefined, isLoading: false };
    };
    read().then(
      (next) => !isGone && setLoaded(next),
      (error: unknown) => !isGone && setLoaded({ isStandIn: false, isLoading: false, problem: readError(error) }),
    );
    return () => {
      isGone = true;
    };
  }, [connection, collection.id, idOrRef, path, line, commits]);
  return loaded;
}

interface Loaded {
  readonly answer?: ChunkAnswer | undefined;
  readonly isStandIn: boolean;
  readonly problem?: Problem;
  readonly isLoading: boolean;
}
