import { findDocumentFormat } from '../../kinds/document-format.ts';
import { toUtf8 } from '../../lib/bytes.ts';
import type { PageMeta } from '../../model/raw-file.ts';
import { ANALYSIS_VERSION, type PageRow, type PageSourceType } from '../../model/site/site.ts';
import { type FullFile, findFullPageSkip, type KeyedPage } from '../discover/discover.ts';
import { toSlug } from '../discover/title-key.ts';
import { readMarkdown } from '../page/markdown-page.ts';
import { classifyPage, measureText } from '../page/page-class.ts';
import { hashBytes, hashText, toPageId, toPagePath, toUnmappedPath } from '../page/page-path.ts';
import { sectionOf } from '../queue/plan-wave.ts';
import { isSame, type StoredPage } from '../records/page-rows.ts';
import type { Run } from '../run/run.ts';

interface NewPage {
  /** Canonical URL, or the URL of the file for a page without one. */
  readonly url: string;
  /** Path of the raw file, when it does not follow from the URL. */
  readonly path?: string;
  /** Address on another domain that the page's file gives it. */
  readonly claimed?: string;
  readonly markdown: string;
  /** The bytes of a document, which are kept instead. */
  readonly file?: Uint8Array<ArrayBuffer> | undefined;
  readonly title: string;
  readonly description: string;
  readonly status: number;
  readonly depth: number;
  readonly attempts: number;
  readonly answered: string;
  /** URLs first found on this page. */
  readonly found: readonly string[];
  readonly links: { readonly internal: number; readonly external: number };
  readonly sourceType: PageSourceType;
  /** The user's login was used: the page may not be public. */
  readonly withLogin?: boolean;
  readonly modifiedMs?: number | undefined;
}

interface KeepAnswer {
  readonly outcome: 'kept' | 'unchanged';
  readonly path: string;
  readonly sha256: string;
  readonly meta: PageMeta;
  /** Hands the page to the keeper. Call it after the journal entry is written. */
  commit(): Promise<void>;
}

/** Turns a page into a raw file with its row. A page with the same bytes and metadata in the collection is only confirmed [S18]. */
export async function preparePage(run: Run, given: NewPage): Promise<KeepAnswer> {
  const page = given.withLogin ? { ...given, description: `${LOGIN_MARK} ${given.description}`.trim() } : given;
  const urlHash = await hashText(page.url);
  const startHost = run.start.host;
  const isForeign = !run.withHost && new URL(page.url).host !== startHost && !run.scope.isSameSite(page.url);
  const pagePath = page.path ?? toPagePath(page.url, urlHash, run.withHost || isForeign);
  const path = page.file === undefined ? pagePath : toDocumentPath(pagePath);
  const bytes = page.file ?? toUtf8(page.markdown);
  const sha256 = await hashBytes(bytes);
  const { title, description, url: source_url } = page;
  const meta = { title: title || undefined, description: description || undefined, source_url };
  const stored = toStored(run, page, {
    path,
    sha256,
    id: toPageId(page.path === undefined ? urlHash : await hashText(`${page.url}#${path}`)),
    bytes: bytes.length,
  });
  run.seenPaths.add(path);
  run.rows.set(path, stored);
  if (run.options.full !== true && isSame(run.known.get(path), { sha256, meta })) {
    return { outcome: 'unchanged', path, sha256, meta, commit: async () => {} };
  }
  const { modifiedMs } = page;
  return { outcome: 'kept', path, sha256, meta, commit: () => run.keeper.add({ path, bytes, meta, modifiedMs }) };
}

/** An address of a PDF may lack its extension, which tells the reader. */
function toDocumentPath(pagePath: string): string {
  const path = pagePath.replace(/\.md$/, '');
  return findDocumentFormat(path) === undefined ? `${path}.pdf` : path;
}

/** Begins the description of pages that may not be public, in lists and in every export. */
const LOGIN_MARK = 'Read with your login.';

function toStored(
  run: Run,
  page: NewPage,
  file: { readonly path: string; readonly sha256: string; readonly id: string; readonly bytes: number },
): StoredPage {
  const { words, linkShare } = measureText(page.markdown);
  const { pageClass, confidence } = classifyPage({ url: page.url, words, linkShare, children: 0 });
  const before = run.rows.get(file.path);
  const row: PageRow = {
    id: file.id,
    url: page.url,
    path: file.path,
    title: page.title,
    description: page.description,
    sha256: file.sha256,
    bytes: file.bytes,
    depth: page.depth,
    status_code: page.status,
    crawl_timestamp: new Date(run.ports.clock.now()).toISOString(),
    attempts: page.attempts,
    internal_links_count: page.links.internal,
    external_links_count: page.links.external,
    source_type: page.sourceType,
    // Only discovery finds aliases; other runs keep the known ones.
    aliases: run.options.mode === 'crawl' ? [] : (before?.row.aliases ?? []),
    page_class: pageClass,
    confidence,
    section: sectionOf(page.url, run.start.href),
    claimed_url: page.claimed,
    unlinked: before?.row.unlinked,
  };
  // Only discovery follows links; other runs keep the known ones.
  const links = run.options.mode === 'crawl' ? page.found : (before?.links ?? []);
  return { row, answered: page.answered, links, words, linkShare, analysis: ANALYSIS_VERSION };
}

/** Saves pages of llms-full files as raw files without a request [S4]. Returns their paths when all are committed. */
export async function keepFullPages(run: Run, files: readonly FullFile[]): Promise<string[]> {
  const paths: string[] = [];
  const used = new Set<string>();
  for (const file of files) {
    if (file.preamble.trim() !== '') paths.push(await keepOne(run, toPreamble(run, file)));
    for (const [i, page] of file.pages.entries()) {
      if (!(await run.gate())) return paths;
      const isOwn = page.key !== '' && !used.has(page.key);
      if (isOwn && dropSkipped(run, page.key)) continue;
      if (isOwn) used.add(page.key);
      paths.push(await keepOne(run, toNewPage(run, file, page, isOwn ? 0 : i + 1)));
    }
  }
  await run.keeper.flush();
  return paths;
}

function dropSkipped(run: Run, key: string): boolean {
  const skip = findFullPageSkip(run, key);
  if (skip === undefined) return false;
  run.drop(key, skip);
  return true;
}

async function keepOne(run: Run, page: NewPage): Promise<string> {
  const answer = await preparePage(run, page);
  run.state.fullPages++;
  if (answer.outcome === 'unchanged') run.state.unchanged++;
  run.touch();
  await answer.commit();
  return answer.path;
}

function toNewPage(run: Run, file: FullFile, page: KeyedPage, number: number): NewPage {
  const url = number === 0 ? page.key : file.url;
  const path = toUnmappedPath(file.url, { number, slug: toSlug(page.title), withHost: run.withHost });
  return {
    ...toCommon(run, { file, url, markdown: page.text }),
    title: page.title,
    description: page.description,
    path: number === 0 ? undefined : path,
    claimed: page.claimed || undefined,
  };
}

function toPreamble(run: Run, file: FullFile): NewPage {
  const markdown = `${file.preamble.trim()}\n`;
  const { title } = readMarkdown(markdown, file.url);
  const path = toUnmappedPath(file.url, { number: 0, slug: 'overview', withHost: run.withHost });
  return { ...toCommon(run, { file, url: file.url, markdown }), title, description: '', path };
}

function toCommon(run: Run, { file, url, markdown }: { file: FullFile; url: string; markdown: string }) {
  const { links } = readMarkdown(markdown, url);
  const internal = links.filter((link) => /^https?:/i.test(link) && run.scope.isSameSite(link)).length;
  return {
    url,
    markdown,
    status: 200,
    depth: 0,
    attempts: 0,
    answered: file.url,
    found: [],
    links: { internal, external: links.length - internal },
    sourceType: 'llms_full' as const,
  };
}
