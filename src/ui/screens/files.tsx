import type { Collection } from '../../model/collection.ts';

export function Files(_: { readonly collection: Collection }) {
  return null;
}
