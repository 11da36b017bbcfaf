import { useEffect, useState } from 'react';
import type { SkipReason } from '../../../model/skip.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { words } from '../../words/words.ts';

const BY_LIMIT: readonly SkipReason[] = ['too-large', 'total'];

/** What is missing because of a limit, with the way to raise it. Nothing where no limit left anything out. */
export function LimitNote({ collectionId }: { readonly collectionId: string }) {
  const { engine } = useApp().connection;
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isGone = false;
    engine.listSkips(collectionId).then(
      (skips) => !isGone && setCount(skips.filter(({ reason }) => BY_LIMIT.includes(reason)).length),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [engine, collectionId]);
  if (count === 0) return null;
  return (
    <span>
      <a href={toHash({ place: 'files', collectionId, filter: 'skipped' })}>{words.search.overLimit(count)}</a>{' '}
      <a href={toHash({ place: 'settings' })}>{words.search.raiseLimit}</a>
    </span>
  );
}
