import { expose } from 'comlink';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FileTask, LeafMaker, NoLeaf } from '../../../../src/engine/deps.ts';
import { makeOne, toFailure } from '../../../../src/engine/ingest/file-outcome.ts';
import type { Leaf } from '../../../../src/kernel/contract.ts';
import { AppError } from '../../../../src/model/app-error.ts';
import { installErrorWire } from '../../../../src/thread/wire/error-wire.ts';
import type { IngestService } from '../../../../src/thread/wire/protocol.ts';
import { createPool, type PoolOptions } from '../../../../src/thread/workers/pool.ts';

const channels: MessageChannel[] = [];

beforeAll(installErrorWire);
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close();
    port2.close();
  }
});

/** The leaf is the path, the contents are the bytes: enough to see that every task got its own answer. */
function toResult({ path, bytes }: FileTask): Leaf {
  return {
    leaf: new TextEncoder().encode(path),
    contents: bytes,
    fileHash: new Uint8Array(32),
    bytes: 1,
    facts: {
      ...{ kind: 'text', language: '', lineCount: 1, tokenTotal: 1, chunkCount: 1 },
      ...{ warnings: [], title: '', description: '', url: '', tags: [] },
    },
  };
}

function makeTask(path: string): FileTask {
  return { path, bytes: new TextEncoder().encode(`text of ${path}`), settings: {} as FileTask['settings'] };
}

type Make = (task: FileTask) => Promise<Leaf>;
const answer: Make = async (task) => toResult(task);

/** Answers like the worker: each file separately. */
const toService =
  (make: Make): IngestService['make'] =>
  (tasks) =>
    Promise.all(tasks.map((task) => make(task).catch(toFailure)));

function joinService(service: Partial<IngestService>): MessagePort {
  const channel = new MessageChannel();
  channels.push(channel);
  expose({ make: never, findColours: never, ...service } satisfies IngestService, channel.port1);
  return channel.port2;
}

const joinWorker = (make: Make): MessagePort => joinService({ make: toService(make) });

/** Notes the requests for workers and the workers that are to be replaced. */
function makePool(options: Partial<PoolOptions> = {}) {
  const asked: 'all'[] = [];
  const renewed: number[] = [];
  const pool = createPool({
    ...{ size: 1, local, askForWorkers: () => void asked.push('all') },
    ...options,
    renewWorker(index) {
      renewed.push(index);
      options.renewWorker?.(index);
    },
  });
  return { pool, asked, renewed };
}

const textOf = async (made: Promise<Leaf>): Promise<string> => new TextDecoder().decode((await made).leaf);
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
const DIED = { code: 'thread/worker-died' };
const never = () => new Promise<never>(() => undefined);
const local: LeafMaker = { workers: 0, make: toService(answer) };
const idle: LeafMaker = { workers: 0, make: never };
const paths = Array.from({ length: 40 }, (_, i) => `file-${i}.md`);

describe('the pool of ingest workers', () => {
  it.each([1, 2, 5])(
    'requests workers with the first task, and gives the same answers with %i of them [E2]',
    async (size) => {
      const { pool, asked } = makePool({ size, local: idle });
      expect(asked).toEqual([]);
      const answers = Promise.all(paths.map((path) => makeOne(pool, makeTask(path))));
      for (let index = 0; index < size; index++) {
        // Each worker answers at its own pace.
        pool.add(
          index,
          joinWorker(async (task) => {
            await wait(index);
            return toResult(task);
          }),
        );
      }
      const texts = (await answers).map(({ leaf, contents }) =>
        [leaf, contents].map((part) => new TextDecoder().decode(part)),
      );
      expect(texts).toEqual(paths.map((path) => [path, `text of ${path}`]));
      expect(asked).toEqual(['all']);
    },
  );

  it('transfers bytes, but never the rest of a larger buffer', async () => {
    const { pool } = makePool();
    pool.add(0, joinWorker(answer));
    const whole = makeTask('whole.md');
    await makeOne(pool, whole);
    expect(whole.bytes.byteLength).toBe(0);
    const buffer = new Uint8Array(100);
    await makeOne(pool, { ...makeTask('part.md'), bytes: buffer.subarray(10, 20) });
    expect(buffer.byteLength).toBe(100);
  });

  it('starts one worker for the colours of a file, and the others with the first import', async () => {
    const { pool, asked, renewed } = makePool({ size: 3, local: idle });
    const colours = Promise.all(['a', 'b'].map((text) => pool.findColours?.('python', text)));
    expect([renewed, asked]).toEqual([[0], []]);
    const findColours = async (_: string, text: string) => Uint32Array.of(0, text.length, 1);
    pool.add(0, joinService({ make: toService(answer), findColours }));
    expect((await colours).map((one) => [...(one ?? [])])).toEqual([
      [0, 1, 1],
      [0, 1, 1],
    ]);
    await makeOne(pool, makeTask('a.md'));
    expect([renewed, asked]).toEqual([[0], ['all']]);
  });

  it('requests the others if the one for colours does not start', async () => {
    const { pool, asked } = makePool({ size: 2 });
    const colours = pool.findColours?.('python', 'a');
    pool.fail(0, 'blocked');
    expect(asked).toEqual(['all']);
    pool.fail(1, 'blocked');
    expect(await colours).toHaveLength(0);
  });

  it('falls back to its own thread when no worker is available', async () => {
    const { pool } = makePool({ size: 2 });
    const made = textOf(makeOne(pool, makeTask('a.md')));
    pool.fail(0, 'blocked');
    pool.fail(1, 'blocked');
    expect(await made).toBe('a.md');
    expect(pool.workers).toBe(0);
  });

  it('ends a worker that is still busy after its job was cancelled, and continues with its replacement', async () => {
    const { pool, renewed } = makePool({ cancelMs: 5, renewWorker: (index) => pool.add(index, joinWorker(answer)) });
    pool.add(0, joinWorker(never));
    const cancelled = new AbortController();
    const hanging = makeOne(pool, makeTask('hangs.js'), cancelled.signal);
    const waiting = makeOne(pool, makeTask('waits.md'));
    await wait(20);
    expect(renewed).toEqual([]);
    cancelled.abort();
    await expect(hanging).rejects.toMatchObject(DIED);
    await expect(waiting).rejects.toMatchObject(DIED);
    expect(renewed).toEqual([0]);
    expect(await textOf(makeOne(pool, makeTask('next.md')))).toBe('next.md');
  });

  it('ends a worker that is silent for too long', async () => {
    const { pool, renewed } = makePool({ silentMs: 5 });
    pool.add(0, joinWorker(never));
    await expect(makeOne(pool, makeTask('hangs.js'))).rejects.toMatchObject(DIED);
    expect(renewed).toEqual([0]);
  });

  it('ends a worker only if its file is slow, others wait for it and it can be read later', async () => {
    const { pool, renewed } = makePool({ slowMs: 5 });
    pool.add(0, joinWorker(never));
    const slow = makeOne(pool, { ...makeTask('slow.pdf'), canWait: true });
    await wait(30);
    expect(renewed).toEqual([]);
    const other = makeOne(pool, makeTask('other.pdf'));
    await expect(slow).rejects.toMatchObject(DIED);
    await expect(other).rejects.toMatchObject(DIED);
    expect(renewed).toEqual([0]);
    pool.add(0, joinWorker(never));
    void makeOne(pool, makeTask('slow.pdf'));
    void makeOne(pool, makeTask('other.pdf'));
    await wait(30);
    expect(renewed).toEqual([0]);
  });

  it('replaces a worker that lacks a reader once it is idle, so that the next import can load the reader', async () => {
    const { pool, renewed } = makePool({ size: 2 });
    pool.add(
      0,
      joinWorker(async (task) => ({ ...toResult(task), incomplete: 'reader-missing' })),
    );
    const both = ['a.pdf', 'b.pdf'].map((path) => makeOne(pool, makeTask(path)));
    pool.add(1, joinWorker(answer));
    await Promise.all(both);
    expect(renewed).toEqual([0]);
  });

  it('fails the tasks of a worker that died with a code, and continues with its replacement', async () => {
    const { pool } = makePool();
    pool.add(0, joinWorker(never));
    const lost = makeOne(pool, makeTask('lost.md'));
    await wait(5);
    pool.fail(0, 'its lock is free');
    await expect(lost).rejects.toMatchObject(DIED);
    pool.add(0, joinWorker(answer));
    expect(await textOf(makeOne(pool, makeTask('next.md')))).toBe('next.md');
    expect(pool.workers).toBe(1);
  });

  it('replaces a worker each time a reader fails in it, with the files it had in hand', async () => {
    const make: IngestService['make'] = async (tasks) => {
      if (tasks.some(({ path }) => path.startsWith('bad'))) throw new AppError('thread/worker-died', 'stray');
      return toService(answer)(tasks);
    };
    const join = (index: number) => pool.add(index, joinService({ make }));
    const { pool, renewed } = makePool({ local: idle, askForWorkers: () => join(0), renewWorker: join });
    for (const path of ['bad-1.pdf', 'bad-2.pdf', 'bad-3.pdf'])
      await expect(makeOne(pool, makeTask(path))).rejects.toMatchObject(DIED);
    expect(renewed).toEqual([0, 0, 0]);
    expect(await textOf(makeOne(pool, makeTask('next.md')))).toBe('next.md');
  });

  it('lets a capable worker read files, a whole batch in one, and reads them here without workers', async () => {
    const toOutcome = (path: string): NoLeaf => ({ type: 'unreadable', message: path, isArchiveEntry: false });
    const here: string[] = [];
    const readHere: LeafMaker['make'] = async (tasks) => {
      here.push(...tasks.map(({ path }) => path));
      return tasks.map(({ path }) => toOutcome(path));
    };
    const { pool } = makePool({ local: { ...idle, make: readHere } });
    const batches: number[] = [];
    const make: IngestService['make'] = async (tasks) => {
      batches.push(tasks.length);
      if (tasks.some(({ path }) => path === 'bad.md')) throw new AppError('source/permission', 'withdrawn');
      return tasks.map(({ path }) => toOutcome(path));
    };
    pool.add(0, joinService({ make }));
    const ask = (asked: readonly string[]) => pool.make(asked.map((path) => ({ ...makeTask(path), maxBytes: 9 })));
    expect(await ask(paths)).toEqual(paths.map(toOutcome));
    expect(batches).toEqual([paths.length]);
    await expect(ask(['a.md', 'bad.md'])).rejects.toMatchObject({ code: 'source/permission' });
    expect(await ask(['b.md'])).toEqual([toOutcome('b.md')]);
    pool.fail(0, 'blocked');
    expect(await ask(['last.md'])).toEqual([toOutcome('last.md')]);
    expect(here).toEqual(['last.md']);
  });

  it('reports the error of one task and stays alive', async () => {
    const { pool } = makePool();
    pool.add(
      0,
      joinWorker(async (task) => {
        if (task.path === 'bad.md') throw new AppError('kernel/out-of-memory', 'no room');
        return toResult(task);
      }),
    );
    await expect(makeOne(pool, makeTask('bad.md'))).rejects.toMatchObject({ code: 'kernel/out-of-memory' });
    await expect(makeOne(pool, makeTask('good.md'))).resolves.toBeDefined();
  });
});
