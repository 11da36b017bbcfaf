import { describe, expect, it } from 'vitest';
import { reportFetch } from '../../../src/thread/workers/report-fetch.ts';
import { page, sitemap } from '../../support/fake-site.ts';
import { openSite } from './open-site.ts';

describe('[S15] a job succeeds only when it has read something', () => {
  it.each([
    [500, '500 Internal Server Error'],
    [404, '404 Not Found'],
    [403, '403 Forbidden'],
  ])('a start page that answers %i and nothing else: failed, with the reason', async (status, name) => {
    const { site, kit } = await openSite({ '/': { status } });
    const result = await kit.crawl({ url: `${site.origin}/`, crawlType: 'basic', retries: 0 });
    const reason = `the start page could not be read (${name})`;
    expect(result.status).toMatchObject({ status: 'failed', sourceState: 'ERROR', reason });
  });

  it('other ways into the site make up for it', async () => {
    const { site, kit } = await openSite({ '/': { status: 500 }, '/a': page('A') });
    site.set('/sitemap.xml', sitemap([`${site.origin}/a`]));
    const result = await kit.crawl({ url: `${site.origin}/`, crawlType: 'basic-with-sitemap', retries: 0 });
    expect(result.status).toMatchObject({ status: 'done', errors: 1, saved: 1 });
  });
});

describe('[S19] the list of requests', () => {
  it('shows the bytes of answers without a length, and of a truncated body', async () => {
    const { site } = await openSite({ '/long': { fillBytes: 200_000 } });
    const seen: number[][] = [];
    const counting = reportFetch(({ status, bytes }) => seen.push([status, bytes]));
    const response = await counting(`${site.origin}/long`);
    expect(response.url).toBe(`${site.origin}/long`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let length = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) length += part.value.length;
    expect(seen).toEqual([[200, length]]);
    expect(length).toBeGreaterThanOrEqual(200_000);
    const cut = (await counting(`${site.origin}/long`)).body?.getReader();
    const first = (await cut?.read())?.value?.length ?? 0;
    await cut?.cancel();
    expect(seen[1]?.[1]).toBeGreaterThanOrEqual(first);
    await expect(counting('http://127.0.0.1:1/')).rejects.toThrow();
    expect(seen[2]).toEqual([0, 0]);
  });

  it('shows the duration of an answer, including its body', async () => {
    const { site } = await openSite({ '/slow': { body: 'late', delayMs: 40 } });
    const took: number[] = [];
    const response = await reportFetch(({ ms }) => took.push(ms))(`${site.origin}/slow`);
    expect(took).toEqual([]);
    expect(await new Response(response.body).text()).toBe('late');
    expect(took).toHaveLength(1);
    expect(took[0]).toBeGreaterThanOrEqual(30);
  });
});

describe('[S11] a single page that the server does not let other sites read', () => {
  /** Fetches like a browser: without the header, only an opaque request gets an answer. */
  const browserFetch =
    (isClosed: (path: string) => boolean): typeof fetch =>
    async (input, init) => {
      if (isClosed(new URL(String(input)).pathname) && init?.mode !== 'no-cors') {
        await fetch(input, init);
        throw new TypeError('Failed to fetch');
      }
      return fetch(input, init);
    };

  it('is reported as such after one probe, and the crawl of the host continues', async () => {
    const { site, kit } = await openSite(
      { '/': page('Home', ['/closed', '/a', '/b']), '/closed': page('Closed'), '/a': page('A'), '/b': page('B') },
      { fetch: browserFetch((path) => path === '/closed') },
    );
    const { status, paths, problems } = await kit.crawl({ url: `${site.origin}/`, crawlType: 'basic' });
    expect(status).toMatchObject({ status: 'done', saved: 3, errors: 1 });
    expect(status.failed).toEqual([expect.objectContaining({ code: 'cors', attempts: 1 })]);
    expect(paths).toEqual(['a.md', 'b.md', 'index.md']);
    expect(problems()).toContain('cors-unreadable');
    expect(site.requests.filter(({ path }) => path === '/closed').map(({ method }) => method)).toEqual(['GET', 'HEAD']);
  });

  it('fails the job with suggestions when it is the start page', async () => {
    const { site, kit } = await openSite({ '/': page('Home') }, { fetch: browserFetch((path) => path === '/') });
    const { status } = await kit.crawl({ url: `${site.origin}/`, crawlType: 'basic' });
    expect(status).toMatchObject({ status: 'failed', reason: 'crawl/unreadable' });
  });

  it('is not treated as a failed request, which is retried', async () => {
    const { site, kit } = await openSite({ '/': page('Home', ['/torn']), '/torn': { refuses: true } });
    const { status } = await kit.crawl({ url: `${site.origin}/`, crawlType: 'basic' });
    expect(status.failed).toEqual([expect.objectContaining({ code: 'network', attempts: 4 })]);
  });
});
