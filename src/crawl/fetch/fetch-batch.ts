import type { SiteOptions } from '../../model/site/site.ts';
import type { CrawlPorts } from '../contract.ts';
import type { PageAnswer } from './fetch-page.ts';
import { fetchPage } from './fetch-page.ts';
import { createReaderService } from './reader-service.ts';
import { createRequester } from './request.ts';

/**
 * A list of URLs → one answer each, in their order, failed ones included. With `stopAtFirstError` what comes after the first failure is
 * `aborted`.
 */
export async function fetchBatch(
  urls: readonly string[],
  site: SiteOptions,
  ports: Pick<CrawlPorts, 'fetch' | 'clock' | 'hosts'>,
): Promise<PageAnswer[]> {
  const abort = new AbortController();
  const whole = ports as CrawlPorts;
  const requester = createRequester(whole, site, {
    signal: abort.signal,
    full: false,
    mayAsk: async () => true,
    isHeld: () => false,
    onAnswer() {},
    onRequest() {},
    onBytes() {},
  });
  const reader =
    site.readerUrl === undefined ? undefined : createReaderService(site.readerUrl, requester, site.maxPageBytes);
  const answers: PageAnswer[] = urls.map(() => ({ type: 'aborted' }));
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < urls.length && !abort.signal.aborted) {
      const at = next++;
      const mdHost = { pattern: 'none' as const, misses: 0 };
      const options = {
        requester,
        reader,
        isUnreadable: false,
        maxBytes: site.maxPageBytes,
        isLlmsPage: false,
        mdHost,
        onRetry() {},
      };
      const answer = await fetchPage(urls[at] as string, options);
      answers[at] = answer;
      if (answer.type === 'failed' && site.stopAtFirstError) abort.abort();
    }
  };
  await Promise.all(Array.from({ length: Math.min(site.concurrency, urls.length) }, work));
  return answers;
}
