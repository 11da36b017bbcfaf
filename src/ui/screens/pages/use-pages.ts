import type { PageRow } from '../../../model/site/site.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp, useCommits } from '../../state/context.ts';

export function usePages(collectionId: string, sourceId: string | undefined): readonly PageRow[] | undefined {
  const { sites } = useApp().connection;
  const load = async () => (sourceId === undefined ? [] : ((await sites?.pages(collectionId, sourceId)) ?? []));
  return useLoaded(load, [sites, collectionId, sourceId], { version: useCommits(collectionId) }).value;
}

const NO_URLS: readonly string[] = [];

/** Returns the addresses of a site that was added as a list. */
export function useListedUrls(collectionId: string, sourceId: string | undefined): readonly string[] {
  const { sites } = useApp().connection;
  const load = () => (sourceId === undefined ? undefined : sites?.options(collectionId, sourceId));
  return useLoaded(load, [sites, collectionId, sourceId]).value?.urls ?? NO_URLS;
}
