import { openPublishedCollection } from '../../../src/engine/published/open-published-collection.ts';
import { listOutline, readFile } from '../../../src/engine/search/answers.ts';
import { runSearch } from '../../../src/engine/search/run-search.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import type { Host } from '../../../src/publish/contract.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';
import { createRandom } from '../../support/random.ts';
import { publishToMap } from '../../support/static-host.ts';
import type { FuzzTarget, Seed } from '../contract.ts';
import { findSeeds } from '../find-seeds.ts';
import { openPublishedParts, type PublishedParts, writePublishedParts } from './published-parts.ts';

const ADDRESS = 'https://host.test/collection/';
const NAMES = ['manifest', 'head', 'text', 'words', 'files', 'outlines', 'ids'] as const;

/** Untrusted files of a host, with correct hashes and proofs, are refused or answered, whatever they contain. */
export async function createPublishedTarget(kernel: Kernel): Promise<FuzzTarget> {
  const parts = await makeParts();
  const seeds = NAMES.map((name): Seed => ({ name, bytes: parts.raw[name] }));
  const target: FuzzTarget = {
    name: 'published',
    weight: 10,
    seeds,
    tokens: '\0 \0\0\0\0 \u007f \u0001 " { } [ ] : , -1 1e300 "__proto__": .. /'.split(' '),
    async check({ name, bytes }) {
      const files = writePublishedParts(parts, name as (typeof NAMES)[number], bytes);
      const open = await openPublishedCollection(kernel, ADDRESS, toHost(await files));
      try {
        const { hits } = await runSearch(kernel, open, 'import "the order" export', { limit: 5 });
        for (const { path } of hits.slice(0, 2)) {
          await readFile(kernel, open, path);
          await listOutline(kernel, open, path);
        }
        await open.findIds?.('0123456789ab');
        await open.completeFiles();
        if (open.fileCount > 0) await readFile(kernel, open, open.row(0).path);
      } finally {
        open.release();
      }
    },
  };
  // Unmutated seeds must be accepted: a target that refuses everything would find nothing.
  for (const seed of seeds.slice(1)) await target.check(seed, createRandom(1));
  return target;
}

async function makeParts(): Promise<PublishedParts> {
  const { engine } = await makeEngine();
  const files = findSeeds(['md', 'ts', 'json']).slice(0, 14);
  const made = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes.slice(0, 6_000)]));
  return openPublishedParts(await publishToMap(engine, await makeCollection(engine, made)));
}

function toHost(files: ReadonlyMap<string, Uint8Array>): Host {
  return {
    readManifest: async () => files.get('manifest.json') as Uint8Array,
    readSpans: async ({ name }, spans) =>
      spans.map(([start, end]) => (files.get(name) ?? new Uint8Array()).slice(start, end)),
    traffic: async () => ({ requests: 0, bytes: 0, roundTrips: 0, wholeFiles: false }),
  };
}
