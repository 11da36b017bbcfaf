import type { CrawlPorts } from '../contract.ts';
import { type Companion, fetchByCompanion } from './companion.ts';
import type { BodyAnswer, FetchBodyOptions } from './fetch-body.ts';

export type RoutedAnswer =
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
