import { reduceHtml } from '../../html/reduce-html.ts';
import { findDocumentFormat } from '../../kinds/document-format.ts';
import { scanBlocks } from '../../markdown/blocks.ts';
import type { FailCode, PageSourceType, ProblemKind } from '../../model/site/site.ts';
import { isLlmsFile } from '../../site/llms-name.ts';
import { isHtmlPage } from '../discover/parse-llms-txt.ts';
import { readMarkdown, stripPlatformText } from '../page/markdown-page.ts';
import { toPageKey } from '../queue/url.ts';
import { type Body, decodeText } from './fetch-body.ts';
import { isMdUrl, listPatterns, MD_MISSES, type MdPlace, toMdUrl } from './md-variants.ts';
import type { ReaderService } from './reader-service.ts';
import type { RequestAnswer, Requester } from './request.ts';

export interface FetchedPage {
  readonly type: 'page';
  /** URL of the answer, after redirects. */
  readonly url: string;
  readonly isRedirected: boolean;
  readonly status: number;
  readonly markdown: string;
  /** The bytes of a document, such as a PDF. */
  readonly file?: Uint8Array<ArrayBuffer>;
  readonly title: string;
  readonly description: string;
  readonly links: readonly string[];
  /** Another URL the page declares as canonical, or empty. */
  readonly canonical: string;
  /** Address of the page as Markdown, as it declares, or empty. */
  readonly alternate: string;
  /** Target of the page's meta refresh, or empty. */
  readonly refresh: string;
  readonly sourceType: PageSourceType;
  /** True when the user's login was used. */
  readonly withLogin?: boolean;
  /** When the server says the page was changed. */
  readonly modifiedMs?: number | undefined;
  readonly problems: readonly { readonly kind: ProblemKind; readonly message: string }[];
}

export interface FailedPage {
  readonly type: 'failed';
  readonly code: FailCode;
  readonly status: number;
  readonly message: string;
  /** True for failures that count for the circuit breaker: network faults, 429 and 503. */
  readonly isHostFault: boolean;
  /** True when every requested address answered 404 or 410. */
  readonly isGone: boolean;
  readonly problem: ProblemKind | undefined;
}

export type PageAnswer = (FetchedPage | FailedPage | { readonly type: 'aborted' }) & {
  /** True when the browser may not read this host and the answer came from the reader service. */
  readonly isHostUnreadable?: boolean;
};

interface FetchPageOptions {
  readonly requester: Requester;
  /** Used only for pages the browser may not read [S13]. */
  readonly reader: ReaderService | undefined;
  /** True when the page's host is known to be unreadable: at most the reader service is tried. */
  readonly isUnreadable: boolean;
  readonly maxBytes: number;
  /** True when an llms.txt lists the page: its Markdown is tried first [S5]. */
  readonly isLlmsPage: boolean;
  /** Keeps the bytes of a document, such as a PDF. */
  readonly isFile?: boolean;
  readonly mdPlace: MdPlace;
  /** Address that answered in an earlier run, or empty. It is fetched first, so that an unchanged page does not change its form. */
  readonly answered: string;
  /** False for addresses that robots.txt disallows. */
  mayAsk(url: string): Promise<boolean>;
  onRetry(reason: string): void;
  whileWaiting?(wait: Promise<void>): Promise<void>;
}

/** Fetches a page as Markdown with its metadata, or returns the reason of the failure. */
export async function fetchPage(url: string, options: FetchPageOptions): Promise<PageAnswer> {
  if (options.isUnreadable) {
    if (options.reader) return readByService(url, options.reader, options.onRetry);
    return toFailure('unreadable', 0, 'the host cannot be read', undefined);
  }
  const refusals: number[] = [];
  if (options.isLlmsPage || isMdUrl(url)) {
    const found = await fetchMarkdown(url, options, refusals);
    if (found) return found;
  }
  const pageUrl = isMdUrl(url) ? toHtmlUrl(url) : url;
  const answer = await options.requester.ask(pageUrl, options);
  if (answer.type === 'fault') {
    const isOfHost = answer.fault === 'unreadable' || answer.fault === 'mixed-content';
    if (!options.reader || !(isOfHost || answer.fault === 'cors')) return toFault(answer);
    const read = await readByService(url, options.reader, options.onRetry);
    return isOfHost ? { ...read, isHostUnreadable: true } : read;
  }
  const read = toPage(pageUrl, answer.body, options);
  const page = read.type === 'page' && read.file === undefined ? await preferMarkdown(read, options) : read;
  // When a Markdown address failed with another status than 404 or 410, the page may come back.
  return page.type === 'failed' && !refusals.every(isGoneStatus) ? { ...page, isGone: false } : page;
}

/** Takes the text of a page from the Markdown it names as its alternate; keeps the title and links of the HTML. */
async function preferMarkdown(page: FetchedPage, options: FetchPageOptions): Promise<PageAnswer> {
  const { alternate } = page;
  const isUsable = alternate !== '' && isOwnMarkdown(page.url, alternate) && (await options.mayAsk(alternate));
  const found = isUsable ? await askMarkdown(alternate, options, []) : undefined;
  if (found?.type === 'aborted') return found;
  if (found?.type === 'page') return { ...page, markdown: found.markdown };
  if (page.markdown !== '' || page.refresh !== '') return page;
  return toFailure('empty', page.status, 'there is no text to read: the page may be drawn by scripts', undefined);
}

/** True for an address of the same page: some templates name one file on every page. */
function isOwnMarkdown(url: string, alternate: string): boolean {
  if (!URL.canParse(alternate) || isLlmsFile(alternate)) return false;
  const bare = new URL(alternate);
  bare.search = '';
  return bare.origin === new URL(url).origin && toPageKey(bare.href) === toPageKey(url);
}

/** False for a redirect to a missing page: it says nothing about the original address. */
function isOwnAnswer(asked: string, body: Body): boolean {
  return toPageKey(asked) === toPageKey(body.url);
}

function isGoneStatus(status: number): boolean {
  return status === 404 || status === 410;
}

/** Turns `/x.md` into `/x`, for sites without the Markdown. */
function toHtmlUrl(url: string): string {
  const page = new URL(url);
  page.pathname = page.pathname.replace(/\/index(?:\.html)?\.mdx?$/i, '/').replace(/\.mdx?$/i, '');
  return page.href;
}

/** Returns undefined when no Markdown exists, so that the caller fetches the page itself. Adds the status of each failed try to `refusals`. */
async function fetchMarkdown(
  url: string,
  options: FetchPageOptions,
  refusals: number[],
): Promise<PageAnswer | undefined> {
  if (isMdUrl(url)) return askMarkdown(url, options, refusals);
  const { mdPlace, answered } = options;
  if (answered !== '' && !isMdUrl(answered)) return undefined;
  const known = answered === '' ? undefined : await askMarkdown(answered, options, refusals);
  if (known) return known;
  for (const pattern of listPatterns(mdPlace)) {
    const target = toMdUrl(url, pattern);
    const found = target === undefined ? undefined : await askMarkdown(target, options, refusals);
    if (!found) continue;
    if (found.type === 'page') mdPlace.pattern = pattern;
    return found;
  }
  if (mdPlace.misses < MD_MISSES) mdPlace.misses++;
  return undefined;
}

async function askMarkdown(
  url: string,
  options: FetchPageOptions,
  refusals: number[],
): Promise<PageAnswer | undefined> {
  const answer = await options.requester.ask(url, options);
  refusals.push(answer.type === 'body' && isOwnAnswer(url, answer.body) ? answer.body.status : 0);
  if (answer.type === 'fault') return answer.fault === 'aborted' ? { type: 'aborted' } : undefined;
  const { body } = answer;
  if (body.status !== 200 || !/^text\/(?:markdown|x-markdown|plain)\b/i.test(body.contentType)) return undefined;
  const judged = judgeBody(body, options.maxBytes);
  if (judged.type !== 'markdown' || isSoft404([firstHeading(judged.text)], judged.text)) return undefined;
  return toMarkdownPage(url, body, { text: judged.text, sourceType: 'llms_page' });
}

function toPage(asked: string, body: Body, options: FetchPageOptions): PageAnswer {
  if (options.isFile && isDocument(asked, body)) {
    const none = { markdown: '', title: '', description: '', links: [] };
    return makePage(asked, body, { ...none, file: body.bytes, sourceType: 'web_crawl' });
  }
  const judged = judgeBody(body, options.maxBytes);
  if (judged.type === 'refused' && judged.code === 'challenge') {
    return toFailure('challenge', body.status, judged.message, 'challenge');
  }
  if (body.status >= 400) {
    const failure = toFailure('http', body.status, formatHttpStatus(body.status), undefined);
    const isGone = failure.isGone && isOwnAnswer(asked, body);
    return { ...failure, isGone, isHostFault: body.status === 429 || body.status === 503 };
  }
  if (judged.type === 'refused') return toFailure(judged.code, body.status, judged.message, undefined);
  const sourceType = options.isLlmsPage ? 'llms_page' : 'web_crawl';
  if (judged.type === 'markdown') {
    if (isSoft404([firstHeading(judged.text)], judged.text)) return toSoft404(body);
    return toMarkdownPage(asked, body, { text: judged.text, sourceType });
  }
  const reduced = reduceHtml(judged.text, body.url);
  const { facts } = reduced;
  if (isSoft404([facts.title, facts.firstHeading], reduced.markdown)) return toSoft404(body);
  return makePage(asked, body, {
    markdown: reduced.markdown,
    title: reduced.title,
    description: facts.description,
    links: facts.links,
    canonical: facts.canonical,
    alternate: facts.markdown,
    refresh: facts.refresh !== '' && reduced.markdown.length < SIGNPOST_CHARS ? facts.refresh : '',
    sourceType,
    problems: judged.isMislabelled ? [{ kind: 'html-as-text', message: 'HTML was sent as plain text' }] : [],
  });
}

/** Recognises a PDF by its type, and any document by its name unless HTML is the answer. */
function isDocument(asked: string, { status, isCut, contentType }: Body): boolean {
  if (status >= 400 || isCut) return false;
  const isNamed = findDocumentFormat(new URL(asked).pathname) !== undefined && !/^text\/html\b/i.test(contentType);
  return isNamed || /^application\/pdf\b/i.test(contentType);
}

type PageText = Pick<FetchedPage, 'markdown' | 'title' | 'description' | 'links' | 'sourceType'>;

function makePage(
  asked: string,
  { url, status, withLogin, modifiedMs }: Pick<Body, 'url' | 'status' | 'withLogin' | 'modifiedMs'>,
  page: PageText & Partial<FetchedPage>,
): FetchedPage {
  const isRedirected = asked.replace(/#.*$/, '') !== url.replace(/#.*$/, '');
  const facts = { canonical: '', alternate: '', refresh: '', problems: [], withLogin, modifiedMs };
  return { type: 'page', url, isRedirected, status, ...facts, ...page };
}

const SIGNPOST_CHARS = 500;

function toMarkdownPage(asked: string, body: Body, read: { text: string; sourceType: PageSourceType }): PageAnswer {
  const markdown = stripPlatformText(read.text);
  if (markdown === '') return toFailure('empty', body.status, 'the page is empty', undefined);
  return makePage(asked, body, { markdown, ...readMarkdown(markdown, body.url), sourceType: read.sourceType });
}

function toSoft404(body: Body): FailedPage {
  return toFailure('soft-404', body.status, 'the page says that it was not found', 'soft-404');
}

function toFailure(code: FailCode, status: number, message: string, problem: ProblemKind | undefined): FailedPage {
  return { type: 'failed', code, status, message, problem, isHostFault: false, isGone: isGoneStatus(status) };
}

const FAULT_PROBLEMS: Partial<Record<FailCode, ProblemKind>> = {
  unreadable: 'cors-unreadable',
  cors: 'cors-unreadable',
  'mixed-content': 'mixed-content',
};

function toFault({ fault, message }: Extract<RequestAnswer, { type: 'fault' }>): PageAnswer {
  if (fault === 'aborted') return { type: 'aborted' };
  const isHostFault = fault === 'network' || fault === 'timeout';
  return { ...toFailure(fault, 0, message, FAULT_PROBLEMS[fault]), isHostFault };
}

async function readByService(
  url: string,
  reader: ReaderService,
  onRetry: (reason: string) => void,
): Promise<PageAnswer> {
  const answer = await reader.read(url, { onRetry });
  if (!answer.ok && answer.isAborted === true) return { type: 'aborted' };
  if (!answer.ok) return toFailure('reader', answer.status ?? 0, answer.message, undefined);
  const markdown = stripPlatformText(answer.markdown);
  const facts = readMarkdown(markdown, answer.url);
  return makePage(url, answer, {
    markdown,
    title: answer.title === '' ? facts.title : answer.title,
    description: answer.description,
    links: answer.links.length > 0 ? answer.links : facts.links,
    sourceType: 'web_crawl',
  });
}

/** Classification of an answer. */
type Judged =
  | { readonly type: 'markdown'; readonly text: string }
  | { readonly type: 'html'; readonly text: string; readonly isMislabelled: boolean }
  | { readonly type: 'refused'; readonly code: FailCode; readonly message: string };

const TEXT_TYPE = /^(?:text\/|application\/(?:xhtml\+xml|xml|markdown|x-markdown|octet-stream)\b)|^$/;

function judgeBody(body: Body, maxBytes: number): Judged {
  const type = (body.contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (body.isCut) return refuse('too-large', `the body is longer than ${maxBytes} bytes`);
  if (!TEXT_TYPE.test(type)) return refuse('not-text', `type ${type.slice(0, 60)} is not a page`);
  const text = decodeText(body.bytes, body.contentType);
  if (text === undefined) return refuse('not-text', 'the body is binary');
  const isHtml = isHtmlPage(text);
  const isHtmlType = type === 'text/html' || type === 'application/xhtml+xml';
  if (isChallenge(body.status, text, isHtml || isHtmlType))
    return refuse('challenge', 'the site asks for proof that a person is there');
  if (isHtmlType) return { type: 'html', text, isMislabelled: false };
  if (isHtml) return { type: 'html', text, isMislabelled: type !== '' };
  if (type === 'text/css' || type === 'text/javascript' || type === 'text/csv' || /xml$/.test(type)) {
    return refuse('not-text', `type ${type} is not a page`);
  }
  return { type: 'markdown', text };
}

function refuse(code: FailCode, message: string): Judged {
  return { type: 'refused', code, message };
}

const CHALLENGE =
  /cdn-cgi\/challenge-platform|_cf_chl_opt|cf-browser-verification|cf-challenge|captcha-delivery\.com|px-captcha|<title>(?:Just a moment\.\.\.|Attention Required! \| Cloudflare|Access denied \| )/i;

/** Recognises known challenge pages by status and text; a page that writes about them is longer. */
function isChallenge(status: number, text: string, isHtml: boolean): boolean {
  if (!isHtml || (status !== 403 && status !== 503 && status !== 429 && status !== 200)) return false;
  if (status === 200 && text.length > 60_000) return false;
  return CHALLENGE.test(text.slice(0, 30_000));
}

const NOT_FOUND =
  /^(?:error[:\s-]*)?404\b|\b(?:page|document|file) (?:was |is |could )?not (?:be )?found\b|^not found\b|^oops\b.*\bnot found\b/i;
/** Upper bound for a "not found" page, in characters; a page about missing pages is longer. */
const SHORT_PAGE = 1_500;

/** Recognises a page that says "not found" with status 200 [S5]. */
function isSoft404(titles: readonly string[], markdown: string): boolean {
  return markdown.length <= SHORT_PAGE && titles.some((title) => NOT_FOUND.test(title.trim()));
}

function firstHeading(markdown: string): string {
  return scanBlocks(markdown.slice(0, 5_000)).headings.find(({ level }) => level <= 2)?.raw ?? '';
}

/** Statuses that pages fail with; HTTP/2 sends no text for them. */
const NAMES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  410: 'Gone',
  418: "I'm a Teapot",
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** 404 → `404 Not Found`. */
function formatHttpStatus(status: number): string {
  const name = NAMES[status];
  return name === undefined ? `status ${status}` : `${status} ${name}`;
}
