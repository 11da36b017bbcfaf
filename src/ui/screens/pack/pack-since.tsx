import type { Collection } from '../../../model/collection.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { navigate, useRoute } from '../../state/route.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { useSnapshots } from '../../state/use-snapshots.ts';
import { formatDate } from '../../text/format.ts';
import { words } from '../../words/words.ts';
import * as css from './pack.module.css';

/** Says that the pack is about changes. The snapshot is in the address, so that the next pack is about everything again. */
export function PackSince({ collection }: { readonly collection: Collection }) {
  const route = useRoute();
  const { scope } = useScope();
  const snapshots = useSnapshots(collection.id);
  const since = route.place === 'pack' && scope === undefined ? route.since : undefined;
  const snapshot = snapshots?.find(({ id }) => id === since);
  if (snapshot === undefined) return null;
  return (
    <div className={`${look.notice} ${look.row} ${css.note}`}>
      <p>{words.pack.since(formatDate(snapshot.at))}</p>
      <Button
        label={words.pack.withoutSince}
        onClick={() => navigate({ place: 'pack', collectionId: collection.id }, { replace: true })}
      />
    </div>
  );
}
