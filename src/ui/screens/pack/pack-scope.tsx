import type { Collection } from '../../../model/collection.ts';
import { ScopeCheck } from '../../parts/controls/scope-check.tsx';
import { navigate } from '../../state/route.ts';

/** Packs all collections together, or the open one. */
export function PackScope({ collection }: { readonly collection: Collection }) {
  return <ScopeCheck onChange={(next) => navigate({ place: 'pack', collectionId: collection.id, scope: next })} />;
}
