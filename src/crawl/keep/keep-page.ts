import { toUtf8 } from '../../lib/bytes.ts';
import type { PageMeta } from '../../model/raw-file.ts';
import type { PageRow, PageSourceType } from '../../model/site/site.ts';
import { ANALYSIS_VERSION } from '../../model/site/site.ts';
import { classifyPage, measureText } from '../page/page-class.ts';
import { hashBytes, hashText, toPageId, toPagePath } from '../page/page-path.ts';
import { sectionOf } from '../queue/plan-wave.ts';
import { isSame, type StoredPage } from '../records/page-rows.ts';
import type { Run } from '../run/run.ts';

export interface NewPage {
  /** Canonical URL, or the URL of the file for a page without one. */
  readonly url: string;
  /** Path of the raw file, when it does not follow from the URL. */
  readonly path?: string;
  /** Address on another domain that the page's file gives it. */
  readonly claimed?: string;
  readonly markdown: string;
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
}

export interface KeepAnswer {
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
  const path = page.path ?? toPagePath(page.url, urlHash, run.withHost || isForeign);
  const bytes = toUtf8(page.markdown);
  const sha256 = await hashBytes(bytes);
  const meta = toMeta(page);
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
  return { outcome: 'kept', path, sha256, meta, commit: () => run.keeper.add({ path, bytes, meta }) };
}

/** Begins the description of pages that may not be public, in lists and in every export. */
const LOGIN_MARK = 'Read with your login.';

function toMeta(page: NewPage): PageMeta {
  return {
    ...(page.title === '' ? {} : { title: page.title }),
    ...(page.description === '' ? {} : { description: page.description }),
    source_url: page.url,
  };
}

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
    ...(page.claimed === undefined ? {} : { claimed_url: page.claimed }),
    ...(before?.row.unlinked === undefined ? {} : { unlinked: before.row.unlinked }),
  };
  // Only discovery follows links; other runs keep the known ones.
  const links = run.options.mode === 'crawl' ? page.found : (before?.links ?? []);
  return { row, answered: page.answered, links, words, linkShare, analysis: ANALYSIS_VERSION };
}
