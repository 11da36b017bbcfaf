import { describe, expect, it } from 'vitest';
import type { Engine, EngineEvent } from '../../../../src/engine/contract.ts';
import { createEngineFacade } from '../../../../src/thread/page/engine-facade.ts';

/** Engines that answer `listCollections` with their own number, or never; those in `mute` do not even answer `subscribe`. */
function fakeWorkers(options: { hang?: boolean; mute?: readonly number[] } = {}) {
  const listeners: ((event: EngineEvent) => void)[] = [];
  const deaths: ((reason: string) => void)[] = [];
  const openWorker = async (onDeath: (reason: string) => void) => {
    const number = deaths.push(onDeath);
    const engine = {
      listCollections: () => (options.hang && number === 1 ? new Promise(() => undefined) : Promise.resolve([number])),
      subscribe: (listener: (event: EngineEvent) => void) => {
        listeners.push(listener);
        return options.mute?.includes(number) ? new Promise(() => undefined) : Promise.resolve(() => undefined);
      },
    } as unknown as Engine;
    return engine;
  };
  return { openWorker, deaths, listeners };
}

describe('the engine of the page', () => {
  it('fails open calls with a code when the worker dies, and continues with a new worker', async () => {
    const workers = fakeWorkers({ hang: true });
    const engine = await createEngineFacade(workers.openWorker);
    const lost = engine.listCollections();
    // The call must be pending before its worker dies.
    await Promise.resolve();
    workers.deaths[0]?.('its lock is free');
    await expect(lost).rejects.toMatchObject({ code: 'thread/worker-died', details: { deaths: 1 } });
    await expect(engine.listCollections()).resolves.toEqual([2]);
  });

  it('replaces a worker only once', async () => {
    const workers = fakeWorkers();
    const engine = await createEngineFacade(workers.openWorker);
    workers.deaths[0]?.('first');
    await engine.listCollections();
    workers.deaths[1]?.('second');
    await expect(engine.listCollections()).rejects.toMatchObject({
      code: 'thread/worker-died',
      details: { deaths: 2 },
    });
    expect(workers.deaths).toHaveLength(2);
  });

  it('keeps listeners when the worker is replaced, and notifies them', async () => {
    const workers = fakeWorkers();
    const engine = await createEngineFacade(workers.openWorker);
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
    const openWorker = () => Promise.reject(new Error('blocked'));
    await expect(createEngineFacade(openWorker)).rejects.toThrow('blocked');
  });

  it('continues with a new worker when the first one dies before it has answered anything', async () => {
    const workers = fakeWorkers({ mute: [1] });
    const made = createEngineFacade(workers.openWorker);
    await expect.poll(() => workers.listeners.length).toBe(1);
    workers.deaths[0]?.('its lock is free');
    await expect((await made).listCollections()).resolves.toEqual([2]);
  });

  it('rejects when the second worker dies the same way', async () => {
    const workers = fakeWorkers({ mute: [1, 2] });
    const made = createEngineFacade(workers.openWorker);
    await expect.poll(() => workers.listeners.length).toBe(1);
    workers.deaths[0]?.('first');
    await expect.poll(() => workers.listeners.length).toBe(2);
    workers.deaths[1]?.('second');
    await expect(made).rejects.toMatchObject({ code: 'thread/worker-died', details: { deaths: 2 } });
  });

  it('fails calls that wait for a new worker when that one dies before it has answered anything', async () => {
    const workers = fakeWorkers({ mute: [2] });
    const engine = await createEngineFacade(workers.openWorker);
    workers.deaths[0]?.('first');
    await expect.poll(() => workers.listeners.length).toBe(2);
    const waiting = engine.listCollections();
    workers.deaths[1]?.('second');
    await expect(waiting).rejects.toMatchObject({ code: 'thread/worker-died', details: { deaths: 2 } });
    await expect(engine.listCollections()).rejects.toMatchObject({ code: 'thread/worker-died' });
  });
});
