import { describe, expect, it } from 'vitest';
import { runSequence, type SequenceReport } from '../../contract/crawl/misfortune.ts';
import type { SiteWorld } from '../../contract/crawl/site-world.ts';
import { NEVER_ENDS } from '../../support/crawl-kit.ts';
import { type FakeAnswer, fakeSite } from '../../support/fake-site.ts';

const FIRST = Number(process.env.QUIRE_SEED ?? 1_000);
const COUNT = Number(process.env.QUIRE_SEQUENCES ?? 500);

function report(what: string, reports: readonly SequenceReport[]): void {
  const sum = (name: keyof SequenceReport) => reports.reduce((total, one) => total + one[name], 0);
  console.log(
    `${what}: ${reports.length} sequences, ${sum('runs')} runs, ${sum('requests')} requests, ${sum('removed')} pages removed, ${sum('kills')} kills`,
  );
}

/** In a third of the sequences the tab dies now and then. */
const isMortal = (seed: number) => seed % 3 === 0;

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

describe('[S18] a site with one misfortune after the other, many times', () => {
  it('never loses a page, in this process', { timeout: 7_200_000 }, async () => {
    const reports: SequenceReport[] = [];
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
      reports.push(await runSequence(seed, { pages: 300, runs: 4, kills: isMortal(seed) }));
    }
    report('in this process', reports);
    expect(reports).toHaveLength(COUNT);
  });

  it('never loses a page, on loopback', { timeout: 14_400_000 }, async () => {
    const reports: SequenceReport[] = [];
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
      reports.push(await runSequence(seed, { pages: 300, runs: 4, kills: isMortal(seed), connect: serve }));
      if (reports.length % 25 === 0) report('on loopback, so far', reports);
    }
    report('on loopback', reports);
    expect(reports).not.toEqual([]);
  });
});
