import fc from 'fast-check';
import { createEngineAndSites } from '../../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../../src/engine/ingest/local-leaf-maker.ts';
import type { Kernel } from '../../../../src/kernel/contract.ts';
import { createMemoryStore } from '../../../../src/store/memory-store.ts';
import { loadNodeKernel } from '../../../support/node-kernel.ts';
import type { LifeTab } from './browser.ts';
import { toInput } from './commands.ts';
import { live } from './live.ts';
import { type Broken, createMemoryBrowser } from './memory-browser.ts';
import { SIZES } from './model.ts';
import type { SeenCollection, SeenSource } from './observe.ts';
import { type Life, life } from './steps.ts';
import { type LifePath, toVersion, type Versions } from './texts.ts';

interface Options {
  readonly lives: number;
  readonly seed?: number;
  /** A difference is expected, and not shrunk. */
  readonly broken?: Broken;
}

/** Runs `lives` random lives in memory; throws at the first difference from the model, after shrinking it. */
export async function liveInMemory({ lives, seed, broken }: Options): Promise<void> {
  const kernel = await loadNodeKernel();
  await fc.assert(
    fc.asyncProperty(life, (one) => liveOnce(one, { kernel, ...(broken === undefined ? {} : { broken }) })),
    { numRuns: lives, endOnFailure: broken !== undefined, ...(seed === undefined ? {} : { seed }) },
  );
}

/** Lives one life in memory. Throws when it is not as the model says. */
export async function liveOnce(one: Life, options: { kernel: Kernel; broken?: Broken }): Promise<void> {
  const { kernel } = options;
  const browser = createMemoryBrowser({ ...options, seed: one.seed });
  try {
    await live(browser, one, { buildFresh: (seen, tab) => buildFresh(kernel, seen, tab) });
  } finally {
    await browser.close();
  }
}

/** The index_id of a fresh collection with the same files; undefined for an import, whose files are unknown. */
async function buildFresh(kernel: Kernel, seen: SeenCollection, tab: LifeTab): Promise<string | undefined> {
  if (seen.sources.some(({ type }) => type === 'import')) return undefined;
  const store = createMemoryStore();
  const leafMaker = createLocalLeafMaker({ kernel });
  const { engine, sites } = createEngineAndSites({ kernel, store, leafMaker, where: 'main thread' });
  const { id } = await engine.createCollection({ name: 'fresh', settings: SIZES[seen.sizes] ?? {} });
  for (const source of seen.sources) {
    if (source.type !== 'site') {
      const input = toInput(source.id, toVersions(seen, source));
      await engine.ingest({ collectionId: id, jobId: source.id, input });
      continue;
    }
    const sourceId = await sites.addSite(id, { name: source.id, url: 'https://fresh.test/' });
    await sites.keepPages(id, sourceId, await readPages(tab, seen.id, source.id));
    await sites.finishSite(id, sourceId, { isComplete: true });
  }
  const [fresh] = await engine.listCollections();
  return fresh?.index_id;
}

function toVersions({ sources, marks }: SeenCollection, { id }: SeenSource): Versions {
  const prefix = sources.length > 1 ? `${id}/` : '';
  const own = Object.entries(marks).filter(([path]) => path.startsWith(prefix));
  return Object.fromEntries(
    own.map(([path, mark]) => {
      const inside = path.slice(prefix.length) as LifePath;
      return [inside, toVersion(inside, mark)];
    }),
  );
}

async function readPages(tab: LifeTab, collectionId: string, sourceId: string) {
  const pages = [];
  for (const { path, meta } of await tab.port.knownPages(collectionId, sourceId)) {
    const text = (await tab.port.readPage(collectionId, sourceId, path)) ?? '';
    pages.push({ path, meta, bytes: new TextEncoder().encode(text) });
  }
  return pages;
}
