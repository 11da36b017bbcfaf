import { describe, expect, it } from 'vitest';
import type { Engine, EngineEvent } from '../../../src/engine/contract.ts';
import { createEngineFacade } from '../../../src/thread/engine-facade.ts';

/** Engines that answer `listCollections` with their own number, or never. */
function fakeWorkers(options: { hang?: boolean } = {}) {
  const listeners: ((event: EngineEvent) => void)[] = [];
  const deaths: ((reason: string) => void)[] = [];
  const openLink = async (onDeath: (reason: string) => void) => {
    const number = deaths.push(onDeath);
    const engine = {
      listCollections: () => (options.hang && number === 1 ? new Promise(() => undefined) : Promise.resolve([number])),
      subscribe: async (listener: (event: EngineEvent) => void) => {
        listeners.push(listener);
        return () => undefined;
      },
    } as unknown as Engine;
    return { engine };
  };
  return { openLink, deaths, listeners };
}

describe('the engine as the page knows it', () => {
  it('fails open calls with a code when the worker dies, and goes on with a new worker', async () => {
    const workers = fakeWorkers({ hang: true });
    const engine = await createEngineFacade(workers.openLink);
    const lost = engine.listCollections();
    // The call must be under way before its worker dies.
    await Promise.resolve();
    workers.deaths[0]?.('its lock is free');
    await expect(lost).rejects.toMatchObject({ code: 'thread/worker-died', details: { deaths: 1 } });
    await expect(engine.listCollections()).resolves.toEqual([2]);
  });

  it('replaces a worker once, not for ever', async () => {
    const workers = fakeWorkers();
    const engine = await createEngineFacade(workers.openLink);
    workers.deaths[0]?.('first');
    await engine.listCollections();
    workers.deaths[1]?.('second');
    await expect(engine.listCollections()).rejects.toMatchObject({
      code: 'thread/worker-died',
      details: { deaths: 2 },
    });
    expect(workers.deaths).toHaveLength(2);
  });

  it('keeps listeners over the change of workers and tells them of it', async () => {
    const workers = fakeWorkers();
    const engine = await createEngineFacade(workers.openLink);
    const heard: string[] = [];
    const leave = await engine.subscribe((event) => heard.push(event.type === 'problem' ? event.code : event.type));
    workers.deaths[0]?.('gone');
    await engine.listCollections();
    workers.listeners[1]?.({ type: 'collection', collectionId: 'a', what: 'commit' });
    leave();
    workers.listeners[1]?.({ type: 'collection', collectionId: 'a', what: 'delete' });
    expect(heard).toEqual(['thread/worker-died', 'collection']);
  });

  it('rejects when the first worker does not start', async () => {
    const openLink = () => Promise.reject(new Error('blocked'));
    await expect(createEngineFacade(openLink)).rejects.toThrow('blocked');
  });
});
