/**
 * Files that not everyone needs: grammars, pdf.js with its character maps, the exact tokenizer, the crawler, the kernel's JS build. They are
 * kept by the service worker after their first use, or when the page is idle, instead of at install.
 */
export function isLater(url: string): boolean {
  return /\/assets\/(later|crawl)\//.test(url);
}

/** One of them that is not on the device yet. */
export interface MissingFile {
  readonly url: string;
  readonly bytes: number;
}

/** From the service worker to every page: what works offline besides the shell. */
export interface LaterNews {
  readonly type: 'later';
  readonly missing: readonly MissingFile[];
  readonly total: number;
}

/** From a page to the service worker: say how it stands, or fetch what is missing. */
export type LaterRequest = { readonly type: 'later-status' } | { readonly type: 'keep-later' };
