import type { Engine } from '../../../engine/contract.ts';
import type { SnapshotChange } from '../../../model/snapshot.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp } from '../../state/context.ts';
import { diffWords } from '../../text/word-diff.ts';

/** Loads and compares both texts of a change. Undefined until loaded. */
export function useTexts(collectionId: string, { id, oldId }: SnapshotChange) {
  const { engine } = useApp().connection;
  return useLoaded(async () => {
    const read = async (chunkId: string | undefined) =>
      chunkId === undefined ? undefined : readText(engine, collectionId, chunkId).catch(() => undefined);
    const [before, after] = await Promise.all([read(oldId), read(id)]);
    // An earlier text may no longer be stored; a later one neither, if its snapshot isn't the current one.
    const isOldLost = oldId !== undefined && before === undefined;
    const isNewLost = id !== undefined && after === undefined;
    // With one text missing, a comparison would show the other as all new.
    const isHalf = oldId !== undefined && id !== undefined && (isOldLost || isNewLost);
    const text = after ?? before ?? '';
    return { runs: isHalf ? diffWords(text, text) : diffWords(before ?? '', after ?? ''), isOldLost, isNewLost };
  }, [engine, collectionId, id, oldId]).value;
}

/** Loads the text of a chunk from the collection or one of its last snapshots. */
async function readText(engine: Engine, collectionId: string, id: string): Promise<string | undefined> {
  const now = await engine.getChunk(collectionId, id);
  return now?.chunk.content ?? (await engine.readReplaced(collectionId, id))?.text;
}
