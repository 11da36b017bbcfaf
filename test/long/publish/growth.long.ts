import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { makePages } from '../../bench/publish-pages.ts';
import { createNodeEngine } from '../../harness/node-engine.ts';
import { toNodeFolder } from '../../harness/publish.ts';
import { type MadeFiles, makeCollection } from '../../support/make-engine.ts';

/** Megabytes of text. `QUIRE_GROWTH_MB=10,100` for less: a gigabyte takes some ten minutes of processor and some gigabytes of memory. */
const SIZES = (process.env.QUIRE_GROWTH_MB ?? '10,100,950').split(',').map(Number);
const PAGES_PER_FILE = 25;
const QUERIES = 41;

interface Figures {
  readonly mb: number;
  readonly chunks: number;
  /** Until the first ten hits. */
  readonly firstBytes: number;
  readonly laterBytes: number;
  readonly laterBytes95: number;
  readonly roundTrips: number;
}

it('[B4] a question to ten times the text costs less than ten times as much, and its hits are those of the collection', {
  timeout: 3_600_000,
}, async () => {
  const grown: Figures[] = [];
  for (const mb of SIZES) grown.push(await measure(mb));
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/publish-growth.json', JSON.stringify(grown, null, 2));
  console.log(JSON.stringify(grown));
  grown.slice(1).forEach((now, i) => {
    const before = grown[i] as Figures;
    const factor = now.mb / before.mb;
    expect(now.laterBytes / before.laterBytes).toBeLessThan(factor * 0.7);
    expect(now.firstBytes / before.firstBytes).toBeLessThan(factor);
    expect(now.roundTrips).toBeLessThanOrEqual(3);
  });
});

async function measure(mb: number): Promise<Figures> {
  const { engine } = await createNodeEngine();
  const { files, queries } = makeTexts(mb * 1_000_000);
  const id = await makeCollection(engine, files);
  const root = mkdtempSync(join(tmpdir(), 'quire-growth-'));
  await engine.publish({ collectionId: id, jobId: `publish-${mb}`, mask: false, target: toNodeFolder(root) });
  const server = await startStaticServer({ root });
  try {
    const { engine: reader } = await createNodeEngine();
    const published = await reader.openPublished(server.url);
    const costs: { bytes: number; roundTrips: number }[] = [];
    let before = { bytes: 0, roundTrips: 0 };
    for (const query of queries) {
      const { hits } = await reader.search(published.id, query, { limit: 10 });
      expect(hits).toEqual((await engine.search(id, query, { limit: 10 })).hits);
      const { bytes, roundTrips } = await reader.publishedTraffic(published.id);
      costs.push({ bytes: bytes - before.bytes, roundTrips: roundTrips - before.roundTrips });
      before = { bytes, roundTrips };
    }
    const later = costs.slice(1).map(({ bytes }) => bytes);
    const trips = costs.slice(1).map(({ roundTrips }) => roundTrips);
    return {
      mb,
      chunks: published.stats.total_chunks,
      firstBytes: costs[0]?.bytes ?? 0,
      laterBytes: at(later, 0.5),
      laterBytes95: at(later, 0.95),
      roundTrips: at(trips, 0.5),
    };
  } finally {
    await server.stop();
    rmSync(root, { recursive: true });
  }
}

function at(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** Files of many pages each, and two neighbouring words of some of them. */
function makeTexts(bytes: number): { files: MadeFiles; queries: string[] } {
  const files: Record<string, string> = {};
  const queries: string[] = [];
  const pages = makePages(resolve('node_modules'), Math.ceil(bytes / 4_200));
  let total = 0;
  for (let i = 0; i < pages.length && total < bytes; i += PAGES_PER_FILE) {
    const text = pages
      .slice(i, i + PAGES_PER_FILE)
      .map(({ markdown }) => markdown)
      .join('\n');
    files[`part-${i % 97}/${i}.md`] = text;
    total += text.length;
  }
  const texts = Object.values(files);
  for (let i = 0; queries.length < QUERIES; i++) {
    const words = (texts[(i * 7_919) % texts.length] as string)
      .split(/\s+/)
      .filter((word) => /^[a-zA-Z]{5,}$/.test(word));
    const pair = words.slice((i * 31) % Math.max(1, words.length - 2)).slice(0, 2);
    if (pair.length === 2) queries.push(pair.join(' '));
  }
  return { files, queries };
}
