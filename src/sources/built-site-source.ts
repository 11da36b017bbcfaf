import { readBuiltPage, toIgnored } from '../crawl/page/built-page.ts';
import { fromUtf8 } from '../lib/bytes.ts';
import type { FileSource, ScanItem } from './contract.ts';
import type { DirectoryLike } from './directory-like.ts';
import { toTextItem } from './text-item.ts';
import { createWalkedSource } from './walk-folder.ts';

/** Reads the pages of a built site as Markdown: `guide/a.html` as `guide/a.md`, `guide/index.html` as `guide/index.md`. Leaves out `404.html` and what `publish` wrote. */
export function createBuiltSiteSource(name: string, folder: DirectoryLike, ignore: string): FileSource {
  const walked = createWalkedSource(name, folder);
  return {
    name,
    get incomplete() {
      return walked.incomplete;
    },
    async *scan(options): AsyncGenerator<ScanItem> {
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
