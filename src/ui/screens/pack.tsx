import type { Collection } from '../../model/collection.ts';

export function Pack(_: { readonly collection: Collection }) {
  return null;
}
