import type { MissingFile } from '../model/page/pwa-state.ts';

/**
 * Files that not everyone needs: grammars, pdf.js with its character maps, pages of PDFs, the exact tokenizer, formulas, the crawler, the kernel's
 * JS build, the engine in the page. The service worker stores them after their first use or when the tab is idle, not at install.
 */
export function isLater(url: string): boolean {
  return /\/assets\/(later|crawl)\//.test(url);
}

/** Files that are stored after their first use only, such as a language of the text recognition. A published app does not have them. */
export function isRequested(url: string): boolean {
  return /\/assets\/requested\//.test(url);
}

/** Message from the service worker to every tab: what works offline besides the shell. */
export interface LaterNews {
  readonly type: 'later';
  readonly missing: readonly MissingFile[];
  readonly total: number;
}

/** Message from a tab to the service worker: report the status, or fetch the missing files. */
export type LaterRequest = { readonly type: 'later-status' } | { readonly type: 'keep-later' };
