import type { AppContext } from '../context.ts';
import { startSite } from './start-site.ts';

/** Adds a page the user sent with the companion extension to the open collection, and on request crawls its section. */
export function addSentPage(
  app: AppContext,
  { url, html, withLinks }: { readonly url: string; readonly html: string; readonly withLinks: boolean },
  collectionId: string | undefined,
): void {
  const site = withLinks ? ({ url, crawlType: 'basic', scope: 'subpages' } as const) : { url, urls: [url] };
  void startSite(app, { site, seen: { url, html } }, { collectionId, name: new URL(url).host });
}
