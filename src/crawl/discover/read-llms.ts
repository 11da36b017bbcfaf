import { isLlmsFile, isLlmsFullFile, isPrivateHost } from '../queue/url.ts';
import type { JobContext } from '../run/job-context.ts';
import type { LlmsLink } from './parse-llms-txt.ts';
import { parseLlmsTxt } from './parse-llms-txt.ts';
import type { TextFile } from './read-text-file.ts';
import { readTextFile } from './read-text-file.ts';
import { splitLlmsFull } from './split-llms-full.ts';

export interface LlmsFiles {
  /** Links of all indexes in reading order, without links to further llms files. */
  readonly links: readonly LlmsLink[];
  /** Files that hold pages. */
  readonly fulls: readonly TextFile[];
  /** True when every file with pages, as far as other files name it, was read to its end. */
  readonly isWhole: boolean;
}

const MAX_INDEX_DEPTH = 3;
const MAX_INDEXES = 200;
const MAX_FULL_FILES = 50;
const FULL_INDEX_CHARS = 20_000;

/** Probes the directories in order, stops at the first that has a file, and reads the files it links to [S1], [S3]. */
export async function readLlmsFiles(context: JobContext): Promise<LlmsFiles> {
  for (const directory of directoriesOf(context.start)) {
    const given =
      isLlmsFile(context.start.href) && new URL('.', context.start).href === directory ? context.start.href : '';
    const indexUrl = given !== '' && !isLlmsFullFile(given) ? given : `${directory}llms.txt`;
    const fullUrl = given !== '' && isLlmsFullFile(given) ? given : `${directory}llms-full.txt`;
    const index = await readTextFile(context, indexUrl, 'index');
    const full = await readTextFile(context, fullUrl, 'full');
    if (context.signal.aborted) break;
    if (!index && !full) continue;
    context.milestone({
      kind: 'index-found',
      target: index?.url ?? full?.url ?? '',
      message: [index ? 'llms.txt' : '', full ? 'llms-full.txt' : ''].filter(Boolean).join(' and '),
    });
    return collect(context, index, full);
  }
  return { links: [], fulls: [], isWhole: false };
}

/** Returns the directory of the URL, the root, and `/.well-known/`. */
function directoriesOf(start: URL): string[] {
  const parent = start.origin + start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1);
  return [...new Set([parent, `${start.origin}/`, `${start.origin}/.well-known/`])];
}

async function collect(
  context: JobContext,
  index: TextFile | undefined,
  full: TextFile | undefined,
): Promise<LlmsFiles> {
  const links: LlmsLink[] = [];
  const fulls: TextFile[] = [];
  const seen = new Set<string>();
  const seenFulls = new Set<string>();
  const partial: string[] = [];
  let isWhole = true;

  async function enterFull(url: string): Promise<void> {
    for (let next = url; next !== '' && !seenFulls.has(next) && fulls.length < MAX_FULL_FILES; ) {
      seenFulls.add(next);
      const file = await readTextFile(context, next, 'full');
      if (!file) isWhole = false;
      if (!file) return;
      next = addFull(file);
    }
  }

  function addFull(file: TextFile): string {
    seenFulls.add(file.url);
    fulls.push(file);
    if (file.isCut) isWhole = false;
    return splitLlmsFull(file.text, { url: file.url }).nextUrl;
  }

  async function enterIndex(file: TextFile, depth: number, ancestors: readonly string[]): Promise<void> {
    seen.add(file.url);
    const parsed = parseLlmsTxt(file.text, file.url);
    if (parsed.links.length === 0) return noteEmpty(file);
    for (const link of parsed.links) {
      if (!URL.canParse(link.url) || !isLlmsFile(link.url)) {
        links.push(link);
        continue;
      }
      await enterNested(link, { depth: depth + 1, ancestors: [...ancestors, file.url] });
    }
  }

  function noteEmpty(file: TextFile): void {
    const split = file.text.length >= FULL_INDEX_CHARS ? splitLlmsFull(file.text, { url: file.url }) : undefined;
    if (split && split.pages.length >= 2) fulls.push(file);
    context.problem({
      kind: 'llms-no-links',
      target: file.url,
      message:
        split && split.pages.length >= 2 ? 'the llms.txt holds the pages themselves' : 'the llms.txt has no links',
    });
  }

  async function enterNested(link: LlmsLink, place: { depth: number; ancestors: readonly string[] }): Promise<void> {
    const url = new URL(link.url);
    url.hash = '';
    const isForeign =
      !context.scope.isSameSite(url.href) || (isPrivateHost(url.hostname) && url.host !== context.start.host);
    if (isForeign) return context.drop(url.href, 'off-domain');
    if (link.optional && !context.site.includeOptional) return context.drop(url.href, 'optional');
    if (isLlmsFullFile(url.href)) {
      if (/[-_.]full[-_.]/i.test(url.pathname)) await enterFull(url.href);
      else partial.push(url.href);
      return;
    }
    if (place.ancestors.slice(0, -1).includes(url.href))
      return noteLoop(url.href, 'the index leads back to one it came from');
    if (seen.has(url.href)) return;
    if (place.depth > MAX_INDEX_DEPTH) return noteLoop(url.href, `indexes are nested deeper than ${MAX_INDEX_DEPTH}`);
    if (seen.size >= MAX_INDEXES) return context.drop(url.href, 'overflow');
    seen.add(url.href);
    const file = await readTextFile(context, url.href, 'index');
    if (file) await enterIndex(file, place.depth, place.ancestors);
  }

  function noteLoop(url: string, message: string): void {
    context.problem({ kind: 'index-loop', target: url, message });
  }

  if (full) {
    const next = addFull(full);
    if (next !== '') await enterFull(next);
  }
  if (index) await enterIndex(index, 0, []);
  // Smaller sets repeat the full file; they are read only when it is missing.
  for (const url of fulls.length === 0 ? partial : []) await enterFull(url);
  if (fulls.length > 0) for (const url of partial) if (!seenFulls.has(url)) context.drop(url, 'covered');
  return { links, fulls, isWhole };
}
