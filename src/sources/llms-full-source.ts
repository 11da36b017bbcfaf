import { fromUtf8 } from '../lib/bytes.ts';
import type { PageMeta } from '../model/raw-file.ts';
import type { FileSource, ScanItem, SourceInput } from './contract.ts';
import { toTextItem } from './text-item.ts';

/** Reads a dropped llms-full.txt as pages, without network: each as `<nnn>-<slug>.md`, the text before them as `000-overview.md` [S4]. */
export function createLlmsFullSource(input: Extract<SourceInput, { type: 'llms-full' }>): FileSource {
  const { name, file, origin } = input;
  return {
    name,
    incomplete: false,
    async *scan({ signal, maxFileBytes }): AsyncGenerator<ScanItem> {
      const text = fromUtf8(new Uint8Array(await file.arrayBuffer()));
      // Few people drop such a file, and its rules need the names of all character references.
      const [{ splitLlmsFull }, { toSlug }] = await Promise.all([
        import('../crawl/discover/split-llms-full.ts'),
        import('../crawl/discover/title-key.ts'),
      ]);
      const { pages, preamble } = splitLlmsFull(
        text,
        origin === '' ? {} : { url: new URL('/llms-full.txt', origin).href },
      );
      const isOwn = await findOwnership(origin);
      if (preamble.trim() !== '') yield toTextItem('000-overview.md', `${preamble.trim()}\n`, maxFileBytes, {});
      for (const [i, page] of pages.entries()) {
        if (signal.aborted) return;
        const slug = toSlug(page.title);
        const path = `${String(i + 1).padStart(3, '0')}${slug === '' ? '' : `-${slug}`}.md`;
        yield toTextItem(path, page.text, maxFileBytes, toMeta(page, { origin, isOwn }));
      }
    },
  };
}

/**
 * An address in the file counts as a page's origin only if the user confirmed its domain. The public suffix list is a third of the engine's script
 * and few people drop such a file, so it is loaded here.
 */
async function findOwnership(origin: string): Promise<(address: string) => boolean> {
  if (origin === '') return () => false;
  const { isSameDomain } = await import('../crawl/queue/same-domain.ts');
  return (address) => isSameDomain(address, origin);
}

function toMeta(
  page: { title: string; description: string; url: string; urlSource: string },
  site: { readonly origin: string; readonly isOwn: (address: string) => boolean },
): PageMeta {
  const isOwn = page.urlSource !== 'synthetic' && site.isOwn(page.url);
  return {
    ...(page.title === '' ? {} : { title: page.title }),
    ...(page.description === '' ? {} : { description: page.description }),
    ...(isOwn ? { source_url: new URL(page.url, site.origin).href } : {}),
  };
}
