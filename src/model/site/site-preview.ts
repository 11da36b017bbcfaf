/** Preview of a crawl, based on robots.txt, llms files and sitemaps; not stored. */
export interface SitePreview {
  /** False if the browser may not read the site. */
  readonly isReadable: boolean;
  /** Pages to fetch, by section, largest first. */
  readonly sections: readonly { readonly section: string; readonly pages: number }[];
  /** Pages to fetch; they may link to more. */
  readonly pages: number;
  /** Known pages beyond the page limit. */
  readonly beyondLimit: number;
  /** Pages in llms-full files, which need no request. */
  readonly fullPages: number;
  /** Known addresses that would be skipped, by reason, most first. */
  readonly skipped: readonly { readonly reason: string; readonly urls: number }[];
  /** Patterns that match no known address. */
  readonly idleGlobs: readonly string[];
  /** Hosts of known pages that cannot be read. */
  readonly unreadableHosts: readonly string[];
  /** Estimates, based on a typical documentation page if nothing else is known. */
  readonly tokens: number;
  readonly ms: number;
}
