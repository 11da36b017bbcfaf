import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSite, fakeSite, page } from '../../support/fake-site.ts';
import { harness } from './harness.ts';

let folder: string;
let site: FakeSite;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-crawl-'));
  site = await fakeSite({
    '/robots.txt': { status: 404 },
    '/': page('Home', ['/a', '/b', '/slow']),
    '/a': page('A'),
    '/b': page('B'),
    '/slow': { body: page('Slow') },
    '/break': () => {
      site.set('/a', { status: 500 });
      site.set('/b', { status: 410 });
      site.set('/slow', { body: page('Slow'), hangs: true });
      site.set('/', page('Home', ['/a', '/b', '/slow', '/c']));
      site.set('/c', page('C'));
      return 'broken';
    },
  });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

type Line = { readonly type: string } & Record<string, unknown>;

async function crawl(runs: unknown, ...more: readonly string[]) {
  const file = join(folder, 'runs.json');
  await writeFile(file, typeof runs === 'string' ? runs : JSON.stringify(runs));
  const ran = await harness('crawl', `${site.origin}/`, '--runs', file, ...more);
  const lines = ran.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
  return { ...ran, of: (type: string) => lines.filter((line) => line.type === type), lines };
}

describe('harness crawl --runs --virtual', () => {
  it('crawls, meets misfortune, recrawls and refreshes over one collection, and waits take no time', async () => {
    const before = `${site.origin}/break`;
    const runs = [
      { mode: 'crawl', options: { maxPages: 50 } },
      { mode: 'recrawl', before, options: { retries: 1 } },
      { mode: 'refresh', options: { retries: 0 } },
    ];
    const { code, lines, of } = await crawl(runs, '--virtual');
    expect(code).toBe(0);
    expect(of('run')).toEqual([1, 2, 3].map((n) => ({ type: 'run', n })));
    expect(of('files').map(({ paths }) => paths)).toEqual([
      ['a.md', 'b.md', 'index.md', 'slow.md'],
      ['a.md', 'c.md', 'index.md', 'slow.md'],
      ['a.md', 'c.md', 'index.md', 'slow.md'],
    ]);
    expect(lines.map(({ type }) => type).filter((type) => /run|status|files/.test(type))).toEqual(
      Array(3).fill(['run', 'status', 'files']).flat(),
    );
    const [calm, broken] = of('status').map(({ virtualMs }) => virtualMs as number) as [number, number];
    // Two timeouts of 60 s, which the run did not wait for. On a busy machine the clock also runs ahead of slow answers.
    expect(calm).toBeLessThan(60_000);
    expect(broken).toBeGreaterThan(120_000);
  });

  it.each([
    ['{', 'JSON'],
    [{}, 'a list of runs'],
    [[{ mode: 'crawl' }, { mode: 'again' }], 'run 2: unknown mode again'],
    [[{ befor: 'x' }], 'run 1: unknown field befor'],
    [[{ before: 'nowhere' }], 'run 1: before must be a URL'],
  ])('refuses the list %j, says why and starts nothing', async (runs, why) => {
    site.clear();
    const { code, stderr } = await crawl(runs);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(site.requests).toEqual([]);
  });
});
