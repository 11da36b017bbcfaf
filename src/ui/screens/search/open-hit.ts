import type { Hit } from '../../../model/hit.ts';
import { navigate } from '../../state/route.ts';

/** The reader beside the results, at an address that can be shared. */
export function openHit(collectionId: string, hit: Hit, query: string, options: { replace: boolean }): void {
  const { id, path, lines } = hit;
  navigate({ place: 'search', collectionId, chunk: id.slice(0, 12), path, line: lines[0], query }, options);
}
