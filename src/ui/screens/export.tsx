import type { Collection } from '../../model/collection.ts';

export function Export(_: { readonly collection: Collection }) {
  return null;
}
