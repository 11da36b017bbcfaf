import { useEffect, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { useApp } from '../../state/context.ts';
import { getSearch } from '../../state/get-search.ts';
import { useSignal } from '../../state/signal.ts';
import { formatBytes } from '../../text/format.ts';
import { words } from '../../words/words.ts';

/** Explains slow first answers on a host without range requests, with the bytes loaded. */
export function PublishedNotice({ collection: { id } }: { readonly collection: Collection }) {
  const { engine } = useApp().connection;
  const { answered } = useSignal(getSearch(engine, id).view);
  const [wholeBytes, setWholeBytes] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer may have loaded more
  useEffect(() => {
    let isGone = false;
    engine.publishedTraffic(id).then(
      ({ wholeFiles, bytes }) => !isGone && setWholeBytes(wholeFiles ? bytes : undefined),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [engine, id, answered]);
  if (wholeBytes === undefined) return null;
  return (
    <div className="notice" role="status">
      {words.library.wholeFiles(formatBytes(wholeBytes))}
    </div>
  );
}
