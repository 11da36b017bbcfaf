/** What a crawl would do, as far as robots.txt, llms files and sitemaps tell; nothing is kept of it. */
export interface SiteLook {
  /** False: the browser may not read the site. */
  readonly isReadable: boolean;
  /** Pages that would be asked for, by section, largest first. */
  readonly sections: readonly { readonly section: string; readonly pages: number }[];
  /** Pages that would be asked for; more may be linked by them. */
  readonly pages: number;
  /** Known, and beyond the limit of pages. */
  readonly beyondLimit: number;
  /** Pages of llms-full files: they need no request. */
  readonly fullPages: number;
  /** Known addresses that would be left out, by reason, most first. */
  readonly leftOut: readonly { readonly reason: string; readonly urls: number }[];
  /** Patterns that match nothing known. */
  readonly idleGlobs: readonly string[];
  /** Hosts of known pages that cannot be read. */
  readonly unreadableHosts: readonly string[];
  /** Estimates, from what a page of documentation usually is where nothing else is known. */
  readonly tokens: number;
  readonly ms: number;
}
