import type { Collection } from '../../model/collection.ts';

export function Changes(_: { readonly collection: Collection }) {
  return null;
}
