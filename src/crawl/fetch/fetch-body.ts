import { concatBytes } from '../../lib/bytes.ts';
import type { CrawlClock } from '../clock.ts';

/** CORS-safelisted, so no preflight. The same value everywhere, so caches cannot mix our HTML and Markdown [S5]. */
const ACCEPT = 'text/markdown, text/html;q=0.9, */*;q=0.8';

export interface Body {
  readonly status: number;
  /** The URL after redirects. */
  readonly url: string;
  readonly contentType: string;
  /** By its `Last-Modified` header. */
  readonly modifiedMs?: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** True when the body exceeded the limit and was truncated. */
  readonly isCut: boolean;
  /** True for 429 and for any other status that means a rate limit. */
  readonly isRateLimited: boolean;
  /** True when the user's cookies were sent, or the user's browser showed the page. */
  readonly withLogin?: boolean;
  /** Undefined when the header is missing or the browser hides it. */
  readonly retryAfterMs: number | undefined;
}

export type FetchFault = 'network' | 'timeout' | 'aborted';
export type BodyAnswer = { readonly body: Body } | { readonly fault: FetchFault; readonly message: string };

export interface FetchBodyOptions {
  readonly fetch: typeof fetch;
  readonly clock: CrawlClock;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly cache?: RequestCache;
  /** When set, the request is a POST with this JSON body. */
  readonly json?: unknown;
  /** For APIs; most of these headers cause a preflight. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends an opaque request to learn whether the server answers at all: true when only its CORS policy hides the answer. */
export async function isAnswered(url: string, options: Pick<FetchBodyOptions, 'fetch' | 'signal'>): Promise<boolean> {
  const init: RequestInit = { method: 'HEAD', mode: 'no-cors', ...PRIVATE, signal: options.signal, cache: 'no-store' };
  return options.fetch(url, init).then(
    () => true,
    () => false,
  );
}

const PRIVATE = { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'follow' } as const;

/** Sends one request and streams the body, truncated at the limit. Returns faults, never throws them. */
export async function fetchBody(url: string, options: FetchBodyOptions): Promise<BodyAnswer> {
  const abort = new AbortController();
  let isLate = false;
  const timer = options.clock.setTimeout(() => {
    isLate = true;
    abort.abort();
  }, options.timeoutMs);
  const stop = () => abort.abort();
  options.signal.addEventListener('abort', stop, { once: true });
  if (options.signal.aborted) abort.abort();
  try {
    const response = await options.fetch(url, toInit(options, abort.signal));
    const { bytes, isCut } = await readBytes(response, options.maxBytes, abort);
    return { body: toBody(response, url, { bytes, isCut, now: options.clock.now() }) };
  } catch (error) {
    if (options.signal.aborted) return { fault: 'aborted', message: 'stopped' };
    if (isLate) return { fault: 'timeout', message: `no complete answer within ${options.timeoutMs} ms` };
    return { fault: 'network', message: error instanceof Error ? error.message : 'network fault' };
  } finally {
    options.clock.clearTimeout(timer);
    options.signal.removeEventListener('abort', stop);
  }
}

function toInit(options: FetchBodyOptions, signal: AbortSignal): RequestInit {
  const common: RequestInit = { signal, ...PRIVATE };
  if (options.json !== undefined) {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    return { ...common, method: 'POST', headers, body: JSON.stringify(options.json) };
  }
  return { ...common, headers: { accept: ACCEPT, ...options.headers }, cache: options.cache ?? 'no-cache' };
}

async function readBytes(
  response: Response,
  maxBytes: number,
  abort: AbortController,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isCut: boolean }> {
  if (!response.body) return { bytes: new Uint8Array(0), isCut: false };
  const reader = response.body.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { bytes: concatBytes(pieces), isCut: false };
    pieces.push(value);
    length += value.length;
    if (length <= maxBytes) continue;
    // Without the abort, the browser would download the rest of a 100 MB body.
    reader.cancel().catch(() => {});
    abort.abort();
    return { bytes: concatBytes(pieces).slice(0, maxBytes), isCut: true };
  }
}

function toBody(
  response: Response,
  url: string,
  read: { bytes: Uint8Array<ArrayBuffer>; isCut: boolean; now: number },
): Body {
  const { status, headers } = response;
  const retryAfter = headers.get('retry-after');
  const isRateLimited =
    status === 429 || (status === 403 && (retryAfter !== null || headers.get('x-ratelimit-remaining') === '0'));
  const reset = isRateLimited ? (headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset')) : null;
  const modifiedMs = Date.parse(headers.get('last-modified') ?? '');
  return {
    ...(modifiedMs > 0 ? { modifiedMs } : {}),
    status,
    url: response.url === '' ? url : response.url,
    contentType: headers.get('content-type') ?? '',
    bytes: read.bytes,
    isCut: read.isCut,
    isRateLimited,
    retryAfterMs: parseRetryAfter(retryAfter, read.now) ?? parseReset(reset, read.now),
  };
}

/** Parses seconds or an HTTP date; anything else counts as absent. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Parses the reset time of GitHub, GitLab and Gitea (seconds since 1970). Adds a second because clocks may differ. */
function parseReset(value: string | null, now: number): number | undefined {
  if (value === null || !/^\d{9,11}$/.test(value.trim())) return undefined;
  return Math.max(0, Number(value) * 1_000 - now) + 1_000;
}

/** Decodes a page by BOM, header, `<meta>`, then UTF-8, then windows-1252. Undefined when the bytes are not text. */
export function decodeText(bytes: Uint8Array, contentType: string): string | undefined {
  const bom = findBom(bytes);
  if (bom !== undefined) return decodeAs(bytes, bom);
  const declared = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1] ?? findMetaCharset(bytes);
  if (declared !== undefined && isKnown(declared)) return decodeAs(bytes, declared);
  if (bytes.subarray(0, 8_192).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeAs(bytes, isAlmostUtf8(bytes) ? 'utf-8' : 'windows-1252');
  }
}

function findBom(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** Looks in the first 1,024 bytes, as browsers do. UTF-16 named there cannot be true. */
function findMetaCharset(bytes: Uint8Array): string | undefined {
  const head = decodeAs(bytes.subarray(0, 1_024), 'windows-1252') ?? '';
  const name = /<meta[^>]{0,300}charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1];
  return name !== undefined && /^utf-?16/i.test(name) ? 'utf-8' : name;
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

function decodeAs(bytes: Uint8Array, label: string): string | undefined {
  const text = new TextDecoder(label).decode(bytes);
  return text.slice(0, 8_192).includes('\0') ? undefined : text;
}

/** Accepts UTF-8 that was truncated inside a character. */
function isAlmostUtf8(bytes: Uint8Array): boolean {
  for (let cut = 1; cut <= 3; cut++) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut));
      return true;
    } catch {
      // Try one byte less.
    }
  }
  return false;
}
