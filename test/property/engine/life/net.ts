import { SITE_URLS } from './browser.ts';
import { type SiteVersions, toHtml } from './texts.ts';

/** The sites there are, without a network. */
export function createNet(): { fetch: typeof fetch; set(site: number, pages: SiteVersions): void } {
  const sites: SiteVersions[] = SITE_URLS.map(() => ({}));
  return {
    set(site, pages) {
      sites[site] = pages;
    },
    fetch: (async (input: string | URL | Request) => {
      const url = new URL(String(input));
      const site = sites[SITE_URLS.findIndex((known) => new URL(known).host === url.host)];
      const html = site && toHtml(site, url.pathname);
      if (html === undefined) return new Response('nothing here', { status: 404 });
      return new Response(html, { headers: { 'content-type': 'text/html' } });
    }) as typeof fetch,
  };
}
