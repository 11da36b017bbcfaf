import { describe, expect, it, onTestFinished } from 'vitest';
import { createHosts } from '../../../src/crawl/fetch/hosts.ts';
import { createPacedRequester } from '../../../src/crawl/fetch/request.ts';
import { type ApiDeps, createRepoApi } from '../../../src/crawl/repo/api.ts';
import { createGitea } from '../../../src/crawl/repo/gitea.ts';
import { createGithub } from '../../../src/crawl/repo/github.ts';
import { openRepo } from '../../../src/crawl/repo/open-repo.ts';
import { toUtf8 } from '../../../src/lib/bytes.ts';
import type { RepoRef } from '../../../src/model/site/repo.ts';
import { parseRepoAddress } from '../../../src/site/repo-address.ts';
import { toSiteOptions } from '../../../src/site/site-options.ts';
import { createTreeSource } from '../../../src/sources/tree-source.ts';
import { virtualClock } from '../../support/crawl-kit.ts';
import { type FakeRoute, type FakeSite, fakeSite } from '../../support/fake-site.ts';
import { scanAll } from '../../support/scan-all.ts';

/** A GitHub whose every host is the fake site. */
async function open(routes: Record<string, FakeRoute>): Promise<{ site: FakeSite; deps: ApiDeps }> {
  const site = await fakeSite(routes);
  const clock = virtualClock();
  onTestFinished(clock.close);
  onTestFinished(site.close);
  const hosts = createHosts(clock);
  const toOwn: typeof fetch = (input, init) => {
    const url = new URL(String(input));
    return fetch(site.origin + url.pathname + url.search, init);
  };
  const ports = { fetch: clock.watch(toOwn), clock, hosts };
  const requester = createPacedRequester(ports as never, toSiteOptions('', { repo }), {
    signal: new AbortController().signal,
    full: false,
    mayAsk: async () => true,
    isHeld: () => false,
    onAnswer() {},
    onRequest() {},
    onBytes() {},
  });
  return { site, deps: { requester, hosts, token: undefined, forgetToken() {}, noteRateLimit() {}, noteCut() {} } };
}

const repo = parseRepoAddress('github.com/owner/repo') as RepoRef;
const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });
const HEAD = {
  '/repos/owner/repo': json({ default_branch: 'main' }),
  '/repos/owner/repo/commits?sha=main&per_page=1': json([{ sha: 'c'.repeat(40), commit: { tree: { sha: 't0' } } }]),
};

describe('repository servers with arbitrary responses', () => {
  // Each was or could be an exception far from the request.
  it.each([
    ['nothing', ''],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[]'],
    ['a tree that is none', '{"tree": "no"}'],
    ['entries that are none', '{"tree": [null, 7, [], {}, {"path": 5}, {"path": "a", "type": 3}]}'],
    ['half of it', '{"tree": [{"path": "a.md", "mo'],
  ])('a response of %s is an empty listing or an error with a sentence', async (_, body) => {
    const { deps } = await open({
      ...HEAD,
      '/repos/owner/repo/git/trees/t0?recursive=1': { type: 'application/json', body },
    });
    const answer = await openRepo(repo, deps, { waits: true }).catch((error: unknown) => error);
    if (answer instanceof Error) expect(answer).toMatchObject({ code: 'crawl/bad-answer' });
    else expect((answer as { entries: unknown[] }).entries.length).toBeLessThan(2);
  });

  it('a tree that is always truncated and contains itself ends', async () => {
    let asked = 0;
    const answer = async (url: string) => {
      asked++;
      if (url.includes('/commits')) return [{ sha: 'c' }];
      const tree = ['a', 'b'].map((path) => ({ path: path + asked, type: 'tree', sha: 't' }));
      return { default_branch: 'main', tree, truncated: true };
    };
    const github = createGithub({ hasToken: false, ask: answer, find: answer, noteCut() {}, checkEntries() {} });
    await expect(github.list(repo)).rejects.toMatchObject({ code: 'crawl/bad-answer' });
    expect(asked).toBeLessThan(12_000);
  });

  it('an endless listing, of entries or of bytes, ends at its limit with the figures', async () => {
    const tree = Array.from({ length: 1_000 }, (_, i) => ({ path: `f${i}`, type: 'blob', sha: 'a'.repeat(40) }));
    const makeListing = (padding: number) =>
      toUtf8(JSON.stringify({ default_branch: 'main', tree, truncated: true }) + ' '.repeat(padding));
    let asked = 0;
    const ask =
      (listing: Uint8Array) =>
      async (url: string, { maxBytes }: { maxBytes: number }) => {
        asked++;
        const bytes = url.includes('/commits?') ? toUtf8('[{"sha":"c"}]') : listing;
        const isCut = bytes.length > maxBytes;
        const head = {
          status: 200,
          url,
          contentType: 'application/json',
          isRateLimited: false,
          retryAfterMs: undefined,
        };
        return { type: 'body' as const, body: { ...head, isCut, bytes: bytes.slice(0, maxBytes) } };
      };
    const hosts = { status: () => ({ backoffUntil: '' }) as never };
    const deps = { hosts, token: undefined, forgetToken() {}, noteRateLimit() {}, noteCut() {} };
    const gitea = { kind: 'gitea', host: 'codeberg.org', project: 'owner/repo', rev: '', folder: '' } as const;
    const list = (padding: number) =>
      createGitea(createRepoApi(gitea, { ...deps, requester: { ask: ask(makeListing(padding)) } }, false)).list(gitea);
    await expect(list(0)).rejects.toMatchObject({
      code: 'crawl/too-many-entries',
      details: { path: 'owner/repo', limit: 200_000, actual: 201_000 },
    });
    expect(asked).toBe(203);
    await expect(list(10_000_000)).rejects.toMatchObject({
      code: 'crawl/listing-too-large',
      details: { path: 'owner/repo', limit: 100_000_000 },
    });
    expect(asked).toBeLessThan(220);
  });

  it('names that climb, are absolute or contain control characters stay out of the collection', async () => {
    const names = [
      '../up.md',
      '/etc/passwd',
      'a/../../b',
      'nul\0l',
      '',
      '.',
      'C:\\x',
      '__proto__',
      'constructor/x.md',
      'ok.md',
    ];
    const source = createTreeSource(
      'made',
      {
        jobId: 'j',
        commit: 'c',
        entries: names.map((path) => ({ path, kind: 'file' as const, size: 1, stamp: 1 })),
        isIncomplete: false,
      },
      { read: async () => new Uint8Array(1), readKept: async () => undefined, findKeptSize: () => undefined },
    );
    const { files, warnings } = await scanAll(source);
    expect(files.map(({ path }) => path).sort()).toEqual(['__proto__', 'constructor/x.md', 'ok.md']);
    expect(warnings).toHaveLength(names.length - 3);
  });

  it('[R3] a redirect to another host does not include the token', async () => {
    const other = await fakeSite({ '*': json({ default_branch: 'main' }) });
    const { site, deps } = await open({ '*': { location: `${other.origin}/elsewhere` } });
    onTestFinished(other.close);
    await openRepo(repo, { ...deps, token: 'ghp_secret' }, { waits: true }).catch(() => undefined);
    expect(site.requests[0]?.headers.authorization).toBe('Bearer ghp_secret');
    expect(other.requests.length).toBeGreaterThan(0);
    for (const { headers } of other.requests) expect(headers.authorization).toBeUndefined();
  });
});
