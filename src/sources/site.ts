import type { KeptPage } from '../crawl/contract.ts';
import { parseLlmsTxt } from '../crawl/discover/parse-llms-txt.ts';
import { splitLlmsFull } from '../crawl/discover/split-llms-full.ts';
import { toSlug } from '../crawl/discover/title-key.ts';
import { isLlmsFullName } from '../crawl/queue/url.ts';
import { fromUtf8, toUtf8 } from '../lib/bytes.ts';
import type { PageMeta, RawFile, ScannedFile } from '../model/raw-file.ts';
import type { FileSource, ScanItem } from './contract.ts';

/** A kept page is a raw file like any other. */
export function toRawFile(page: KeptPage): RawFile {
  return { path: page.path, bytes: page.bytes, meta: page.meta };
}

/** What a dropped file could be opened as: an llms-full as its pages, an llms.txt as a site. */
export type LlmsOffer =
  | { readonly type: 'pages'; readonly pages: number; readonly rule: string }
  | { readonly type: 'site'; readonly url: string; readonly links: number }
  | undefined;

export function findLlmsOffer(name: string, bytes: Uint8Array): LlmsOffer {
  if (!/^llms[\w.-]*\.txt$/i.test(name)) return undefined;
  const text = fromUtf8(bytes);
  const { pages, rule } = splitLlmsFull(text);
  const { links } = parseLlmsTxt(text);
  const isFull = isLlmsFullName(name) || links.length === 0;
  if (isFull) return pages.length > 1 ? { type: 'pages', pages: pages.length, rule } : undefined;
  const first = links.find((link) => /^https?:\/\//i.test(link.url));
  return first ? { type: 'site', url: new URL('/llms.txt', first.url).href, links: links.length } : undefined;
}

/** An llms-full.txt as a source of pages, without network: one raw file a page, `<nnn>-<slug>.md`, what precedes them as `000-overview.md`. */
export function createLlmsFullSource(options: {
  readonly name: string;
  readonly text: string;
  readonly url?: string;
}): FileSource {
  const { name, text, url } = options;
  return {
    name,
    incomplete: false,
    async *scan(scan): AsyncGenerator<ScanItem> {
      const { pages, preamble } = splitLlmsFull(text, url === undefined ? {} : { url });
      if (preamble.trim() !== '') yield toItem('000-overview.md', `${preamble.trim()}\n`, {});
      for (const [i, page] of pages.entries()) {
        if (scan.signal.aborted) return;
        const slug = toSlug(page.title);
        const path = `${String(i + 1).padStart(3, '0')}${slug === '' ? '' : `-${slug}`}.md`;
        yield toItem(path, page.text, toMeta(page));
      }
    },
  };
}

function toMeta(page: { title: string; description: string; url: string }): PageMeta {
  return {
    ...(page.title === '' ? {} : { title: page.title }),
    ...(page.description === '' ? {} : { description: page.description }),
    ...(page.url === '' ? {} : { source_url: page.url }),
  };
}

function toItem(path: string, text: string, meta: PageMeta): ScanItem {
  const bytes = toUtf8(text);
  const file: ScannedFile = { path, rawName: path, size: bytes.length, meta, read: async () => bytes };
  return { type: 'file', file };
}
