/**
 * Files that not everyone needs: grammars, pdf.js with its character maps, the exact tokenizer, the crawler, the kernel's JS build. They are kept by the service worker
 * after their first use instead of at install.
 */
export function isLater(url: string): boolean {
  return /\/assets\/(later|crawl)\//.test(url);
}
