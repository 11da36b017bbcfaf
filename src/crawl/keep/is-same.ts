import type { KnownPage } from '../contract.ts';

/** True when the collection has this page with the same bytes and metadata. */
export function isSame(known: KnownPage | undefined, page: Pick<KnownPage, 'sha256' | 'meta'>): boolean {
  if (known?.sha256 !== page.sha256) return false;
  const { title, description, source_url } = known.meta;
  return title === page.meta.title && description === page.meta.description && source_url === page.meta.source_url;
}
