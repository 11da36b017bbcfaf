import { tidyUp } from '../../../../src/engine/collection/tidy-up.ts';
import type { Engine } from '../../../../src/engine/contract.ts';
import { createEngine } from '../../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../../src/engine/ingest/local-leaf-maker.ts';
import { loadKernel } from '../../../../src/kernel/load/load-kernel.ts';
import type { Store } from '../../../../src/store/contract.ts';
import { createIdbStore, createOpfsStore } from '../../../../src/store/create-store.ts';
import type { CommitStep, OnStep } from '../../../../src/store/store-deps.ts';
import { type Found, findProblems } from './life-check.ts';
import { makeState, toInput } from './life-states.ts';

export type Operation = 'ingest' | 'update' | 'delete' | 'export';

export interface LifeCalls {
  /** Works until the browser dies; tells every operation, every step of a commit and every state that is committed. */
  live(seed: number): Promise<never>;
  /** One operation that stops for ever at the step, after telling so. */
  hangAt(operation: Operation, step: CommitStep): Promise<never>;
  /** Result of a start: the state of the collection, and everything wrong with it. */
  check(): Promise<Found>;
}

export interface LifeEvent {
  readonly operation?: Operation;
  readonly step?: CommitStep;
  readonly reached?: CommitStep;
  readonly committed?: number;
}

const CYCLE: readonly Operation[] = ['ingest', 'export', 'update', 'delete'];

const calls: LifeCalls = {
  async live(seed) {
    const life = await start((step) => report({ step }));
    for (let turn = seed; ; turn++) {
      const operation = CYCLE[turn % CYCLE.length] as Operation;
      report({ operation });
      await run(life, operation);
    }
  },

  async hangAt(operation, stopAt) {
    let armed = false;
    const life = await start(async (step) => {
      if (!armed || step !== stopAt) return;
      report({ reached: step });
      await new Promise(() => {});
    });
    armed = true;
    await run(life, operation);
    if (stopAt === 'in-sweep') await sweepAgain(life.store);
    throw new Error(`${operation} never came to ${stopAt}`);
  },

  async check() {
    const { store, engine } = await start();
    // The cleanup that the app starts a few seconds after it opens.
    await tidyUp({ store });
    const found = await findProblems(engine, store, async (fresh) => makeEngine(fresh));
    await store.close();
    return found;
  },
};

const createLifeStore = location.search === '?idb' ? createIdbStore : createOpfsStore;

interface Life {
  readonly onStep: OnStep | undefined;
  readonly store: Store;
  readonly engine: Engine;
}

async function start(onStep?: OnStep): Promise<Life> {
  const store = await createLifeStore(onStep ? { onStep } : {});
  return { onStep, store, engine: await makeEngine(store) };
}

async function makeEngine(store: Store): Promise<Engine> {
  const kernel = await loadKernel({ simd: await (await fetch('/kernel.wasm')).arrayBuffer() });
  return createEngine({ kernel, store, leafMaker: createLocalLeafMaker({ kernel }), where: 'worker' });
}

async function run(life: Life, operation: Operation): Promise<void> {
  if (operation === 'delete') return deleteAndSweep(life);
  if (operation === 'export') return exportAll(life.engine);
  await advance(life.engine, operation);
}

/** To the next state whose change is of the wanted size; a state in between is passed through. */
async function advance(engine: Engine, operation: 'ingest' | 'update'): Promise<void> {
  const id = await findLife(engine);
  for (;;) {
    const state = (await readState(engine, id)) + 1;
    const known = (await engine.listCollections()).find((other) => other.id === id)?.sources[0];
    const source = known === undefined ? {} : { sourceId: known.id };
    // A file that was read when the browser died would be skipped as one that crashes tabs.
    if (known !== undefined) await engine.retryCrashed(id, known.id);
    await engine.ingest({ collectionId: id, jobId: `state-${state}`, input: toInput(makeState(state)), ...source });
    report({ committed: state });
    if ((state % 2 === 1) === (operation === 'update')) return;
  }
}

async function findLife(engine: Engine): Promise<string> {
  const known = (await engine.listCollections()).find(({ name }) => name === 'life');
  return known?.id ?? (await engine.createCollection({ name: 'life' })).id;
}

async function readState(engine: Engine, collectionId: string): Promise<number> {
  const answer = await engine.findChunkAt(collectionId, 'state.txt', 1);
  return Number(answer?.chunk.content.split(' ')[1] ?? -1);
}

/** Another collection comes, is deleted and swept. Its session ends in between: as long as that lives, it may undo. */
async function deleteAndSweep({ onStep, store }: Life): Promise<void> {
  const session = await start(onStep);
  const { id } = await session.engine.createCollection({ name: 'doomed' });
  const files = [{ path: 'a.md', text: '# Doomed\n\nalpha soon gone\n' }];
  await session.engine.ingest({ collectionId: id, jobId: 'doomed', input: toInput(files) });
  await session.engine.deleteCollection(id);
  await session.store.close();
  await sweepAgain(store);
}

/** Repeats until a file is swept: browsers release locks a moment late, also after a worker has ended. */
async function sweepAgain(store: Store): Promise<void> {
  for (let poll = 0; poll < 100 && (await store.sweep()).removedFiles === 0; poll++)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

async function exportAll(engine: Engine): Promise<void> {
  const id = await findLife(engine);
  const form = 'full' as const;
  const { blob } = await engine.exportZip({ collectionId: id, jobId: 'export', form, mask: false });
  if ((blob?.size ?? 0) === 0) throw new Error('the export is empty');
}

function report(event: LifeEvent): void {
  postMessage({ event });
}

addEventListener('message', async ({ data: [name, args] }: MessageEvent<[keyof LifeCalls, unknown[]]>) => {
  try {
    postMessage({ value: await (calls[name] as (...all: unknown[]) => Promise<unknown>)(...args) });
  } catch (error) {
    postMessage({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
});
