import { AppError, type ErrorCode } from '../../model/app-error.ts';
import { REPO_LIMITS, type RepoRef } from '../../model/site/repo.ts';
import { decodeText } from '../fetch/fetch-body.ts';
import type { Hosts } from '../fetch/hosts.ts';
import type { RequestAnswer, Requester } from '../fetch/request.ts';
import type { RepoApi } from './contract.ts';

/** Statuses that mean "not found". GitHub says 409 for an empty repository and 422 for a name that cannot be a commit. */
const MISSING = [404, 409, 410, 422];

export interface ApiDeps {
  readonly requester: Pick<Requester, 'ask'>;
  readonly hosts: Pick<Hosts, 'status'>;
  /** Sent to the host of the API and nowhere else [R3]. */
  readonly token: string | undefined;
  /** Drops a token the server rejects; otherwise a mistyped token would also block public repositories. */
  forgetToken(): void;
  noteRateLimit(host: string, until: string): void;
  noteCut(target: string): void;
}

/** Returns the host whose API lists the repository. */
export function toApiHost({ kind, host }: Pick<RepoRef, 'kind' | 'host'>): string {
  if (kind === 'npm') return 'data.jsdelivr.com';
  return kind === 'github' ? 'api.github.com' : host;
}

/** Creates the API client. `waits`: wait for the end of a rate limit; otherwise reject with `crawl/rate-limited`. */
export function createRepoApi(ref: RepoRef, deps: ApiDeps, waits: boolean): RepoApi {
  let bytesRead = 0;

  async function get(url: string): Promise<{ readonly status: number; readonly value: unknown }> {
    const { host } = new URL(url);
    const until = () => deps.hosts.status(host).backoffUntil;
    if (!waits && until() !== '') throw rateLimited(host, until());
    const answer = await deps.requester.ask(url, {
      maxBytes: REPO_LIMITS.bytes - bytesRead,
      headers: toHeaders(url, ref, { token: deps.token, accept: 'application/json' }),
      waitsForLimit: waits,
      onRetry: () => until() !== '' && deps.noteRateLimit(host, until()),
    });
    if (answer.type === 'fault') throw toFault(answer, host);
    const { status, isRateLimited, isCut, bytes, contentType } = answer.body;
    if (isRateLimited) throw rateLimited(host, until());
    bytesRead += bytes.length;
    if (isCut) throw overLimit('crawl/listing-too-large', ref, { actual: bytesRead + 1, limit: REPO_LIMITS.bytes });
    if (status === 200) return { status, value: parseJson(decodeText(bytes, contentType), host) };
    if (MISSING.includes(status)) return { status, value: undefined };
    if (status === 401) deps.forgetToken();
    throw toRefusal(status, host);
  }

  return {
    hasToken: deps.token !== undefined,
    async ask(url) {
      const { status, value } = await get(url);
      if (status !== 200) throw new AppError('crawl/repo-not-found', 'there is no such repository, or it is private');
      return value;
    },
    find: async (url) => (await get(url)).value,
    noteCut: deps.noteCut,
    checkEntries({ length: actual }) {
      const limit = REPO_LIMITS.entries;
      if (actual > limit) throw overLimit('crawl/too-many-entries', ref, { actual, limit });
    },
  };
}

/** Adds the token for the API of the repository's host only; requests to other hosts go without it. */
export function toHeaders(
  url: string,
  ref: RepoRef,
  { token, accept }: { readonly token: string | undefined; readonly accept: string },
): Record<string, string> {
  const isOwn = new URL(url).host === toApiHost(ref) && ref.kind !== 'npm';
  return token !== undefined && isOwn ? { accept, authorization: `Bearer ${token}` } : { accept };
}

function overLimit(code: ErrorCode, { project }: RepoRef, figures: { actual: number; limit: number }): AppError {
  return new AppError(code, 'the listing is over the limit', { path: project, ...figures });
}

function toFault(answer: Extract<RequestAnswer, { type: 'fault' }>, host: string): AppError {
  if (answer.fault === 'aborted') return new AppError('engine/cancelled', 'the job was stopped');
  return new AppError('crawl/repo-unreadable', `${host} could not be read`, { host, fault: answer.fault });
}

function toRefusal(status: number, host: string): AppError {
  if (status === 401) return new AppError('crawl/bad-token', 'the server does not know the token', { host });
  if (status === 403 || status === 451)
    return new AppError('crawl/repo-refused', 'the server refuses', { host, status });
  return new AppError('crawl/bad-answer', `${host} answered with status ${status}`, { host, status });
}

function rateLimited(host: string, until: string): AppError {
  return new AppError('crawl/rate-limited', `${host} was asked too often`, { host, until });
}

function parseJson(text: string | undefined, host: string): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw new AppError('crawl/bad-answer', `${host} did not answer with JSON`, { host });
  }
}
