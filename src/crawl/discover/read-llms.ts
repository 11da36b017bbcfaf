import { parseHtml } from '../../html/html-tree.ts';
import { readFacts } from '../../html/page-facts.ts';
import { isLlmsFile } from '../../site/llms-name.ts';
import { decodeText } from '../fetch/fetch-body.ts';
import { isSameDomain } from '../queue/same-domain.ts';
import { isLlmsFullFile, isPrivateHost } from '../queue/url.ts';
import type { JobContext } from '../run/job-context.ts';
import { isHtmlPage, type LlmsLink, parseLlmsTxt } from './parse-llms-txt.ts';
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

/** Reads the llms files of the first place that has one, and the files they link to [S1], [S3]. */
export async function readLlmsFiles(context: JobContext): Promise<LlmsFiles> {
  for (const place of placesOf(context)) {
    const found = await readPlace(context, place);
    if (context.signal.aborted) break;
    if (found) return found;
  }
  const isRead = context.mayReadStart && !isLlmsFile(context.start.href);
  const named = isRead ? await findNamedFile(context) : undefined;
  return (
    (named === undefined ? undefined : await readPlace(context, named)) ?? { links: [], fulls: [], isWhole: false }
  );
}

/** Reads only the llms-full file at the start URL, with its further parts; the llms.txt next to it gives its pages their addresses. */
export async function readFullFile(context: JobContext): Promise<LlmsFiles> {
  const url = context.start.href;
  const full = await readTextFile(context, url, 'full');
  if (full === undefined) return { links: [], fulls: [], isWhole: false };
  const index = await readTextFile(context, new URL('llms.txt', url).href, 'index');
  const found = await collect(context, undefined, full);
  return { ...found, links: index === undefined ? [] : parseLlmsTxt(index.text, index.url) };
}

/** Returns what to probe: a given file, then the directory of the URL, the root, and `/.well-known/`. */
function placesOf({ site, start }: JobContext): string[] {
  const given = [site.llmsUrl ?? [], isLlmsFile(start.href) ? start.href : []].flat();
  const parent = start.origin + start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1);
  const directories = [parent, `${start.origin}/`, `${start.origin}/.well-known/`];
  const probed = new Set(given.map((url) => new URL('.', url).href));
  return [...given, ...new Set(directories.filter((directory) => !probed.has(directory)))];
}

/** Reads both files of a directory, or a file and its counterpart in the same directory. */
async function readPlace(context: JobContext, place: string): Promise<LlmsFiles | undefined> {
  const directory = new URL('.', place).href;
  const file = place === directory ? '' : place;
  const indexUrl = file !== '' && !isLlmsFullFile(file) ? file : `${directory}llms.txt`;
  const fullUrl = file !== '' && isLlmsFullFile(file) ? file : `${directory}llms-full.txt`;
  const index = await readTextFile(context, indexUrl, 'index');
  const full = await readTextFile(context, fullUrl, 'full');
  if (!index && !full) return undefined;
  const found = [index ? 'llms.txt' : '', full ? 'llms-full.txt' : ''].filter(Boolean).join(' and ');
  context.milestone('index-found', index?.url ?? full?.url ?? '', found);
  return collect(context, index, full);
}

/** Returns the llms file that the start page names in a `link` element, if it belongs to the same domain. The page's answer is reused when it is visited. */
async function findNamedFile(context: JobContext): Promise<string | undefined> {
  const { start, requester, site } = context;
  const robots = await context.robotsFor(start.origin);
  if (!robots.isAllowed(start.href)) return undefined;
  const answer = await requester.ask(start.href, { maxBytes: site.maxPageBytes, retries: 0 });
  if (answer.type === 'fault' || answer.body.status !== 200) return undefined;
  requester.prime(start.href, answer);
  const text = decodeText(answer.body.bytes, answer.body.contentType) ?? '';
  if (!isHtmlPage(text)) return undefined;
  const { describedBy, markdown } = readFacts(parseHtml(text), answer.body.url);
  const isUsable = (url: string) =>
    URL.canParse(url) && isLlmsFile(url) && isSameDomain(url, answer.body.url) && !isForeignPrivate(context, url);
  return [describedBy, markdown].find(isUsable);
}

/** True for an address in a private network that the user did not type. */
function isForeignPrivate({ start }: JobContext, url: string): boolean {
  const { hostname, host } = new URL(url);
  return isPrivateHost(hostname) && host !== start.host;
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
    const found = parseLlmsTxt(file.text, file.url);
    if (found.length === 0) return noteEmpty(file);
    for (const link of found) {
      if (!URL.canParse(link.url) || !isLlmsFile(link.url)) {
        links.push(link);
        continue;
      }
      await enterNested(link, { depth: depth + 1, ancestors: [...ancestors, file.url] });
    }
  }

  function noteEmpty(file: TextFile): void {
    const { text, url } = file;
    const hasPages = text.length >= FULL_INDEX_CHARS && splitLlmsFull(text, { url }).pages.length >= 2;
    if (hasPages) fulls.push(file);
    const message = hasPages ? 'the llms.txt holds the pages themselves' : 'the llms.txt has no links';
    context.problem('llms-no-links', url, message);
  }

  async function enterNested(link: LlmsLink, place: { depth: number; ancestors: readonly string[] }): Promise<void> {
    const url = new URL(link.url);
    url.hash = '';
    const { llmsUrl } = context.site;
    const isGivenHost = llmsUrl !== undefined && new URL(llmsUrl).host === url.host;
    const isForeign = !context.scope.isSameSite(url.href) || isForeignPrivate(context, url.href);
    if (isForeign && !isGivenHost) return context.drop(url.href, 'off-domain');
    if (link.optional && !context.site.includeOptional) return context.drop(url.href, 'optional');
    if (isLlmsFullFile(url.href)) {
      if (/[-_.]full[-_.]/i.test(url.pathname)) await enterFull(url.href);
      else partial.push(url.href);
      return;
    }
    if (place.ancestors.slice(0, -1).includes(url.href))
      return context.problem('index-loop', url.href, 'the index leads back to one it came from');
    if (seen.has(url.href)) return;
    if (place.depth > MAX_INDEX_DEPTH)
      return context.problem('index-loop', url.href, `indexes are nested deeper than ${MAX_INDEX_DEPTH}`);
    if (seen.size >= MAX_INDEXES) return context.drop(url.href, 'overflow');
    seen.add(url.href);
    const file = await readTextFile(context, url.href, 'index');
    if (file) await enterIndex(file, place.depth, place.ancestors);
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

/** Larger than the page limit: llms files on the web reach several megabytes. */
const MAX_LLMS_BYTES = 50_000_000;
const HUGE_INDEX_BYTES = 1_000_000;
const HUGE_FULL_BYTES = 10_000_000;

interface TextFile {
  /** The URL after redirects; relative links resolve against it. */
  readonly url: string;
  readonly text: string;
  /** True when the body exceeded the limit: pages may be missing. */
  readonly isCut: boolean;
}

/** Reads a text file that the site may or may not have. Reports anything else at its URL as a problem. */
async function readTextFile(context: JobContext, url: string, what: 'index' | 'full'): Promise<TextFile | undefined> {
  const answer = await context.requester.ask(url, { maxBytes: MAX_LLMS_BYTES });
  if (answer.type === 'fault' || answer.body.status !== 200) return undefined;
  const { body } = answer;
  const final = new URL(body.url);
  if (final.origin !== new URL(url).origin) context.scope.adopt(new URL(url), final);
  const text = decodeText(body.bytes, body.contentType);
  if (text === undefined || text.trim() === '') return undefined;
  if (isHtmlPage(text)) {
    if (/^text\/(?:plain|markdown)/i.test(body.contentType))
      context.problem('html-as-text', url, 'HTML was sent as plain text');
    else context.problem('soft-404', url, 'a page of HTML stands where the file should be');
    return undefined;
  }
  const limit = what === 'index' ? HUGE_INDEX_BYTES : HUGE_FULL_BYTES;
  if (body.isCut || body.bytes.length > limit) {
    const message = body.isCut ? 'the file was cut off at the limit' : 'the file is unusually large';
    const details = { limit: body.isCut ? MAX_LLMS_BYTES : limit, actual: body.bytes.length };
    context.problem('llms-huge', url, message, details);
  }
  return { url: body.url, text, isCut: body.isCut };
}
