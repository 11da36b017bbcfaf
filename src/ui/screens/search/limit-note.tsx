import type { Collection } from '../../../model/collection.ts';
import type { SkipReason } from '../../../model/skip.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { words } from '../../words/words.ts';

const BY_LIMIT: readonly SkipReason[] = ['too-large', 'total'];

/** Says what is missing because of a limit, with a way to raise it. Empty when no limit skipped anything. */
export function LimitNote({ collection }: { readonly collection: Collection }) {
  const { id: collectionId, stats, publishedAt } = collection;
  const { engine } = useApp().connection;
  // The publisher set the limits of a published collection, so they can't be raised here, and listing its files would cost requests.
  const isAsked = stats.skipped > 0 && publishedAt === undefined;
  const { value: skips = [] } = useLoaded(
    () => (isAsked ? engine.listSkips(collectionId) : undefined),
    [engine, collectionId, isAsked],
    { onFailure: 'ignore' },
  );
  const count = skips.filter(({ reason }) => BY_LIMIT.includes(reason)).length;
  if (count === 0) return null;
  return (
    <span>
      <a href={toHash({ place: 'files', collectionId, filter: 'skipped' })}>{words.search.overLimit(count)}</a>{' '}
      <a href={toHash({ place: 'settings' })}>{words.search.raiseLimit}</a>
    </span>
  );
}
