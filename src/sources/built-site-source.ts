import { compareUtf8 } from '../lib/bytes.ts';
import type { FoundFile } from '../model/raw-file.ts';
import type { ReadPage } from './built-page.ts';
import type { FileSource, ScanItem } from './contract.ts';
import type { DirectoryLike } from './directory-like.ts';
import { toTextItem } from './text-item.ts';
import { createWalkedSource } from './walk-folder.ts';

/** Pages that are read while others become leaves: other threads may read them. */
const READ_AHEAD = 32;

/** Reads the pages of a built site as Markdown: `guide/a.html` as `guide/a.md`, `guide/index.html` as `guide/index.md`. Leaves out `404.html` and what `publish` wrote. */
export function createBuiltSiteSource(name: string, folder: DirectoryLike, readPage: ReadPage): FileSource {
  const walked = createWalkedSource(name, folder);
  return {
    name,
    isSorted: true,
    get incomplete() {
      return walked.incomplete;
    },
    async *scan(options): AsyncGenerator<ScanItem> {
      const read = async (file: FoundFile, path: string): Promise<ScanItem | undefined> => {
        const page = await readPage(await file.read());
        if (page === undefined) return undefined;
        const { markdown, ...meta } = page;
        return toTextItem(path, markdown, options.maxFileBytes, meta);
      };
      const pages = new PageQueue();
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
        const path = item.file.path.replace(/html$/i, 'md');
        pages.add(path, read(item.file, path));
        if (pages.size > READ_AHEAD) yield* pages.take();
      }
      pages.end();
      while (pages.size > 0) yield* pages.take();
    },
  };
}

type Page = Promise<ScanItem | undefined>;

/** Puts pages in the order of their new names: `index.ja.html` comes after `index.html`, but `index.ja.md` before `index.md`. */
class PageQueue {
  /** A later page may come before these. */
  readonly #waiting: { readonly path: string; readonly page: Page }[] = [];
  readonly #ready: Page[] = [];

  get size(): number {
    return this.#ready.length;
  }

  /** Paths come in the order of their old names. */
  add(path: string, page: Page): void {
    // Reported by `take`, unless the scan ends earlier.
    page.catch(() => undefined);
    this.#release((before) => !path.startsWith(before.slice(0, -'md'.length)));
    this.#waiting.push({ path, page });
    this.#waiting.sort((a, b) => compareUtf8(a.path, b.path));
  }

  end(): void {
    this.#release(() => true);
  }

  async *take(): AsyncGenerator<ScanItem> {
    const item = await this.#ready.shift();
    if (item !== undefined) yield item;
  }

  #release(isNext: (path: string) => boolean): void {
    while (this.#waiting[0] !== undefined && isNext(this.#waiting[0].path))
      this.#ready.push((this.#waiting.shift() as { page: Page }).page);
  }
}
