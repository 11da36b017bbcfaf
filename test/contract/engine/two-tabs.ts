import type { Engine, EngineEvent, SitePort } from '../../../src/engine/contract.ts';
import { createEngineAndSites } from '../../../src/engine/create-engine.ts';
import type { LeafMaker } from '../../../src/engine/deps.ts';
import type { Progress } from '../../../src/model/job.ts';
import type { Locks, Release } from '../../../src/store/locks.ts';
import { createMemoryDisk, createMemoryStore, type MemoryDisk } from '../../../src/store/memory-store.ts';
import { makeEngine } from '../../support/make-engine.ts';

export interface Tab {
  readonly engine: Engine;
  readonly sites: SitePort;
  readonly progress: Progress[];
}

export interface TwoTabs {
  readonly first: Tab;
  readonly second: Tab;
  readonly disk: MemoryDisk;
  /** From now on the first tab neither makes leaves nor commits, until what this answers is called. */
  hold(): () => void;
  /** How often the first tab came to where it is held. */
  readonly held: number;
  /** Number of waits for the write lock of a collection. */
  readonly waits: number;
}

/** Loaded once: it keeps nothing between calls. */
let made: ReturnType<typeof makeEngine> | undefined;

/** Two tabs over one storage, the first of which can be held in the middle of what it does. */
export async function openTabs(): Promise<TwoTabs> {
  made ??= makeEngine();
  const { deps } = await made;
  const counts = { held: 0, waits: 0 };
  const memory = createMemoryDisk();
  const disk = { ...memory, locks: countWaits(memory.locks, counts) };
  let gate: Promise<void> | undefined;
  const pass = async (): Promise<void> => {
    if (gate === undefined) return;
    counts.held++;
    await gate;
  };
  const slow: LeafMaker = {
    workers: 0,
    async make(tasks) {
      await pass();
      return deps.leafMaker.make(tasks);
    },
  };
  const openTab = async (isFirst: boolean): Promise<Tab> => {
    const store = createMemoryStore({ disk, ...(isFirst ? { onStep: pass } : {}) });
    const leafMaker = isFirst ? slow : deps.leafMaker;
    const { engine, sites } = createEngineAndSites({ ...deps, store, leafMaker });
    const progress: Progress[] = [];
    await engine.subscribe((event: EngineEvent) => {
      if (event.type === 'progress') progress.push(event.progress);
    });
    return { engine, sites, progress };
  };
  return {
    first: await openTab(true),
    second: await openTab(false),
    disk,
    hold() {
      let open = (): void => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return () => {
        gate = undefined;
        open();
      };
    },
    get held() {
      return counts.held;
    },
    get waits() {
      return counts.waits;
    },
  };
}

function countWaits(locks: Locks, counts: { waits: number }): Locks {
  const acquire = (name: string, options?: { ifAvailable?: true }): Promise<Release | undefined> => {
    if (name.startsWith('turn:') && options?.ifAvailable !== true) counts.waits++;
    return locks.acquire(name, options as never);
  };
  return { acquire: acquire as Locks['acquire'], listHeld: locks.listHeld };
}
