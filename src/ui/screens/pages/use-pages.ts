import { useEffect, useState } from 'react';
import type { PageRow } from '../../../model/site/site.ts';
import { report } from '../../state/actions/report.ts';
import { useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';

export function usePages(collectionId: string, sourceId: string | undefined): readonly PageRow[] | undefined {
  const { connection, state } = useApp();
  const commits = useSignal(state.commits)[collectionId] ?? 0;
  const [rows, setRows] = useState<readonly PageRow[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a commit may have added pages
  useEffect(() => {
    if (sourceId === undefined || connection.sites === undefined) return setRows([]);
    let isGone = false;
    connection.sites.pages(collectionId, sourceId).then(
      (found) => !isGone && setRows(found),
      (error: unknown) => !isGone && report(error),
    );
    return () => {
      isGone = true;
    };
  }, [connection, collectionId, sourceId, commits]);
  return rows;
}

const NO_URLS: readonly string[] = [];

/** Returns the addresses of a site that was added as a list. */
export function useListedUrls(collectionId: string, sourceId: string | undefined): readonly string[] {
  const { sites } = useApp().connection;
  const [urls, setUrls] = useState(NO_URLS);
  useEffect(() => {
    let isGone = false;
    setUrls(NO_URLS);
    if (sourceId !== undefined)
      sites?.options(collectionId, sourceId).then(
        (options) => !isGone && setUrls(options?.urls ?? NO_URLS),
        (error: unknown) => !isGone && report(error),
      );
    return () => {
      isGone = true;
    };
  }, [sites, collectionId, sourceId]);
  return urls;
}
