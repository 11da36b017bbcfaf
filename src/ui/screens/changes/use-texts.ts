import { useEffect, useState } from 'react';
import type { Engine } from '../../../engine/contract.ts';
import type { SnapshotChange } from '../../../model/snapshot.ts';
import { useApp } from '../../state/context.ts';
import { type DiffRun, diffWords } from '../../text/word-diff.ts';

export interface ChangedText {
  readonly runs: readonly DiffRun[];
  /** The earlier text is not kept: what is shown is the present one alone. */
  readonly isOldLost: boolean;
  /** The later text is not kept either, if the state it is of is not the present one. */
  readonly isNewLost: boolean;
}

/** Both texts of a change, compared. Undefined until they are there. */
export function useTexts(collectionId: string, { id, oldId }: SnapshotChange): ChangedText | undefined {
  const { engine } = useApp().connection;
  const [found, setFound] = useState<ChangedText>();
  useEffect(() => {
    let isGone = false;
    const read = (of: string | undefined) => (of === undefined ? undefined : readText(engine, collectionId, of));
    const show = (before: string | undefined, after: string | undefined) => {
      if (isGone) return;
      const [isOldLost, isNewLost] = [
        oldId !== undefined && before === undefined,
        id !== undefined && after === undefined,
      ];
      // With one of two missing there is nothing to compare: all of the other would look new.
      const isHalf = oldId !== undefined && id !== undefined && (isOldLost || isNewLost);
      const text = after ?? before ?? '';
      setFound({ runs: isHalf ? diffWords(text, text) : diffWords(before ?? '', after ?? ''), isOldLost, isNewLost });
    };
    Promise.all([read(oldId), read(id)]).then(
      ([before, after]) => show(before, after),
      () => show(undefined, undefined),
    );
    return () => {
      isGone = true;
    };
  }, [engine, collectionId, id, oldId]);
  return found;
}

/** Of a chunk that is here, or that one of the last states had. */
async function readText(engine: Engine, collectionId: string, id: string): Promise<string | undefined> {
  const now = await engine.getChunk(collectionId, id);
  return now?.chunk.content ?? (await engine.readReplaced(collectionId, id))?.text;
}
