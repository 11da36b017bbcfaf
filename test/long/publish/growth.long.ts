import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { toSourceInput } from '../../../src/cli/node-engine.ts';
import { toNodeFolder } from '../../../src/cli/targets.ts';
import type { Engine } from '../../../src/engine/contract.ts';
import { eachPage } from '../../bench/publish-pages.ts';
import { makeNodeEngine } from '../../support/node-engine.ts';

/** Megabytes of text. `QUIRE_GROWTH_MB=30,100` for less. */
const SIZES = (process.env.QUIRE_GROWTH_MB ?? '30,100,300,950').split(',').map(Number);
const PAGES_PER_FILE = 25;
const QUERIES = 41;
const TENFOLD = 9.5;

/** A column of the table in `docs/benchmarks.md`, from which `scripts/make-plots.mjs` draws. */
interface Figures {
  readonly megabytes: number;
  readonly load: number;
  readonly chunks: number;
  readonly readCpuMs: number;
  readonly publishCpuMs: number;
  /** Size of `collection/`, the searchable part. */
  readonly publishedBytes: number;
  readonly peakBytes: number;
  /** Until the first ten hits. */
  readonly firstBytes: number;
  readonly firstRequests: number;
  readonly firstTrips: number;
  readonly laterBytes: number;
  readonly laterBytes95: number;
  readonly laterRequests: number;
  readonly roundTrips: number;
}

it("[B4] a query over ten times the text costs less than ten times as much, and has the collection's hits", {
  timeout: 7_200_000,
}, async () => {
  const grown: Figures[] = [];
  mkdirSync('test-results', { recursive: true });
  for (const megabytes of SIZES) {
    grown.push(await inFolder((folder) => measure(megabytes, folder)));
    writeFileSync('test-results/publish-growth.jsonl', grown.map((row) => `${JSON.stringify(row)}\n`).join(''));
    console.log(JSON.stringify(grown.at(-1)));
  }
  grown.forEach((now, i) => {
    expect(now.roundTrips).toBeLessThanOrEqual(3);
    for (const before of grown.slice(0, i)) {
      const factor = now.megabytes / before.megabytes;
      expect(now.firstBytes / before.firstBytes).toBeLessThan(factor);
      // Words of a fixed vocabulary: from some size on their postings, which grow as the text does, are most of what a question reads.
      expect(now.laterBytes / before.laterBytes).toBeLessThan(factor < TENFOLD ? factor : factor * 0.7);
    }
  });
});

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-growth-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Texts and published files are on disk; only the local collection, for the expected answers, is in memory. */
async function measure(megabytes: number, folder: string): Promise<Figures> {
  const [texts, root] = [join(folder, 'texts'), join(folder, 'published')];
  mkdirSync(root);
  const queries = writeTexts(texts, megabytes * 1_000_000);
  const { engine } = await makeNodeEngine();
  const { id } = await engine.createCollection({ name: 'growth' });
  const input = await toSourceInput(texts);
  const readCpuMs = await cpuOf(() => engine.ingest({ collectionId: id, jobId: `read-${megabytes}`, input }));
  const target = toNodeFolder(root);
  const publishCpuMs = await cpuOf(() =>
    engine.publish({ collectionId: id, jobId: `publish-${megabytes}`, mask: false, target }),
  );
  const { total_chunks: chunks } = await engine.stats(id);
  const asked = await askPublished(root, queries, (query) => engine.search(id, query, { limit: 10 }));
  const collection = join(root, 'collection');
  const publishedBytes = readdirSync(collection).reduce((sum, name) => sum + statSync(join(collection, name)).size, 0);
  const load = Math.round(loadavg()[0] as number);
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  return { megabytes, load, chunks, readCpuMs, publishCpuMs, publishedBytes, peakBytes, ...asked };
}

async function askPublished(
  root: string,
  queries: readonly string[],
  askLocal: (query: string) => ReturnType<Engine['search']>,
) {
  const server = await startStaticServer({ root });
  try {
    const { engine } = await makeNodeEngine();
    const { id } = await engine.openPublished(server.url);
    const costs: { bytes: number; requests: number; roundTrips: number }[] = [];
    let before = { bytes: 0, requests: 0, roundTrips: 0 };
    for (const query of queries) {
      const { hits } = await engine.search(id, query, { limit: 10 });
      // The only source is published without the name of its folder.
      const expected = (await askLocal(query)).hits.map((hit) => ({ ...hit, source: 'files' }));
      expect(hits).toEqual(expected);
      const now = await engine.publishedTraffic(id);
      costs.push({
        bytes: now.bytes - before.bytes,
        requests: now.requests - before.requests,
        roundTrips: now.roundTrips - before.roundTrips,
      });
      before = now;
    }
    const [first, ...later] = costs;
    const bytes = later.map((cost) => cost.bytes);
    return {
      firstBytes: first?.bytes ?? 0,
      firstRequests: first?.requests ?? 0,
      firstTrips: first?.roundTrips ?? 0,
      laterBytes: at(bytes, 0.5),
      laterBytes95: at(bytes, 0.95),
      laterRequests: at(
        later.map(({ requests }) => requests),
        0.5,
      ),
      roundTrips: at(
        later.map(({ roundTrips }) => roundTrips),
        0.5,
      ),
    };
  } finally {
    await server.stop();
  }
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1000);
}

function at(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** Files of many pages each. Answers queries: two neighbouring words of some of them. */
function writeTexts(folder: string, wantedBytes: number): string[] {
  const pairs: string[] = [];
  let open: string[] = [];
  let bytes = 0;
  let files = 0;
  for (const { markdown } of eachPage(resolve('node_modules'))) {
    open.push(markdown);
    if (open.length < PAGES_PER_FILE) continue;
    const text = open.join('\n');
    const place = join(folder, `part-${files % 97}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${files}.md`), text);
    bytes += text.length;
    const pair = findPair(text, files);
    if (pair !== undefined) pairs.push(pair);
    files++;
    open = [];
    if (bytes >= wantedBytes) break;
  }
  return Array.from({ length: QUERIES }, (_, i) => pairs[(i * 7_919) % pairs.length] as string);
}

function findPair(text: string, seed: number): string | undefined {
  const words = text.split(/\s+/).filter((word) => /^[a-zA-Z]{5,}$/.test(word));
  const pair = words.slice((seed * 31) % Math.max(1, words.length - 2)).slice(0, 2);
  return pair.length === 2 ? pair.join(' ') : undefined;
}
