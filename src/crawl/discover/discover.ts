import { CRAWL_TYPES } from '../../model/site/site.ts';
import { isLlmsFile } from '../../site/llms-name.ts';
import { readMarkdown } from '../page/markdown-page.ts';
import type { FoundUrl } from '../queue/frontier.ts';
import type { QueueItem } from '../queue/journal.ts';
import { isSameDomain } from '../queue/same-domain.ts';
import { toPageUrl } from '../queue/url.ts';
import type { JobContext } from '../run/job-context.ts';
import { type LlmsFiles, readFullFile, readLlmsFiles } from './read-llms.ts';
import { MAX_SITEMAP_BYTES, parseSitemap } from './sitemap.ts';
import { type FullPage, splitLlmsFull } from './split-llms-full.ts';

export interface Discovery {
  readonly seeds: readonly QueueItem[];
  readonly files: readonly FullFile[];
  /** True when the llms-full files were read completely: a page missing from them is gone. */
  readonly areFilesWhole: boolean;
  /** False when the start host cannot be read at all. */
  readonly isReadable: boolean;
}

export interface FullFile {
  readonly url: string;
  readonly pages: readonly KeyedPage[];
  readonly preamble: string;
}

/** A page with its canonical URL in `key`, empty when it has none. `claimed` is an address on another domain that the file gives it. */
export interface KeyedPage extends FullPage {
  readonly key: string;
  readonly claimed: string;
}

const NO_LLMS_FILES: LlmsFiles = { links: [], fulls: [], isWhole: false };
const MAX_SITEMAPS = 500;
const MAX_SITEMAP_DEPTH = 3;

/** Runs the discovery cascade [S1]: llms files, then sitemaps, then the start page; each level adds to the one before. Deterministic order. */
export async function discover(context: JobContext): Promise<Discovery> {
  const { site, start } = context;
  if (site.urls) return { seeds: queueListed(context, site.urls), files: [], areFilesWhole: false, isReadable: true };
  const preset = CRAWL_TYPES[site.crawlType];
  const isSitemap = /\/sitemap[\w.-]*\.(?:xml|xml\.gz|txt)$/i.test(start.pathname);
  const isLlms = isLlmsFile(start.href);
  const robots = await context.robotsFor(start.origin);
  if (!robots.isReadable && !(await canRead(context)))
    return { seeds: [], files: [], areFilesWhole: false, isReadable: false };
  const isProbing = site.readerUrl === undefined || context.ports.hosts.hasAnswered(start.host);
  if (site.scope === 'file') {
    const llms = isLlms ? await readFullFile(context) : NO_LLMS_FILES;
    const files = splitFiles(context, llms, []);
    const seeds = files.length > 0 ? [] : queueListed(context, [start.href]);
    return { seeds, files, areFilesWhole: llms.isWhole, isReadable: true };
  }
  const llms = isProbing && (preset.llms || isLlms) ? await readLlmsFiles(context) : NO_LLMS_FILES;
  const sitemapUrls =
    isProbing && (preset.sitemap || isSitemap) ? await readSitemaps(context, robots.sitemaps, isSitemap) : [];
  const files = splitFiles(context, llms, sitemapUrls);
  const seeds = queueSeeds(context, { llms, sitemapUrls, files, isPage: !isSitemap && !isLlms });
  return { seeds, files, areFilesWhole: llms.isWhole, isReadable: true };
}

function queueListed({ frontier, start }: JobContext, urls: readonly string[]): QueueItem[] {
  return urls.flatMap((url, order) => {
    const found = { url, base: start.href, from: 'list', depth: 0, order, allowQuery: true } as const;
    return frontier.consider(found) ?? [];
  });
}

/** Tries the start URL when robots.txt did not answer. Its answer is reused when the page is visited. */
async function canRead(context: JobContext): Promise<boolean> {
  const { start, ports, requester } = context;
  if (context.site.readerUrl !== undefined || ports.hosts.hasAnswered(start.host)) return true;
  const answer = await requester.ask(start.href, { maxBytes: context.site.maxPageBytes });
  if (answer.type === 'fault' && (answer.fault === 'unreadable' || answer.fault === 'mixed-content')) {
    ports.hosts.markUnreadable(start.host);
    return false;
  }
  if (answer.type === 'body') requester.prime(start.href, answer);
  return true;
}

async function readSitemaps(context: JobContext, fromRobots: readonly string[], isGiven: boolean): Promise<string[]> {
  const { start } = context;
  const first = isGiven ? [start.href] : [...fromRobots, `${start.origin}/sitemap.xml`];
  const seen = new Set<string>();
  const urls = new Set<string>();

  async function enter(url: string, depth: number): Promise<void> {
    if (!URL.canParse(url, start.href)) return;
    const href = new URL(url, start.href).href;
    // A sitemap may list itself; without this set the crawl never ends.
    if (seen.has(href) || seen.size >= MAX_SITEMAPS || depth > MAX_SITEMAP_DEPTH || context.signal.aborted) return;
    if (!context.scope.isSameSite(href)) return context.drop(href, 'off-domain');
    seen.add(href);
    const answer = await context.requester.ask(href, { maxBytes: MAX_SITEMAP_BYTES });
    if (answer.type === 'fault' || answer.body.status !== 200) return;
    if (new URL(answer.body.url).origin !== new URL(href).origin)
      context.scope.adopt(new URL(href), new URL(answer.body.url));
    const sitemap = parseSitemap(answer.body.bytes);
    for (const page of sitemap?.urls ?? []) urls.add(page);
    for (const child of sitemap?.children ?? []) await enter(child, depth + 1);
  }

  for (const url of first) await enter(url, 0);
  return [...urls];
}

function splitFiles(context: JobContext, llms: LlmsFiles, sitemapUrls: readonly string[]): FullFile[] {
  return llms.fulls.map((file) => {
    const split = splitLlmsFull(file.text, { url: file.url, index: llms.links, others: sitemapUrls });
    const unmapped = split.pages.filter((page) => page.urlSource === 'synthetic').length;
    if (unmapped > 0) {
      const details = { unmapped, pages: split.pages.length, rule: split.rule };
      context.problem('full-unmapped-pages', file.url, 'pages of the file have no URL of their own', details);
    }
    const pages = split.pages.map((page) => toKeyed(context, file.url, page));
    const claimed = pages.filter((page) => page.claimed !== '').length;
    if (claimed > 0) {
      const message = 'pages of the file claim addresses of another domain';
      context.problem('claimed-addresses', file.url, message, { claimed, pages: pages.length });
    }
    for (const page of pages) if (page.key !== '') context.frontier.cover(page.key);
    return { url: file.url, pages, preamble: split.preamble };
  });
}

/** A file can claim pages of another site, so a page counts under its given URL only when both share a domain. */
function toKeyed(context: JobContext, fileUrl: string, page: FullPage): KeyedPage {
  const key = toKey(context, page);
  if (key === '' || isSameDomain(key, context.scope.toHome(fileUrl))) return { ...page, key, claimed: '' };
  return { ...page, key: '', claimed: page.url };
}

function toKey(context: JobContext, page: FullPage): string {
  if (page.urlSource === 'synthetic') return '';
  const answer = toPageUrl(URL.canParse(page.url) ? context.scope.toHome(page.url) : page.url, {
    base: context.start.href,
    allowQuery: true,
  });
  return 'page' in answer ? answer.page.key : '';
}

interface Found {
  readonly llms: LlmsFiles;
  readonly sitemapUrls: readonly string[];
  readonly files: readonly FullFile[];
  readonly isPage: boolean;
}

function queueSeeds(context: JobContext, found: Found): QueueItem[] {
  const { start, frontier, site } = context;
  const { links } = CRAWL_TYPES[site.crawlType];
  const seeds = new Map<string, QueueItem>();
  let order = 0;
  const add = (url: Pick<FoundUrl, 'url' | 'from'> & Partial<FoundUrl>) => {
    const item = frontier.consider({ base: start.href, depth: 0, order: order++, ...url });
    if (item) seeds.set(item.key, item);
  };
  if (found.isPage && links) add({ url: start.href, from: 'start', allowQuery: true });
  for (const { url, title, description, optional } of found.llms.links) {
    if (optional && !site.includeOptional) context.drop(url, 'optional');
    else add({ url, from: 'llms', title, description, isOptional: optional });
  }
  for (const url of found.sitemapUrls) add({ url, from: 'sitemap' });
  for (const link of links ? linksOfFiles(context, found.files) : []) add({ ...link, from: 'link', depth: 1 });
  return [...seeds.values()];
}

/** Links in the pages of llms-full files. Those pages are not fetched, so these links may be the only trace of a missing page [S4]. */
function linksOfFiles(context: JobContext, files: readonly FullFile[]): { url: string; base: string }[] {
  const seen = new Set<string>();
  return files.flatMap((file) =>
    file.pages.flatMap((page) => {
      if (page.key !== '' && findFullPageSkip(context, page.key) !== undefined) return [];
      const base = page.key === '' ? file.url : page.url;
      // A page without a URL has no base for relative links.
      const options = page.key === '' ? { isRootedOnly: true } : {};
      const links = readMarkdown(page.text, URL.canParse(base) ? base : page.key, options).links;
      const fresh = links.filter((url) => !seen.has(url));
      for (const url of fresh) seen.add(url);
      return fresh.map((url) => ({ url, base }));
    }),
  );
}

type FullPageRules = Pick<JobContext, 'scope' | 'site'>;

/** Applies the globs to a page of an llms-full, and the folder if that is the scope, but not the host rule: the user named the file itself. */
export function findFullPageSkip(
  { scope, site }: FullPageRules,
  key: string,
): ReturnType<JobContext['scope']['check']> {
  const skip = scope.check(key);
  const isOutside = skip === 'off-domain' && site.scope === 'subpages' && scope.isSameSite(key);
  return (skip === 'off-domain' && !isOutside) || skip === 'asset' ? undefined : skip;
}
