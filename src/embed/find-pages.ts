import { openPublishedCollection } from '../engine/published/open-published-collection.ts';
import { findLanguages } from '../engine/search/languages.ts';
import { runSearch } from '../engine/search/run-search.ts';
import { loadKernel } from '../kernel/load/load-kernel.ts';
import { ANCHOR, toAnchor } from '../markdown/anchors.ts';
import { scanBlocks, toHeadingText } from '../markdown/blocks.ts';
import type { Hit } from '../model/hit.ts';
import { toPageAddress } from '../places/page-address.ts';
import { createHttpHost } from '../publish/read/create-http-host.ts';

/** Pages with hits, in the order of their best one. */
export interface FoundPages {
  readonly pages: readonly FoundPage[];
  /** Number of sections with a hit, or fewer. */
  readonly total: number;
  readonly hasMore: boolean;
  /** True if only similar words were found. */
  readonly fuzzy: boolean;
}

interface FoundPage {
  readonly title: string;
  readonly address: string;
  readonly sections: readonly FoundSection[];
}

interface FoundSection extends Pick<Hit, 'snippet' | 'ranges'> {
  readonly address: string;
  /** Headings above it, without the title of its page. */
  readonly headings: readonly string[];
}

export interface FindOptions {
  readonly limit: number;
  /** Language of the page, such as `de`: its own pages are searched if the collection has them in several. */
  readonly language: string;
  isStale(): boolean;
}

/** Returns undefined if a newer query came first. */
export type FindPages = (text: string, options: FindOptions) => Promise<FoundPages | undefined>;

/**
 * Opens a published collection to search it in the calling thread. `pattern` names the address of a path, against `folder`. The JavaScript build of the
 * kernel runs under every policy: trying WebAssembly where a policy forbids it would write a line to the console.
 */
export async function openPages(folder: string, pattern: string | undefined): Promise<FindPages> {
  const kernel = await loadKernel({ js: () => import('../../build/kernel/kernel.js') });
  const open = await openPublishedCollection(kernel, folder, createHttpHost(folder));
  const languages = findLanguages(open);

  async function readSection(hit: Hit): Promise<FoundSection & Pick<FoundPage, 'title'> & { readonly page: string }> {
    const fileIndex = open.findFileIndex(hit.path) as number;
    const page = toPageAddress(open.row(fileIndex), pattern ?? open.collection.pages, folder);
    const title = hit.title || hit.headingPath[0] || hit.path;
    const heading = hit.kind === 'markdown' || hit.kind === 'html' ? await readHeading(hit, fileIndex) : undefined;
    const above = hit.headingPath.slice(hit.headingPath[0] === title ? 1 : 0);
    if (heading === undefined || heading.name === title) return { ...hit, title, page, headings: above, address: page };
    const at = above.indexOf(heading.name);
    const headings = at < 0 ? [...above.slice(0, -1), heading.name] : above.slice(0, at + 1);
    return { ...hit, title, page, headings, address: `${page}#${encodeURIComponent(heading.anchor)}` };
  }

  /** A chunk may have several short sections, and a long section several chunks: then its heading is in the first one. */
  async function readHeading({ ref, snippet, ranges: [first] }: Hit, fileIndex: number) {
    const chunkIndex = (open.refs.parse(ref) as number) - (open.ordinals[fileIndex] as number);
    const { part = 1 } = open.chunkRow(fileIndex, chunkIndex);
    const readText = async (at: number) =>
      (await open.readTexts([{ fileIndex, chunkIndex: at, startByte: 0, endByte: 0 }]))[0] ?? '';
    const text = await readText(chunkIndex);
    const found = findHeading(text, first === undefined ? 0 : Math.max(0, text.indexOf(snippet.slice(...first))));
    if (found !== undefined || part <= 1) return found;
    const start = await readText(Math.max(0, chunkIndex - part + 1));
    return findHeading(start, start.length);
  }

  return async (text, { limit, language, isStale }) => {
    const own = languages.find((one) => language === one || language.startsWith(`${one}-`));
    const filters = own !== undefined && languages.length > 1 ? { language: [own] } : {};
    const { hits, total, rows, fuzzy, dropped } = await runSearch(kernel, open, text, {
      ...{ filters, limit, isStale, typing: true, fold: true },
    });
    if (dropped) return undefined;
    const sections = await Promise.all(hits.map(readSection));
    const pages = [...new Set(sections.map(({ page }) => page))].map((address) => {
      const all = sections.filter(({ page }) => page === address);
      return { address, title: all[0]?.title ?? '', sections: all };
    });
    return isStale() ? undefined : { pages, total, hasMore: (rows ?? total) > hits.length, fuzzy };
  };
}

/** Finds the heading at or above a place in a text. */
function findHeading(text: string, at: number): { readonly name: string; readonly anchor: string } | undefined {
  const line = text.slice(0, at).split('\n').length - 1;
  const found = scanBlocks(text).headings.findLast((heading) => heading.line <= line);
  if (found === undefined) return undefined;
  const name = toHeadingText(found);
  return { name, anchor: ANCHOR.exec(found.raw)?.[1] ?? toAnchor(name) };
}
