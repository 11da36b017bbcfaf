import type { Collection } from '../../model/collection.ts';

export function Pages(_: { readonly collection: Collection }) {
  return null;
}
