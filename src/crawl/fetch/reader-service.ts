import { fieldOf, listOf, textOf } from '../json.ts';
import { type FetchBodyOptions, fetchBody } from './fetch-body.ts';
import type { Hosts, PageOutcome } from './hosts.ts';
import type { RequestAnswer, Requester, RequestOptions } from './request.ts';

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
  | {
      readonly ok: false;
      readonly message: string;
      /** Status of the page, if the service says it. */
      readonly status?: number;
      readonly isAborted?: boolean;
    };

export interface ReaderDeps {
  readonly requester: Requester;
  readonly hosts: Pick<Hosts, 'admit' | 'pageEnded' | 'isGivenUp'>;
  readonly signal: AbortSignal;
  /** Limit of a page; the answer may be four times as long. */
  readonly maxBytes: number;
}

/** `GET /health` within 10 s. */
const HEALTH = { maxBytes: 1_000_000, timeoutMs: 10_000 };
const MAX_BYTES = 50_000_000;
const MAX_REASON_CHARS = 300;
const PARAMS = { cache_mode: 'BYPASS', word_count_threshold: 10 };

/** True if a reader service answers at the address. */
export async function hasReader(
  readerUrl: string,
  ports: Pick<FetchBodyOptions, 'fetch' | 'clock' | 'signal'>,
): Promise<boolean> {
  const answer = await fetchBody(`${toRoot(readerUrl)}/health`, { ...ports, ...HEALTH });
  return 'body' in answer && answer.body.status === 200;
}

export function createReaderService(readerUrl: string, deps: ReaderDeps) {
  const { requester, hosts, signal } = deps;
  const root = toRoot(readerUrl);
  const { host } = new URL(root);
  const maxBytes = Math.min(MAX_BYTES, deps.maxBytes * 4);
  let dialect: 'url' | 'urls' = 'url';
  let health: Promise<string> | undefined;

  /** Returns why the service cannot be used, or an empty string. */
  async function checkHealth(): Promise<string> {
    const answer = await requester.ask(`${root}/health`, { ...HEALTH, retries: 0 });
    return answer.type === 'body' && answer.body.status === 200 ? '' : toReason(answer);
  }

  async function ask(url: string, options: Pick<RequestOptions, 'onRetry'>): Promise<RequestAnswer> {
    const page = dialect === 'url' ? { url } : { urls: [url] };
    return requester.ask(`${root}/crawl`, { ...options, maxBytes, json: { ...page, crawler_params: PARAMS } });
  }

  /** Newer servers want `urls` and answer 422 to the older form; some older ones do the reverse. */
  async function askInEitherForm(url: string, options: Pick<RequestOptions, 'onRetry'>): Promise<RequestAnswer> {
    const answer = await ask(url, options);
    if (answer.type === 'fault' || (answer.body.status !== 400 && answer.body.status !== 422)) return answer;
    dialect = dialect === 'url' ? 'urls' : 'url';
    return ask(url, options);
  }

  return {
    /** Reads one page, after one health check. Does not retry answers that are not JSON, say `success: false` or lack Markdown. */
    async read(url: string, options: Pick<RequestOptions, 'onRetry'> = {}): Promise<ReaderAnswer> {
      health ??= checkHealth();
      const healthProblem = await health;
      if (healthProblem !== '') return fail(`does not answer at ${root} (${healthProblem})`);
      if (hosts.isGivenUp(host)) return fail(`does not answer at ${root}`);
      if (!(await hosts.admit(host, signal))) return { ok: false, message: 'stopped', isAborted: true };
      const answer = await askInEitherForm(url, options);
      hosts.pageEnded(host, toOutcome(answer));
      if (answer.type === 'fault' && answer.fault === 'aborted')
        return { ok: false, message: answer.message, isAborted: true };
      if (answer.type === 'fault' || !isSuccess(answer)) return fail(`${toReason(answer)} at ${root}`);
      if (answer.body.isCut) return fail(`the answer is longer than ${maxBytes} bytes`);
      return toAnswer(parseJson(answer.body.bytes), url);
    },
  };
}

/** A Crawl4AI server the user runs [S13]. */
export type ReaderService = ReturnType<typeof createReaderService>;

function toRoot(readerUrl: string): string {
  return readerUrl.replace(/\/+$/, '');
}

function fail(reason: string): Extract<ReaderAnswer, { ok: false }> {
  return { ok: false, message: `reader service: ${reason}` };
}

function toReason(answer: RequestAnswer): string {
  return answer.type === 'fault' ? answer.message : `status ${answer.body.status}`;
}

function isSuccess(answer: RequestAnswer): boolean {
  return answer.type === 'body' && answer.body.status >= 200 && answer.body.status < 300;
}

/** Outcome for the breaker of the service: failures of a page do not count. */
function toOutcome(answer: RequestAnswer): PageOutcome {
  if (answer.type === 'fault') return answer.fault === 'aborted' ? 'aborted' : 'failed';
  if (answer.body.isRateLimited || answer.body.status >= 500) return 'failed';
  return isSuccess(answer) ? 'ok' : 'neutral';
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function toAnswer(value: unknown, url: string): ReaderAnswer {
  if (typeof value !== 'object' || value === null) return fail('the answer is not JSON');
  const result = listOf(fieldOf(value, 'results'))[0] ?? fieldOf(value, 'result') ?? value;
  const said = [fieldOf(value, 'success'), fieldOf(result, 'success')];
  const given = fieldOf(result, 'status_code');
  const status = typeof given === 'number' ? given : 0;
  if (said.includes(false) || !said.includes(true)) {
    const reason = textOf(result, 'error_message') || textOf(value, 'error_message');
    const line = reason.replace(/\s+/g, ' ').trim().slice(0, MAX_REASON_CHARS);
    return { ...fail(line || 'it could not read the page'), status };
  }
  const markdown = toMarkdownText(result);
  if (markdown.trim() === '') return fail('no Markdown in the answer');
  const metadata = fieldOf(result, 'metadata');
  const answered = textOf(result, 'url');
  return {
    ok: true,
    markdown,
    title: textOf(metadata, 'title'),
    description: textOf(metadata, 'description'),
    status,
    url: URL.canParse(answered) ? answered : url,
    links: linksOf(fieldOf(result, 'links'), url),
  };
}

function toMarkdownText(result: unknown): string {
  const markdown = fieldOf(result, 'markdown');
  return textOf(result, 'markdown') || textOf(markdown, 'fit_markdown') || textOf(markdown, 'raw_markdown');
}

function linksOf(links: unknown, base: string): string[] {
  return ['internal', 'external']
    .flatMap((name) => listOf(fieldOf(links, name)))
    .map((link) => (typeof link === 'string' ? link : textOf(link, 'href')))
    .filter((href) => href !== '' && URL.canParse(href, base))
    .map((href) => new URL(href, base).href);
}
