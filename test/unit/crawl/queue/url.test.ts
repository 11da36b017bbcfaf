import { describe, expect, it } from 'vitest';
import { hashText, toPageId, toPagePath, toUnmappedPath } from '../../../../src/crawl/page/page-path.ts';
import { createScope } from '../../../../src/crawl/queue/scope.ts';
import { isPrivateHost, toPageUrl } from '../../../../src/crawl/queue/url.ts';
import { DEFAULT_SITE_OPTIONS } from '../../../../src/model/site/site.ts';
import { findGlobProblem } from '../../../../src/site/glob.ts';
import { isLlmsFile } from '../../../../src/site/llms-name.ts';
import { parseSiteOptions, toDefaultScope, toSiteOptions } from '../../../../src/site/site-options.ts';

function key(url: string, allowQuery = false): string {
  const answer = toPageUrl(url, { base: 'https://x.test/docs/page', allowQuery });
  return 'page' in answer ? answer.page.key : answer.skip;
}

describe('[S8] URLs', () => {
  it.each([
    ['https://X.Test/Docs/A', 'https://x.test/Docs/A'],
    ['https://x.test/docs/', 'https://x.test/docs'],
    ['https://x.test/', 'https://x.test/'],
    ['https://x.test/docs/index.html', 'https://x.test/docs'],
    ['https://x.test/a.html', 'https://x.test/a.html'],
    ['/a.md', 'https://x.test/a'],
    ['/a/index.html.md', 'https://x.test/a'],
    ['/a/index.md', 'https://x.test/a'],
    ['/a#frag', 'https://x.test/a'],
    ['/#/route', 'https://x.test/#/route'],
    ['/?utm_source=a&gclid=b', 'https://x.test/'],
    ['/a?b=1', 'query-skip'],
    ['https://u:p@x.test/a', 'https://x.test/a'],
    ['https://x.test:443/%7euser', 'https://x.test/~user'],
    ['mailto:a@b.c', 'bad-scheme'],
    ['javascript:void 0', 'bad-scheme'],
    ['file:///etc/passwd', 'bad-scheme'],
    ['http://', 'bad-url'],
    ['', 'bad-url'],
    ['../up', 'https://x.test/up'],
  ])('%s is %s', (url, expected) => {
    expect(key(url)).toBe(expected);
  });

  it('queries stay when they are allowed, without tracking', () => {
    expect(key('/a?b=1&utm_medium=x', true)).toBe('https://x.test/a?b=1');
  });

  it('a skipped query names the URL without it', () => {
    expect(toPageUrl('https://x.test/a?b=1', { allowQuery: false })).toEqual({
      skip: 'query-skip',
      alias: 'https://x.test/a',
    });
  });

  it.each([
    ['https://x.test/', 'index.md'],
    ['https://x.test/a', 'a.md'],
    ['https://x.test/a/b.html', 'a/b.html.md'],
    ['https://x.test/A', 'A.md'],
    ['https://x.test/a%20b/c:d', 'a%20b/c%3Ad.md'],
    ['https://x.test/con', '%63on.md'],
  ])('the raw file of %s is %s', async (url, path) => {
    expect(toPagePath(url, await hashText(url), false)).toBe(path);
  });

  it('paths that another URL could claim carry a hash, so the order of answers does not matter', async () => {
    const paths = new Set<string>();
    const urls = [
      '/',
      '/index',
      '/a',
      '/a?b=1',
      '/a?b=2',
      '/a@12345678',
      '/a~12345678',
      '/a//b',
      '/a/b',
      '/#/a',
      '/..a',
      '/a.',
    ];
    for (const path of urls) {
      const url = `https://x.test${path}`;
      paths.add(toPagePath(url, await hashText(url), false));
    }
    expect(paths.size).toBe(urls.length);
    for (const path of paths) expect(path).not.toMatch(/(^|\/)\.\.?(\/|$)|\/\/|\\|[<>:"|?*]/);
  });

  it('the id is a UUID of the first 16 bytes of the hash', async () => {
    expect(toPageId(await hashText('https://x.test/'))).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    );
  });

  it('[S4] a page without URL is saved next to its file', () => {
    expect(toUnmappedPath('https://x.test/docs/llms-full.txt', { number: 7, slug: 'a-b', withHost: true })).toBe(
      'x.test/docs/llms-full/007-a-b.md',
    );
  });

  it('[S3] llms files are recognised by name', () => {
    for (const path of [
      '/llms.txt',
      '/docs/LLMS.txt',
      '/llms-full.txt',
      '/_llms/en.md',
      '/_llms-txt/api.txt',
      '/llms-full.txt/1',
    ]) {
      expect(isLlmsFile(`https://x.test${path}`), path).toBe(true);
    }
    for (const path of ['/llms', '/my-llms.html', '/llms/index.html'])
      expect(isLlmsFile(`https://x.test${path}`), path).toBe(false);
  });

  it('[S7] private addresses', () => {
    for (const host of [
      'localhost',
      'a.localhost',
      '127.1.2.3',
      '10.0.0.1',
      '172.20.0.1',
      '192.168.1.1',
      '169.254.1.1',
      '[::1]',
      '[fd00::1]',
      '[fe80::1]',
      '[::ffff:7f00:1]',
      'nas.local',
      '0.0.0.0',
    ]) {
      expect(isPrivateHost(host), host).toBe(true);
    }
    for (const host of ['example.com', '8.8.8.8', '172.32.0.1', '[2001:db8::1]'])
      expect(isPrivateHost(host), host).toBe(false);
  });
});

describe('[S7] scope', () => {
  const at = (url: string, values: Record<string, unknown> = {}) =>
    createScope(toSiteOptions(url, values), new URL(url));

  it('hostname is host and port', () => {
    const scope = at('https://docs.x.test/a');
    expect(scope.check('https://docs.x.test/b')).toBeUndefined();
    expect(scope.check('https://x.test/b')).toBe('off-domain');
    expect(scope.check('https://docs.x.test:8443/b')).toBe('off-domain');
  });

  it('domain uses the public suffix list', () => {
    const scope = at('https://docs.example.co.uk/', { scope: 'domain' });
    expect(scope.check('https://www.example.co.uk/b')).toBeUndefined();
    expect(scope.check('https://other.co.uk/b')).toBe('off-domain');
    expect(at('https://a.github.io/', { scope: 'domain' }).check('https://b.github.io/')).toBe('off-domain');
  });

  it('subpages is the directory of the start URL, narrow for files', () => {
    const scope = at('https://x.test/docs/v1/index.html', { scope: 'subpages' });
    expect(scope.check('https://x.test/docs/v1/a')).toBeUndefined();
    expect(scope.check('https://x.test/docs/v2/a')).toBe('off-domain');
    expect(at('https://x.test/docs/a.html', { scope: 'subpages' }).check('https://x.test/docs/b')).toBeUndefined();
    const narrow = at('https://x.test/docs/v1.0', { scope: 'subpages' });
    expect(narrow.check('https://x.test/docs/v1.0')).toBeUndefined();
    expect(narrow.check('https://x.test/docs/v1.0/a')).toBeUndefined();
    expect(narrow.check('https://x.test/docs/v1.01')).toBe('off-domain');
  });

  it('block beats allow; patterns are on the path', () => {
    const scope = at('https://x.test/', { globs: ['/docs/**', '!/docs/archive/**'] });
    expect(scope.check('https://x.test/docs')).toBeUndefined();
    expect(scope.check('https://x.test/docs/a/b')).toBeUndefined();
    expect(scope.check('https://x.test/docs/archive/a')).toBe('blocked:!/docs/archive/**');
    expect(scope.check('https://x.test/blog')).toBe('not-allowed');
    expect(at('https://x.test/', { globs: ['/a(v1)/*'] }).check('https://x.test/a(v1)/b')).toBeUndefined();
  });

  it('assets and private addresses are skipped, typed ones are not', () => {
    expect(at('https://x.test/').check('https://x.test/a.pdf')).toBe('asset');
    expect(at('https://x.test/', { scope: 'domain' }).check('http://10.0.0.1/')).toBe('private-address');
    expect(at('http://127.0.0.1:8080/').check('http://127.0.0.1:8080/a')).toBeUndefined();
    expect(at('http://127.0.0.1:8080/').check('http://127.0.0.1:9090/a')).toBe('private-address');
  });

  it('a site that moved counts under its new address', () => {
    const scope = at('https://x.test/');
    scope.adopt(new URL('https://x.test/'), new URL('https://www.x.test/'));
    expect(scope.toHome('https://x.test/a?b#c')).toBe('https://www.x.test/a?b#c');
    expect(scope.check('https://www.x.test/a')).toBeUndefined();
    expect(scope.toHome('http://y.test/a')).toBe('http://y.test/a');
    expect(at('https://y.test/').toHome('http://y.test/a')).toBe('https://y.test/a');
  });

  it.each([
    ['/my%20page/**', '/my%20page/a', '/my%20pages'],
    ['/my page/**', '/my%20page/a', '/mypage/a'],
    ['/f%C3%BCr/*', '/für/a', '/fur/a'],
    ['/a%2A/b', '/a*/b', '/ax/b'],
    ['/{v1,docs}/**', '/docs/a', '/v2/a'],
    ['/{v1,docs}/**', '/v1', '/v1docs'],
    ['/{a,{b,c}/d}.html', '/c/d.html', '/c.html'],
    ['/docs', '/docs/', '/docs/a'],
    ['/docs/', '/docs', '/docs/a'],
    ['docs/*', '/docs/a/', '/docs/a/b'],
  ])('the pattern %s matches %s and not %s', (glob, path, other) => {
    const { check } = at('https://x.test/', { globs: [glob] });
    expect([check(`https://x.test${path}`), check(`https://x.test${other}`)]).toEqual([undefined, 'not-allowed']);
    expect(at('https://x.test/', { globs: [`!${glob}`] }).check(`https://x.test${path}`)).toBe(`blocked:!${glob}`);
  });

  it.each([
    ['', 'empty'],
    [' ! ', 'empty'],
    ['/**/a/**/a/**/a/**/a/**/a/**/a/**/a', 'wildcards'],
    [`/${'x'.repeat(500)}`, 'too-long'],
    [`/${'{a,a,b}'.repeat(60)}/c`, 'choices'],
    ['/docs/{a,b', 'unclosed'],
    ['/docs/[ab', 'unclosed'],
  ])('the pattern %j is refused: %s', (glob, problem) => {
    expect(findGlobProblem(glob)).toBe(problem);
    const error = { code: 'crawl/bad-options', message: expect.stringContaining(problem) };
    expect(() => toSiteOptions('https://x.test/', { globs: ['/ok', glob] })).toThrow(expect.objectContaining(error));
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'not a url', 'ftp://x.test/', ''])(
    '%j is not a site',
    (url) => {
      expect(() => toSiteOptions(url)).toThrow(expect.objectContaining({ code: 'crawl/bad-url' }));
    },
  );

  it('options are clamped to their bounds; credentials are dropped', () => {
    expect(
      toSiteOptions('https://u:p@x.test/a', {
        max_pages: 0,
        concurrency: 99,
        retries: -1,
        max_page_bytes: 1,
        max_depth: 2.7,
      }),
    ).toMatchObject({
      url: 'https://x.test/a',
      maxPages: 1,
      concurrency: 20,
      retries: 0,
      maxPageBytes: 1_000,
      maxDepth: 2,
    });
    expect(toSiteOptions('docs.x.test/a').url).toBe('https://docs.x.test/a');
  });

  it('options have the names of other tools too', () => {
    const options = {
      ...{ depth: 3, maxQueue: 900, timeout_seconds: 30, maxAge: '6h', max_retries: 5, fail_on_error: true },
      ...{ endpoint_url: 'http://localhost:11235/', allowPatterns: ['/docs/**'], blockPatterns: ['/docs/old/**'] },
      ...{ retry_delays: [0.5, 8], max_concurrent_requests: 7, llmsTxtUrl: 'https://y.test/llms.txt' },
    };
    expect(toSiteOptions('https://x.test/', options)).toEqual({
      ...DEFAULT_SITE_OPTIONS,
      ...{ url: 'https://x.test/', maxDepth: 3, maxFrontier: 900, timeoutMs: 30_000, refetch_after: '6h', retries: 5 },
      ...{ stopAtFirstError: true, readerUrl: 'http://localhost:11235', globs: ['/docs/**', '!/docs/old/**'] },
      ...{ retryDelaysSec: [0.5, 8], concurrency: 7, llmsUrl: 'https://y.test/llms.txt' },
    });
    expect(toSiteOptions('https://x.test/', { requestTimeoutMs: 20_000, refetchIfOlderThan: '7d' })).toMatchObject({
      ...{ timeoutMs: 20_000, refetch_after: '7d' },
    });
  });

  it.each(['fastStart', 'preferCache', 'slow', 'planner', 'plannerOptions', 'enableDb', 'sitemapMax'])(
    'the option %s of the seeds is refused by name',
    (name) => {
      expect(() => toSiteOptions('https://x.test/', { [name]: true })).toThrow(`${name}: unknown option`);
    },
  );

  it('the reader service is off unless an address is set', () => {
    expect(toSiteOptions('https://x.test/').readerUrl).toBeUndefined();
    expect(toSiteOptions('https://x.test/', { readerUrl: '' }).readerUrl).toBeUndefined();
  });

  it('an address means one file, the pages under its path, or its host', () => {
    const meant = {
      file: ['/llms-full.txt', '/docs/llms-full.txt', '/papers/a.pdf', '/notes/a.md', '/a.txt'],
      subpages: ['/ref/', '/ref', '/docs/v1.0', '/docs/intro.html', '/docs/index.html', '/docs/?page=2'],
      hostname: ['', '/', '/index.html', '/llms.txt', '/docs/llms.txt', '/sitemap.xml', '/docs/sitemap-2.xml.gz'],
    };
    for (const [scope, paths] of Object.entries(meant))
      for (const path of paths) expect([path, toDefaultScope(`https://x.test${path}`)]).toEqual([path, scope]);
  });

  it('every unknown or invalid option is named', () => {
    const options = { fastStart: true, depth: 'deep', maxAge: 'soon', retry_delays: [], scope: 'world', maxPages: 9 };
    expect(() => toSiteOptions('https://x.test/', options)).toThrow(
      'fastStart: unknown option; depth: must be a number; maxAge: must be a time such as 6h or 7d; ' +
        'retry_delays: must be up to 10 numbers of seconds; scope: must be file, subpages, hostname, domain',
    );
  });

  it('pasted options count by the names of other tools, and a refusal names line and reason', () => {
    const pasted = '{\n  "startUrl": "https://docs.test/",\n  "depth": 2,\n  "blockPatterns": ["/old/**"]\n}';
    expect(parseSiteOptions(pasted, 'https://x.test/').options).toMatchObject({
      ...{ url: 'https://docs.test/', maxDepth: 2, globs: ['!/old/**'] },
    });
    expect(parseSiteOptions('{}', 'https://x.test/').options.url).toBe('https://x.test/');
    const seed = parseSiteOptions('{ "useSitemap": false, "mode": "fast", "timeout_seconds": 300 }', 'https://x.test/');
    expect(seed).toMatchObject({ options: { crawlType: 'basic', timeoutMs: 300_000 }, ignored: ['mode'] });
    const crawlType = (given: object) => toSiteOptions('https://x.test/', given as never).crawlType;
    expect(crawlType({ useSitemap: true })).toBe('basic-with-sitemap');
    expect(crawlType({ sitemapOnly: true })).toBe('sitemap-only');
    expect(crawlType({ useSitemap: true, crawlType: 'intelligent' })).toBe('intelligent');
    const refusal = (text: string) => {
      try {
        return parseSiteOptions(text, 'https://x.test/');
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refusal('{\n"depth": 2,\n"fastStart": true,\n"allowPatterns": ["[a"]\n}')).toMatch(
      /^line 3: fastStart: unknown option; line 4: pattern \[a: /,
    );
    expect(refusal('{\n"depth": 2,,\n}')).toMatch(/^line 2: not JSON: /);
    expect(refusal('{"timeout_seconds": 9}')).toBe('line 1: timeout_seconds: must be a number from 10 to 300');
    expect(refusal('{"requestTimeoutMs": 300001}')).toMatch(/must be a number from 10000 to 300000/);
    expect(refusal('[1]')).toMatch(/^line 1: options are an object/);
  });
});
