import type { Hit } from '../../../model/hit.ts';
import { type Asked, navigate, navigateTyped, type Route } from '../../state/route.ts';

/** Opens the reader next to the results, at an address that can be shared. */
export function openHit(collectionId: string, hit: Hit, asked: Asked, options: { replace: boolean }): void {
  const route = toHitRoute(collectionId, hit, asked);
  if (options.replace) navigateTyped(route);
  else navigate(route);
}

export function toHitRoute(collectionId: string, { id, path, lines, collection }: Hit, asked: Asked): Route {
  const other = collection === undefined || collection === collectionId ? {} : { chunkCollectionId: collection };
  return { place: 'search', collectionId, ...other, chunk: id.slice(0, 12), path, line: lines[0], ...asked };
}
