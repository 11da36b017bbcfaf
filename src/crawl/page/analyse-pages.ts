import { ANALYSIS_VERSION, type PageRow } from '../../model/site/site.ts';
import { countParents, MIN_CHILDREN, sectionOf } from '../queue/plan-wave.ts';
import type { StoredPage } from '../records/page-rows.ts';
import { classifyPage } from './page-class.ts';

export interface Analysis {
  /** Pages whose row changed. */
  readonly changed: readonly StoredPage[];
  /** URLs of sections with several pages but no page of their own. */
  readonly missingHubs: readonly { readonly url: string; readonly children: number }[];
  readonly unsure: readonly PageRow[];
  readonly hubs: number;
  readonly sections: readonly string[];
}

/** Computes class, hubs, aliases and sections of all pages of a source from their stored facts, without network or text [S20], [S21]. */
export function analysePages(
  pages: readonly StoredPage[],
  options: { readonly base: string; readonly aliases: ReadonlyMap<string, string> },
): Analysis {
  const own = pages.filter((page) => !page.row.url.endsWith('.txt') || page.row.source_type !== 'llms_full');
  const counts = countParents(own.map((page) => ({ key: page.row.url })));
  const byTarget = groupAliases(options.aliases);
  const next = pages.map((page) => toAnalysed(page, { counts, byTarget, base: options.base }));
  const changed = next.filter((page, i) => JSON.stringify(page) !== JSON.stringify(pages[i]));
  const rows = next.map((page) => page.row);
  return {
    changed,
    missingHubs: findMissingHubs(own, counts, options.aliases),
    unsure: rows.filter((row) => row.confidence < 0.5),
    hubs: rows.filter((row) => row.page_class === 'nav').length,
    sections: [...new Set(rows.map((row) => row.section))].sort(),
  };
}

function groupAliases(aliases: ReadonlyMap<string, string>): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const [alias, key] of aliases) {
    const list = grouped.get(key);
    if (list) list.push(alias);
    else grouped.set(key, [alias]);
  }
  return grouped;
}

function toAnalysed(
  page: StoredPage,
  known: { counts: ReadonlyMap<string, number>; byTarget: ReadonlyMap<string, readonly string[]>; base: string },
): StoredPage {
  const { row } = page;
  const children = known.counts.get(row.url.replace(/\/$/, '')) ?? 0;
  const { pageClass, confidence } = classifyPage({
    url: row.url,
    words: page.words,
    linkShare: page.linkShare,
    children,
  });
  const aliases = [...new Set([...row.aliases, ...(known.byTarget.get(row.url) ?? [])])].sort();
  const changed = { aliases, page_class: pageClass, confidence, section: sectionOf(row.url, known.base) };
  return { ...page, row: { ...row, ...changed }, analysis: ANALYSIS_VERSION };
}

function findMissingHubs(
  pages: readonly StoredPage[],
  counts: ReadonlyMap<string, number>,
  aliases: ReadonlyMap<string, string>,
): { url: string; children: number }[] {
  const urls = new Set(pages.map((page) => page.row.url));
  const missing: { url: string; children: number }[] = [];
  for (const [url, children] of counts) {
    const isRoot = new URL(url).pathname === '/';
    if (children >= MIN_CHILDREN && !isRoot && !urls.has(url) && !aliases.has(url)) missing.push({ url, children });
  }
  return missing.sort((a, b) => b.children - a.children || (a.url < b.url ? -1 : 1));
}
