import { describe, expect, it } from 'vitest';
import { startWorker } from '../../../../src/thread/page/start-worker.ts';
import { type FakeWorker, fakeWorker } from './fake-worker.ts';

function start(worker: FakeWorker, onDeath: (reason: string) => void = () => undefined, locks?: LockManager) {
  const { port1 } = new MessageChannel();
  const started = startWorker({ spawn: () => worker, port: port1, onDeath, timeoutMs: 50, locks });
  return started.finally(() => port1.close());
}

/** Starts a worker that answers. */
async function startReady(onDeath?: (reason: string) => void, locks?: LockManager) {
  const worker = fakeWorker({ type: 'ready' });
  const started = start(worker, onDeath, locks);
  worker.say({ type: 'hello' });
  return { worker, started: await started };
}

describe('the start of a worker', () => {
  it('sends nothing before the worker has said hello', async () => {
    const worker = fakeWorker({ type: 'ready' });
    const started = start(worker);
    expect(worker.received).toEqual([]);
    worker.say({ type: 'hello' });
    await started;
    expect(worker.received).toEqual([expect.objectContaining({ type: 'start' })]);
  });

  it('gives up on a silent worker after the time limit', async () => {
    const worker = fakeWorker();
    await expect(start(worker)).rejects.toMatchObject({ code: 'thread/no-answer' });
    expect(worker.terminated).toBe(true);
  });

  it('reports a script that cannot be loaded', async () => {
    const worker = fakeWorker();
    const started = start(worker);
    worker.error();
    await expect(started).rejects.toMatchObject({
      code: 'thread/no-answer',
      details: { reason: 'its script could not be loaded' },
    });
  });

  it('reports a browser without workers', async () => {
    const { port1 } = new MessageChannel();
    const spawn = () => {
      throw new ReferenceError('Worker is not defined');
    };
    const started = startWorker({ spawn, port: port1, onDeath: () => undefined });
    await expect(started).rejects.toMatchObject({ code: 'thread/no-answer' });
    port1.close();
  });

  it('reports why the engine could not be built', async () => {
    const worker = fakeWorker({ type: 'failed', code: 'kernel/unavailable', message: 'no build starts', details: {} });
    const started = start(worker);
    worker.say({ type: 'hello' });
    await expect(started).rejects.toMatchObject({ code: 'kernel/unavailable' });
  });

  it('reports the death of a worker once, and never for a worker that it stopped', async () => {
    const deaths: string[] = [];
    const { worker } = await startReady((reason) => deaths.push(reason));
    worker.error('out of memory');
    worker.error('again');
    expect(deaths).toEqual(['out of memory']);

    const other = await startReady((reason) => deaths.push(reason));
    other.started.stop();
    other.worker.error('late');
    expect(deaths).toHaveLength(1);
  });

  it('detects a dead worker by getting its lock', async () => {
    let give: (() => void) | undefined;
    const locks = {
      request: (_name: string, _options: object, callback: () => void) => {
        give = callback;
        return new Promise(() => undefined);
      },
    } as unknown as LockManager;
    const deaths: string[] = [];
    const { worker } = await startReady((reason) => deaths.push(reason), locks);
    expect(deaths).toEqual([]);
    give?.();
    expect(deaths).toEqual(['its lock is free']);
    expect(worker.terminated).toBe(true);
  });

  it('waits for the end of a worker by its lock, and does not wait without locks', async () => {
    const asked: ((value?: unknown) => void)[] = [];
    const locks = {
      request: () => new Promise((resolve) => asked.push(resolve)),
    } as unknown as LockManager;
    const { worker, started } = await startReady(undefined, locks);
    let isGone = false;
    const stopping = started.stop().then(() => {
      isGone = true;
    });
    expect(worker.terminated).toBe(true);
    await new Promise((resolve) => setTimeout(resolve));
    expect(isGone).toBe(false);
    for (const give of asked) give();
    await stopping;
    const other = await startReady();
    await other.started.stop();
    expect(other.worker.terminated).toBe(true);
  });
});
