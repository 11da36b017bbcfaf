import type { CrawlPorts } from '../contract.ts';
import { type BodyAnswer, type FetchBodyOptions, fetchBody } from './fetch-body.ts';

/** The user's browser extension, which reads origins the user granted. */
export interface Companion {
  isPresent(): Promise<boolean>;
  /** Sends one request; follows no redirect. Rejects on a network fault. */
  read(request: CompanionRequest): Promise<CompanionAnswer>;
  /** Ends a `read` early. */
  stop(id: number): void;
  /** Asks the user for the origin; resolves when they have decided. */
  ask(origin: string): Promise<boolean>;
}

export interface CompanionRequest {
  readonly id: number;
  readonly url: string;
  readonly maxBytes: number;
  /** Sends the user's cookies. */
  readonly withLogin: boolean;
}

export type CompanionAnswer =
  | {
      readonly type: 'response';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'not-granted'; readonly origin: string };

type CompanionBody =
  | BodyAnswer
  | { readonly redirect: string }
  /** The origin that the user has not granted. */
  | { readonly notGranted: string };

let lastId = 0;

/** Like `fetchBody`, through the companion: the same timeout, limit and faults. */
async function fetchByCompanion(
  url: string,
  options: FetchBodyOptions & { readonly companion: Companion; readonly withLogin: boolean },
): Promise<CompanionBody> {
  let other: CompanionBody | undefined;
  const send: typeof fetch = async (_, init) => {
    const id = ++lastId;
    const stop = () => options.companion.stop(id);
    init?.signal?.addEventListener('abort', stop, { once: true });
    const { withLogin, maxBytes } = options;
    // One byte more shows that the body was longer.
    const read = options.companion.read({ id, url, maxBytes: maxBytes + 1, withLogin });
    const answer = await Promise.race([read, whenAborted(init?.signal)]);
    if (answer.type === 'response') return toResponse(answer);
    other = answer.type === 'redirect' ? { redirect: answer.url } : { notGranted: answer.origin };
    throw new Error(answer.type);
  };
  const body = await fetchBody(url, { ...options, fetch: send });
  return other ?? body;
}

function whenAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

function toResponse({ status, headers, bytes }: Extract<CompanionAnswer, { type: 'response' }>): Response {
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? bytes : null, { status, headers });
}

type RoutedAnswer =
  | BodyAnswer
  /** `not-granted`: the user removed the permission during the job. `cors`: they did not grant it. */
  | { readonly fault: 'not-granted' | 'cors'; readonly message: string };

const MAX_REDIRECTS = 10;

/** Origins that one job reads through the companion, with the permissions the user gave or refused. */
export function createCompanionRoute(
  { companion }: Pick<CrawlPorts, 'companion'>,
  job: {
    /** The origin that gets the user's cookies. */
    readonly loginOrigin: string | undefined;
    /** Waits for the pace of the host, and counts the request. Returns false when the job is ending. */
    nextRequest(url: string): Promise<boolean>;
    /** False when the server of the address does not answer at all. */
    isAnswered(url: string): Promise<boolean>;
  },
) {
  const routed = new Set<string>();
  const read = new Set<string>();
  const asked = new Map<string, Promise<boolean>>();
  const refused = new Set<string>();

  /** Asks once per job and origin. */
  function askOnce(origin: string, ask: () => Promise<boolean>): Promise<boolean> {
    const answer = asked.get(origin) ?? ask().catch(() => false);
    asked.set(origin, answer);
    return answer;
  }

  async function fetchRouted(first: string, options: FetchBodyOptions, by: Companion): Promise<RoutedAnswer> {
    let url = first;
    for (let hops = 0; hops <= MAX_REDIRECTS; ) {
      const { origin } = new URL(url);
      const withLogin = origin === job.loginOrigin;
      const answer = await fetchByCompanion(url, { ...options, companion: by, withLogin });
      if ('redirect' in answer) {
        hops++;
        url = answer.redirect;
      } else if ('notGranted' in answer) {
        if (read.has(origin)) return { fault: 'not-granted', message: 'the companion may no longer read this site' };
        // A server that doesn't answer is no reason to ask. The target of a redirect gets no request before the user agrees.
        const ask = async () => (hops > 0 || (await job.isAnswered(url))) && by.ask(origin);
        if (!(await askOnce(origin, ask))) {
          refused.add(origin);
          routed.delete(origin);
          return { fault: 'cors', message: `the companion may not read ${origin}` };
        }
      } else {
        if ('fault' in answer) return answer;
        read.add(origin);
        return { body: { ...answer.body, withLogin } };
      }
      if (!(await job.nextRequest(url))) return { fault: 'aborted', message: 'stopped' };
    }
    return { fault: 'network', message: 'too many redirects' };
  }

  return {
    /** True when requests to this address go through the companion. */
    has: (url: string) => companion !== undefined && routed.has(new URL(url).origin),
    /** Routes the origin of a page that CORS hides. Returns false without a companion, or when the user refused. */
    async add(url: string): Promise<boolean> {
      const { origin } = new URL(url);
      if (refused.has(origin) || !(await companion?.isPresent().catch(() => false))) return false;
      routed.add(origin);
      return true;
    },
    fetch: (url: string, options: FetchBodyOptions) => fetchRouted(url, options, companion as Companion),
  };
}
