import { groupBy } from '../../lib/group-by.ts';
import { ANALYSIS_VERSION, type PageClass, type PageRow } from '../../model/site/site.ts';
import { countParents, MIN_CHILDREN, sectionOf } from '../queue/plan-wave.ts';
import type { StoredPage } from '../records/page-rows.ts';

/** Input of the rules, stored with each page so that classes can be recomputed without network [S20], [S21]. */
interface ClassFacts {
  readonly url: string;
  /** Words of the Markdown, including link texts. */
  readonly words: number;
  /** Share of the words inside links, 0–1. */
  readonly linkShare: number;
  /** Known pages below this URL. */
  readonly children: number;
}

interface Classified {
  readonly pageClass: PageClass;
  readonly confidence: number;
}

/** Points for and against, one row per rule; `docs/sites.md` shows the same table. */
const RULES: readonly { readonly points: number; readonly fits: (facts: ClassFacts, depth: number) => boolean }[] = [
  { points: 2, fits: (_, depth) => depth === 0 },
  { points: 1, fits: (facts) => facts.children >= 3 },
  { points: 1, fits: (facts) => facts.children >= 10 },
  { points: 2, fits: (facts) => facts.linkShare >= 0.5 },
  { points: 1, fits: (facts) => facts.linkShare >= 0.3 },
  { points: 1, fits: (facts) => facts.words < 80 },
  {
    points: 1,
    fits: (facts) =>
      /\/(?:index|overview|contents|toc|sitemap|all|archive|tags?|categor(?:y|ies))$/i.test(
        new URL(facts.url).pathname,
      ),
  },
  { points: -2, fits: (facts) => facts.words >= 300 && facts.linkShare < 0.2 },
  { points: -1, fits: (facts) => facts.words >= 100 },
  { points: -1, fits: (facts) => facts.linkShare < 0.1 },
  { points: -1, fits: (facts, depth) => facts.children === 0 && depth >= 2 },
];

const MIN_WORDS = 20;

/** Applies fixed rules to URL and content. A sum of 2 or more is a hub, −1 or less an article; larger sums give more confidence. */
export function classifyPage(facts: ClassFacts): Classified {
  const depth = new URL(facts.url).pathname.split('/').filter(Boolean).length;
  if (facts.words < MIN_WORDS && facts.children === 0) return { pageClass: 'other', confidence: 0.6 };
  let sum = 0;
  for (const rule of RULES) if (rule.fits(facts, depth)) sum += rule.points;
  if (sum >= 2) return { pageClass: 'nav', confidence: toConfidence(sum - 1) };
  if (sum <= -1) return { pageClass: 'article', confidence: toConfidence(-sum) };
  return { pageClass: 'other', confidence: 0.4 };
}

function toConfidence(distance: number): number {
  return Math.min(1, 0.4 + 0.15 * distance);
}

/** Counts words and the share of them inside links. */
export function measureText(markdown: string): { words: number; linkShare: number } {
  const words = countWords(markdown.replace(/\]\([^()\s]{0,2000}\)/g, ']'));
  let linked = 0;
  for (const link of markdown.matchAll(/\[([^[\]]{1,500})\]\(/g)) linked += countWords(link[1] as string);
  return { words, linkShare: words === 0 ? 0 : Math.min(1, linked / words) };
}

function countWords(text: string): number {
  return text.match(/[^\s#*>|`[\]()-]+/g)?.length ?? 0;
}

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
  const byTarget = groupBy(options.aliases, ([, key]) => key);
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

function toAnalysed(
  page: StoredPage,
  known: { counts: ReadonlyMap<string, number>; byTarget: ReadonlyMap<string, [string, string][]>; base: string },
): StoredPage {
  const { row } = page;
  const children = known.counts.get(row.url.replace(/\/$/, '')) ?? 0;
  const { pageClass, confidence } = classifyPage({
    url: row.url,
    words: page.words,
    linkShare: page.linkShare,
    children,
  });
  const found = known.byTarget.get(row.url)?.map(([alias]) => alias) ?? [];
  const aliases = [...new Set([...row.aliases, ...found])].sort();
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
