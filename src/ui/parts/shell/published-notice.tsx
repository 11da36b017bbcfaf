import type { Collection } from '../../../model/collection.ts';
import { Notice } from '../../kit/notice.tsx';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp } from '../../state/context.ts';
import { getSearch } from '../../state/get-search.ts';
import { useSignal } from '../../state/signal.ts';
import { formatBytes } from '../../text/format.ts';
import { words } from '../../words/words.ts';

/** Explains slow first answers on a host without range requests, with the bytes loaded. */
export function PublishedNotice({ collection: { id } }: { readonly collection: Collection }) {
  const app = useApp();
  const { engine } = app.connection;
  const { answered } = useSignal(getSearch(app, id).view);
  // Every answer may have loaded more.
  const { value: traffic } = useLoaded(() => engine.publishedTraffic(id), [engine, id], {
    version: answered,
    onFailure: 'ignore',
  });
  if (!traffic?.wholeFiles) return null;
  return <Notice text={words.library.wholeFiles(formatBytes(traffic.bytes))} />;
}
