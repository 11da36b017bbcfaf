import { describe, expect, it } from 'vitest';
import { docsSite } from '../../contract/crawl/docs-site.ts';
import { crawlWithKills, expectSame } from '../../contract/crawl/kill-and-resume.ts';
import { fakeSite } from '../../support/fake-site.ts';
import { createRandom } from '../../support/random.ts';

describe('[S15] a crawl with the real engine, killed at 50 random instants', () => {
  it('resumes with one click to the same index_id and rows, and fetches no kept page again', {
    timeout: 600_000,
  }, async () => {
    const site = await fakeSite(docsSite(60));
    const whole = await crawlWithKills(site, []);
    const random = createRandom(Number(process.env.QUIRE_SEED ?? 50));
    let kills = 0;
    while (kills < 50) {
      site.clear();
      const killed = await crawlWithKills(
        site,
        Array.from({ length: 5 }, () => 2 + random.below(400)),
      );
      kills += killed.kills;
      await expectSame(killed, whole);
      killed.tab.close();
    }
    expect(kills).toBeGreaterThanOrEqual(50);
    whole.tab.close();
    await site.close();
  });
});
