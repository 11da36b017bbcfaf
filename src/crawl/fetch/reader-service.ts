import type { Requester } from './request.ts';

export type ReaderAnswer =
  | {
      readonly ok: true;
      readonly markdown: string;
      readonly title: string;
      readonly description: string;
      readonly status: number;
      readonly url: string;
      readonly links: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/** A Crawl4AI server the user runs [S13]. */
export interface ReaderService {
  /** Reads one page, after one health check (`GET /health` within 10 s). Does not retry answers that are not JSON, say `success: false` or lack Markdown. */
  read(url: string): Promise<ReaderAnswer>;
}

const HEALTH_MS = 10_000;
const MAX_BYTES = 50_000_000;
const PARAMS = { cache_mode: 'BYPASS', word_count_threshold: 10 };

export function createReaderService(readerUrl: string, requester: Requester, maxBytes: number): ReaderService {
  const root = readerUrl.replace(/\/+$/, '');
  let dialect: 'url' | 'urls' = 'url';

  async function ask(url: string): Promise<{ status: number; value: unknown; message: string }> {
    const json = dialect === 'url' ? { url, crawler_params: PARAMS } : { urls: [url], crawler_params: PARAMS };
    const answer = await requester.ask(`${root}/crawl`, { maxBytes: Math.min(MAX_BYTES, maxBytes * 4), json });
    if (answer.type === 'fault') return { status: 0, value: undefined, message: answer.message };
    return { status: answer.body.status, value: parseJson(answer.body.bytes), message: `status ${answer.body.status}` };
  }

  let health: Promise<boolean> | undefined;

  async function checkHealth(): Promise<boolean> {
    const answer = await requester.ask(`${root}/health`, { maxBytes: 1_000_000, retries: 0, timeoutMs: HEALTH_MS });
    return answer.type === 'body' && answer.body.status === 200;
  }

  return {
    async read(url) {
      health ??= checkHealth();
      if (!(await health)) return { ok: false, message: 'reader service: it does not answer' };
      let answer = await ask(url);
      // Newer servers want `urls` and answer 422 to the older form; some older ones do the reverse.
      if (answer.status === 400 || answer.status === 422) {
        dialect = dialect === 'url' ? 'urls' : 'url';
        answer = await ask(url);
      }
      if (answer.status < 200 || answer.status >= 300)
        return { ok: false, message: `reader service: ${answer.message}` };
      return toAnswer(answer.value, url);
    },
  };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toAnswer(value: unknown, url: string): ReaderAnswer {
  if (!isFields(value)) return { ok: false, message: 'reader service: the answer is not JSON' };
  const result = Array.isArray(value.results) ? value.results[0] : isFields(value.result) ? value.result : value;
  if (!isFields(result) || value.success === false || result.success === false) {
    return { ok: false, message: 'reader service: it could not read the page' };
  }
  const markdown = toMarkdownText(result.markdown);
  if (markdown.trim() === '') return { ok: false, message: 'reader service: no Markdown in the answer' };
  const metadata = isFields(result.metadata) ? result.metadata : {};
  return {
    ok: true,
    markdown,
    title: toText(metadata.title),
    description: toText(metadata.description),
    status: typeof result.status_code === 'number' ? result.status_code : 200,
    url: typeof result.url === 'string' && URL.canParse(result.url) ? result.url : url,
    links: linksOf(result.links, url),
  };
}

function toMarkdownText(markdown: unknown): string {
  if (typeof markdown === 'string') return markdown;
  if (!isFields(markdown)) return '';
  return toText(markdown.fit_markdown) || toText(markdown.raw_markdown);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function linksOf(links: unknown, base: string): string[] {
  if (!isFields(links)) return [];
  const all = [links.internal, links.external].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return all
    .map((link) => (isFields(link) ? toText(link.href) : toText(link)))
    .filter((href) => href !== '' && URL.canParse(href, base))
    .map((href) => new URL(href, base).href);
}
