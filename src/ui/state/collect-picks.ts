import type { Engine } from '../../engine/contract.ts';
import type { PickedChunk } from '../../model/choices.ts';
import { LIMITS } from '../../model/limits.ts';

/** More than fits any budget; a basket is looked through by a person. */
export const MAX_PICKS = 2_000;

/** Every chunk of the given files, in path order. Filters match prefixes, so what lies beside a file is left out here. */
export async function collectPicks(
  engine: Engine,
  collectionId: string,
  paths: readonly string[],
): Promise<readonly PickedChunk[]> {
  const picks: PickedChunk[] = [];
  for (const path of paths) {
    for (let offset = 0; picks.length < MAX_PICKS; offset += LIMITS.maxHits) {
      const { hits, total } = await engine.search(collectionId, '', {
        filters: { path: [path] },
        limit: LIMITS.maxHits,
        offset,
      });
      for (const hit of hits) {
        if (hit.path === path) picks.push({ id: hit.id, path, label: hit.label, tokens: hit.token_estimate });
      }
      if (offset + hits.length >= total || hits.length === 0) break;
    }
  }
  return picks.slice(0, MAX_PICKS);
}
