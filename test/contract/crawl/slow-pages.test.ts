import { describe, expect, it } from 'vitest';
import { page } from '../../support/fake-site.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { openSite } from './open-site.ts';

/** The rule is about ten of a hundred; fewer cost less. */
const COUNTS = sampleSize({ sample: 1, whole: 3 });
const names = Array.from({ length: 100 }, (_, i) => `/p${i}`);

/** Returns the seconds of virtual time for a crawl of 101 pages, some of which never work. */
async function crawlWith(broken: readonly string[], status = 500): Promise<number> {
  const { site, kit } = await openSite({
    '/': page('Home', names),
    ...Object.fromEntries(names.map((name) => [name, broken.includes(name) ? { status } : page(name)])),
  });
  const from = kit.clock.now();
  const result = await kit.crawl({ url: `${site.origin}/`, crawlType: 'basic' });
  expect(result.status).toMatchObject({ status: 'done', errors: broken.length, saved: 101 - broken.length });
  return (kit.clock.now() - from) / 1_000;
}

describe('[S12] pages that never work', () => {
  it('cost only their own retries: ten of a hundred take at most twice the time, wherever they are', async () => {
    const undisturbed = await crawlWith([]);
    for (const count of [10, 5, 1].slice(0, COUNTS)) {
      const spread = await crawlWith(names.filter((_, i) => i % (100 / count) === 7 % (100 / count)));
      const together = await crawlWith(names.slice(40, 40 + count));
      const atTheEnd = await crawlWith(names.slice(100 - count));
      expect([count, spread <= 2 * undisturbed]).toEqual([count, true]);
      expect([count, together <= 2 * undisturbed]).toEqual([count, true]);
      expect([count, atTheEnd <= 2 * undisturbed]).toEqual([count, true]);
    }
    expect(await crawlWith(names.slice(40, 50), 502)).toBeLessThanOrEqual(2 * undisturbed);
  });

  it('429 and 503 pause the host; three different pages in a row with another 5xx slow it down', async () => {
    const seconds = await crawlWith(['/p50'], 503);
    expect(seconds).toBeGreaterThan(60);
  });

  it('[S11] the trial of a breaker may be retried: pages that wait for it hold no permit', async () => {
    let down = 1_000;
    const { site, kit } = await openSite({
      '/': page('Home', names.slice(0, 20)),
      '*': ({ path }) => (path.startsWith('/p') && down-- > 0 ? { refuses: true } : page(path)),
    });
    const crawl = kit.open({ url: `${site.origin}/`, crawlType: 'basic', retries: 1, concurrency: 2 });
    const states = new Set<string>();
    crawl.subscribe((message) => {
      if (message.type !== 'status') return;
      const state = Object.values(message.status.perHost)[0]?.state ?? '';
      // The host is down again when the trial begins.
      if (state === 'open' && !states.has('open')) down = 1;
      states.add(state);
    });
    const status = await crawl.start();
    expect(states).toContain('open');
    expect(status).toMatchObject({ status: 'done', saved: 21 - status.errors });
  });
});
