import { describe, expect, it } from 'vitest';
import { runSequence, type SequenceReport } from '../../contract/crawl/misfortune.ts';
import type { SiteWorld } from '../../contract/crawl/site-world.ts';
import { NEVER_ENDS } from '../../support/crawl-kit.ts';
import { type FakeAnswer, fakeSite } from '../../support/fake-site.ts';
import { isWhole, sampleSize } from '../../support/sample-size.ts';

const FIRST = Number(process.env.QUIRE_SEED ?? 1);
const COUNT = Number(process.env.QUIRE_SEQUENCES ?? sampleSize({ sample: 3, whole: 500 }));
const SIZE = isWhole ? { pages: 300, runs: 4 } : { pages: 120, runs: 3 };

/** Runs the sequences, in a third of which the tab dies now and then, and prints and returns the sums. */
async function runAll(what: string, connect?: typeof serve): Promise<SequenceReport> {
  let sum: SequenceReport = { runs: 0, requests: 0, removed: 0, kills: 0 };
  for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
    const one = await runSequence(seed, { ...SIZE, kills: seed % 3 === 2, ...(connect ? { connect } : {}) });
    sum = Object.fromEntries(
      Object.entries(sum).map(([name, value]) => [name, value + one[name as keyof SequenceReport]]),
    ) as unknown as SequenceReport;
  }
  if (isWhole) console.log(what, sum);
  return sum;
}

describe('[S18] a site with one failure after the other', () => {
  it('never loses a page that is still served, removes pages that are gone for good, and fetches none twice', async () => {
    const { removed, kills } = await runAll('in this process');
    expect(removed).toBeGreaterThan(2 * (COUNT - 1));
    expect(kills).toBeGreaterThan(0);
  }, 7_200_000);

  it.runIf(isWhole)(
    'never loses a page on loopback',
    async () => {
      expect((await runAll('on loopback', serve)).removed).toBeGreaterThan(2 * COUNT);
    },
    14_400_000,
  );
});

/** The same site behind a server on loopback. */
async function serve(world: SiteWorld) {
  const site = await fakeSite({
    '*': ({ path }): FakeAnswer => {
      try {
        const answer = world.answer(path);
        if (!answer) return { body: 'Half of a page that never ends.', hangs: true, headers: { [NEVER_ENDS]: 'yes' } };
        const { retryAfter, ...rest } = answer;
        return retryAfter === undefined ? rest : { ...rest, headers: { 'retry-after': retryAfter } };
      } catch {
        return { refuses: true };
      }
    },
  });
  const fetchThere: typeof fetch = async (input, init) => {
    const path = String(input).slice(world.origin.length);
    const note = world.ask(path);
    const response = await fetch(site.origin + path, init);
    // A response whose head never ends counts as no response.
    if (!response.headers.has(NEVER_ENDS)) note(response.status);
    const url = world.origin + response.url.slice(site.origin.length);
    Object.defineProperty(response, 'url', { value: url });
    return response;
  };
  return { fetch: fetchThere, close: site.close };
}
