import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { startStaticServer } from '../../scripts/static-server.mjs';
import { createMeter } from '../../src/publish/read/meter.ts';
import { createNodeEngine, openAny } from '../harness/node-engine.ts';
import { toNodeFolder } from '../harness/publish.ts';
import { type BenchPage, makePages, writePages } from './publish-pages.ts';

/**
 * `node --import tsx test/bench/publish.ts <folder> [pages]`: a published collection beside Pagefind over the same pages, in one run. Ours is asked
 * by the engine in Node, Pagefind by its own script in Chromium; both over HTTP, with every request counted. What lies in the folder already is used.
 */
const folder = resolve(process.argv[2] ?? '/tmp/quire-publish');
const count = Number(process.argv[3] ?? 15_000);
const queryCount = Number(process.argv[4] ?? 200);
const HITS = 10;

interface Query {
  readonly text: string;
  /** The page it was taken from. */
  readonly path: string;
  readonly isTitle: boolean;
}

interface Cost {
  readonly requests: number;
  readonly bytes: number;
  readonly roundTrips: number;
  /** Of the right page, from 1; 0 where it is not among the hits. */
  readonly rank: number;
}

const pages = makePages(resolve('node_modules'), count);
const pagesFolder = join(folder, 'pages');
if (!existsSync(pagesFolder)) print({ pages: pages.length, bytes: writePages(pages, pagesFolder) });
const queries = toQueries(pages, queryCount);

await buildQuire();
buildPagefind();
const server = await startStaticServer({ root: folder });
print({ who: 'quire', ...summarize(await askQuire(`${server.url}quire/`)) });
print({ who: 'pagefind', ...summarize(await askPagefind(server.url)) });
await server.stop();

async function buildQuire(): Promise<void> {
  const out = join(folder, 'quire');
  if (!existsSync(out)) {
    mkdirSync(out, { recursive: true });
    const { engine } = await createNodeEngine();
    const startMs = performance.now();
    const collectionId = await openAny(engine, pagesFolder);
    await engine.publish({ collectionId, jobId: 'publish', mask: false, target: toNodeFolder(out) });
    print({ who: 'quire', buildMs: Math.round(performance.now() - startMs) });
  }
  print({ who: 'quire', sizeBytes: sizeOf(join(out, 'collection')) });
}

function buildPagefind(): void {
  const out = join(folder, 'pagefind');
  if (!existsSync(out)) {
    const startMs = performance.now();
    execFileSync('npx', ['--yes', 'pagefind@1.6.0', '--site', pagesFolder, '--output-path', out], { stdio: 'ignore' });
    print({ who: 'pagefind', buildMs: Math.round(performance.now() - startMs) });
  }
  print({ who: 'pagefind', sizeBytes: sizeOf(out) });
}

async function askQuire(url: string): Promise<Cost[]> {
  const { engine } = await createNodeEngine();
  const { id } = await engine.openPublished(url);
  const costs: Cost[] = [];
  let before = { requests: 0, bytes: 0, roundTrips: 0 };
  for (const { text, path } of queries) {
    const { hits } = await engine.search(id, text, { limit: HITS });
    const now = await engine.publishedTraffic(id);
    const files = [...new Set(hits.map((hit) => hit.path))];
    costs.push(toCost(before, now, files.indexOf(`${path}.html`) + 1));
    before = now;
  }
  return costs;
}

async function askPagefind(url: string): Promise<Cost[]> {
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium')?.path ?? '',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  await page.goto(`${url}pagefind/pagefind-entry.json`);
  const meter = createMeter();
  const open = new Map<unknown, ReturnType<typeof meter.begin>>();
  const bodies: Promise<void>[] = [];
  page.on('request', (request) => void open.set(request, meter.begin()));
  page.on('response', (response) => {
    const own = open.get(response.request());
    bodies.push(
      response.body().then(
        (body) => own?.bytes(body.length),
        () => {},
      ),
    );
  });
  page.on('requestfinished', (request) => open.get(request)?.end());
  const costs: Cost[] = [];
  let before = meter.read();
  for (const { text, path } of queries) {
    const urls = await searchPagefind(page, text);
    await Promise.all(bodies.splice(0));
    const now = meter.read();
    costs.push(toCost(before, now, urls.findIndex((found) => found.includes(`/${path}.html`)) + 1));
    before = now;
  }
  await browser.close();
  return costs;
}

/** As its own interface does: the script once, then each search and the data of its first hits. */
function searchPagefind(page: Page, text: string): Promise<string[]> {
  return page.evaluate(
    async ([query, limit]) => {
      const at = '/pagefind/pagefind.js';
      const pagefind = (await import(at)) as {
        search(text: string): Promise<{ results: { data(): Promise<{ url: string }> }[] }>;
      };
      const { results } = await pagefind.search(query);
      const hits = await Promise.all(results.slice(0, limit).map((result) => result.data()));
      return hits.map(({ url }) => decodeURIComponent(url));
    },
    [text, HITS] as const,
  );
}

function toCost(before: Omit<Cost, 'rank'>, now: Omit<Cost, 'rank'>, rank: number): Cost {
  return {
    requests: now.requests - before.requests,
    bytes: now.bytes - before.bytes,
    roundTrips: now.roundTrips - before.roundTrips,
    rank,
  };
}

/** Titles, words and neighbouring words of pages, in turn. The first is two plain words. */
function toQueries(all: readonly BenchPage[], wanted: number): Query[] {
  const made: Query[] = [];
  for (let i = 0; made.length < wanted; i++) {
    const { path, title, markdown } = all[(i * 7_919 + 813) % all.length] as BenchPage;
    const words = markdown.split(/\s+/).filter((word) => /^[a-zA-Z]{4,}$/.test(word));
    const kind = (made.length + 2) % 4;
    const start = (i * 17) % Math.max(1, words.length - 4);
    const text = kind === 0 ? title : words.slice(start, start + kind).join(' ');
    if (/[a-z]{3}/i.test(text)) made.push({ text, path, isTitle: kind === 0 });
  }
  return made;
}

function summarize(costs: readonly Cost[]): object {
  const [first, ...later] = costs;
  const at = (of: (cost: Cost) => number, share: number): number =>
    later.map(of).sort((a, b) => a - b)[Math.floor(later.length * share)] ?? 0;
  const both = (of: (cost: Cost) => number): string => `${at(of, 0.5)} / ${at(of, 0.95)}`;
  const titles = costs.filter((_, i) => queries[i]?.isTitle);
  return {
    first,
    bytes: both((cost) => cost.bytes),
    requests: both((cost) => cost.requests),
    roundTrips: both((cost) => cost.roundTrips),
    titleFirst: titles.filter(({ rank }) => rank === 1).length / titles.length,
    meanReciprocalRank: costs.reduce((sum, { rank }) => sum + (rank === 0 ? 0 : 1 / rank), 0) / costs.length,
  };
}

function sizeOf(root: string): number {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries.reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}

function print(row: object): void {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}
