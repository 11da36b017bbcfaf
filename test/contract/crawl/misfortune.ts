import { expect } from 'vitest';
import type { CrawlOptions, CrawlPorts } from '../../../src/crawl/contract.ts';
import { createHosts } from '../../../src/crawl/fetch/hosts.ts';
import { removePages } from '../../../src/crawl/keep/known-pages.ts';
import { listHeld, listPages } from '../../../src/crawl/records/page-rows.ts';
import { createCrawl } from '../../../src/crawl/run/create-crawl.ts';
import { type CrawlStatus, DEFAULT_SITE_OPTIONS, type SiteOptions } from '../../../src/model/site/site.ts';
import { type CrawlKit, crawlKit } from '../../support/crawl-kit.ts';
import { createRandom, type Random } from '../../support/random.ts';
import { createSiteWorld, type SiteWorld } from './site-world.ts';

const HOUR_MS = 3_600_000;

export interface SequenceOptions {
  readonly pages: number;
  readonly runs: number;
  /** Kills the tab from time to time and resumes the job. */
  readonly kills?: boolean;
  /** Connection to the site: a server on loopback, or answers in this process. */
  readonly connect?: (world: SiteWorld) => Promise<{ readonly fetch: typeof fetch; close(): Promise<void> }>;
}

/** Result of a sequence, for the report of a long run. */
export interface SequenceReport {
  readonly runs: number;
  readonly kills: number;
  readonly removed: number;
  readonly requests: number;
}

/**
 * Crawls, recrawls and refreshes a site with one failure after the other, and checks the promises of [S18] against the state of the
 * site: no page that is still served is removed, every page that is gone for good is removed in the end, none is fetched twice.
 */
export async function runSequence(seed: number, options: SequenceOptions): Promise<SequenceReport> {
  const random = createRandom(seed);
  const world = createSiteWorld(random, options.pages);
  const connection = await options.connect?.(world);
  // Answers of this process arrive at once, so the clock need not wait for them.
  const kit = crawlKit(
    connection ? { seed, fetch: connection.fetch, patienceMs: 20_000 } : { seed, ports: { fetch: world.fetch } },
  );
  const sequence = { random, world, kit, kills: 0, removed: 0, requests: 0, seed };
  try {
    await runOnce(sequence, { site: {}, mode: 'crawl' }, options.kills === true);
    for (let run = 1; run < options.runs; run++) {
      await new Promise<void>((resolve) => void kit.clock.setTimeout(resolve, random.below(12) * HOUR_MS));
      world.strike();
      await runOnce(sequence, chooseRun(random), options.kills === true);
    }
    world.calm();
    await runOnce(sequence, { site: {}, mode: 'crawl' }, false);
    expectAllThere(sequence);
  } finally {
    kit.close();
    await connection?.close();
  }
  const { kills, removed, requests } = sequence;
  return { runs: options.runs + 1, kills, removed, requests };
}

interface Sequence {
  readonly random: Random;
  readonly world: SiteWorld;
  readonly kit: CrawlKit;
  readonly seed: number;
  kills: number;
  removed: number;
  requests: number;
}

type Choice = { readonly site: Partial<SiteOptions>; readonly mode: CrawlOptions['mode']; readonly full?: boolean };

function chooseRun(random: Random): Choice {
  const sites: readonly Partial<SiteOptions>[] = [
    {},
    {},
    { refetch_after: '6h' },
    { refetch_page_after: '7d' },
    { refetch_hub_after: '7d' },
    { maxPages: 1 + random.below(80) },
    { maxDepth: random.below(4) },
    { globs: ['/', '/s1/**', '/s2/**'] },
    { maxFrontier: 100 },
    { crawlType: 'intelligent' },
    { crawlType: 'basic-with-sitemap' },
  ];
  const site = sites[random.below(sites.length)] as Partial<SiteOptions>;
  return { site, mode: random.below(3) === 0 ? 'refresh' : 'crawl', full: random.below(8) === 0 };
}

let jobs = 0;

async function runOnce(sequence: Sequence, choice: Choice, isMortal: boolean): Promise<void> {
  const { world, kit, random } = sequence;
  const before = new Set(kit.collection.files.keys());
  const site: SiteOptions = {
    ...DEFAULT_SITE_OPTIONS,
    ...{ url: `${world.origin}/`, crawlType: 'basic', retries: 1, timeoutMs: 10_000 },
    ...choice.site,
  };
  const options: CrawlOptions = { sourceId: 's', jobId: `sequence-${++jobs}`, ...choice, site };
  world.startRun();
  let lives = isMortal ? random.below(3) : 0;
  let status: CrawlStatus | undefined;
  while (status === undefined) {
    const killAfter = lives-- > 0 ? 5 + random.below(400) : Number.POSITIVE_INFINITY;
    const life = liveOnce(kit, killAfter);
    status = await Promise.race([createCrawl(options, life.ports).start(), life.killed]);
    if (status !== undefined) continue;
    sequence.kills++;
    // Pages fetched but not committed before the tab died are fetched again.
    world.forgetFetched();
  }
  if (status.held > 0) await answerYes(sequence, options.jobId);
  const where = `seed ${sequence.seed}, ${options.jobId} ${JSON.stringify(choice)}`;
  const lost = [...before].filter((path) => !kit.collection.files.has(path));
  expect([where, lost.filter((path) => world.isServed(path))]).toEqual([where, []]);
  expect([where, world.fetchedTwice()]).toEqual([where, []]);
  sequence.removed += lost.length;
  sequence.requests += status.requests;
}

/** Ports of a tab that dies at a step: from then on it neither sends nor receives anything. */
function liveOnce(kit: CrawlKit, killAfter: number): { ports: CrawlPorts; killed: Promise<undefined> } {
  let steps = 0;
  let isDead = false;
  let tellKilled = (): void => {};
  const killed = new Promise<undefined>((resolve) => {
    tellKilled = () => resolve(undefined);
  });
  const step = async (): Promise<void> => {
    if (++steps >= killAfter && !isDead) {
      isDead = true;
      tellKilled();
    }
    if (isDead) await new Promise(() => {});
  };
  const mortal =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await step();
      const value = await work(...args);
      await step();
      return value;
    };
  const wrap = <T extends object>(object: T): T =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [name, typeof value === 'function' ? mortal(value) : value]),
    ) as T;
  const { fetch, keepPages, removePages: remove, knownPages, records, clock } = kit.ports;
  return {
    killed,
    ports: {
      ...wrap({ fetch, keepPages, removePages: remove, knownPages }),
      records: wrap(records),
      clock,
      hosts: createHosts(clock),
    },
  };
}

async function answerYes({ kit }: Sequence, jobId: string): Promise<void> {
  const held = new Set(await listHeld(kit.records, jobId));
  const gone = (await listPages(kit.records, 's')).filter(({ row }) => held.has(row.path));
  await removePages(kit.ports, { sourceId: 's', jobId }, gone);
}

/** Checks after a calm run that pages gone for good are removed and all others are there. */
function expectAllThere({ world, kit, seed }: Sequence): void {
  const kept = [...kit.collection.files.keys()].sort();
  expect([seed, kept.filter((path) => !world.isServed(path))]).toEqual([seed, []]);
  expect([seed, world.linkedPaths().filter((path) => !kit.collection.files.has(path))]).toEqual([seed, []]);
}
