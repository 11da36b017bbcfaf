import type { PageMetadata, PageRow } from '../model/site/site.ts';

/** Returns the flat metadata of a page, without nulls [S14]. */
export function toPageMetadata(row: PageRow): PageMetadata {
  return {
    source: row.url,
    source_url: row.url,
    title: row.title,
    description: row.description,
    status_code: row.status_code,
    crawl_timestamp: row.crawl_timestamp,
    internal_links_count: row.internal_links_count,
    external_links_count: row.external_links_count,
    source_type: row.source_type,
  };
}
