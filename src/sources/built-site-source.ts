import { fromUtf8 } from '../lib/bytes.ts';
import type { FileSource, ScanItem, SourceInput } from './contract.ts';
import { toTextItem } from './text-item.ts';
import { createWalkedSource } from './walk-folder.ts';

/** Reads the pages of a built site as Markdown: `guide/a.html` as `guide/a.md`, `guide/index.html` as `guide/index.md`. Leaves out `404.html` and what `publish` wrote. */
export function createBuiltSiteSource({
  name,
  handle,
  ignore,
}: Extract<SourceInput, { type: 'built-site' }>): FileSource {
  const walked = createWalkedSource(name, handle);
  return {
    name,
    get incomplete() {
      return walked.incomplete;
    },
    async *scan(options): AsyncGenerator<ScanItem> {
      const { readBuiltPage, toIgnored } = await import('../crawl/page/built-page.ts');
      const isIgnored = toIgnored(ignore);
      // Ignore rules are about sources; all pages of a build are public.
      const all = {
        ...options,
        exclude: [...options.exclude, 'quire/**', '404.html'],
        useIgnoreFiles: false,
        useDefaultList: false,
      };
      for await (const item of walked.scan(all)) {
        if (item.type === 'warning') yield item;
        if (item.type !== 'file' || !/\.html$/i.test(item.file.path)) continue;
        const page = readBuiltPage(fromUtf8(await item.file.read()), isIgnored);
        if (page === undefined) continue;
        const { markdown, ...meta } = page;
        yield toTextItem(item.file.path.replace(/html$/i, 'md'), markdown, options.maxFileBytes, meta);
      }
    },
  };
}
