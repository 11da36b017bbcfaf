import type { Engine } from '../../engine/contract.ts';
import type { PickedChunk } from '../../model/outputs/selection.ts';

/** Share of the words of a chunk that its successor must have: between two states, another chunk may have come in its place. */
const SAME_SHARE = 0.5;

/** Finds what chunks became whose text changed or whose file was renamed, by the last state that had them. */
export async function findSuccessors(
  engine: Engine,
  collectionId: string,
  gone: readonly PickedChunk[],
): Promise<ReadonlyMap<string, PickedChunk>> {
  const [newest, ...earlier] = await engine.listSnapshots(collectionId);
  const wanted = new Map(gone.map((pick) => [pick.id, pick]));
  const found = new Map<string, PickedChunk>();
  for (const { id: stateId } of earlier) {
    if (newest === undefined || wanted.size === 0) break;
    const { changes } = await engine.diffSnapshots(collectionId, stateId, newest.id);
    for (const { oldId = '', id } of changes) {
      const pick = wanted.get(oldId);
      wanted.delete(oldId);
      if (pick === undefined || id === undefined) continue;
      const chunk = (await engine.getChunk(collectionId, id))?.chunk;
      const text = (await engine.readReplaced(collectionId, oldId))?.text;
      if (chunk === undefined || text === undefined || toSharedWords(text, chunk.content) < SAME_SHARE) continue;
      const { path, tokenEstimate: tokens, contentHash } = chunk;
      found.set(oldId, { ...pick, id: chunk.id, path, tokens, content_hash: contentHash });
    }
  }
  return found;
}

function toSharedWords(before: string, after: string): number {
  const [old, now] = [before, after].map((text) => new Set(text.match(/[\p{L}\p{N}_]+/gu)));
  return [...(old ?? [])].filter((word) => now?.has(word)).length / (old?.size || 1);
}
