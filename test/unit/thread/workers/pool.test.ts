import { expose } from 'comlink';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LeafResult, LeafTask, ReadingLeafMaker, ScanRules, Settled } from '../../../../src/engine/deps.ts';
import type { ScanBatch } from '../../../../src/engine/scan/scan-wire.ts';
import { AppError } from '../../../../src/model/app-error.ts';
import { installErrorWire } from '../../../../src/thread/wire/error-wire.ts';
import type { IngestService } from '../../../../src/thread/wire/ingest-service.ts';
import { packOutcomes } from '../../../../src/thread/wire/outcome-wire.ts';
import { createPool } from '../../../../src/thread/workers/pool.ts';

const channels: MessageChannel[] = [];

beforeAll(installErrorWire);
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close();
    port2.close();
  }
});

/** The leaf is the path, the contents are the bytes: enough to see that every task got its own answer. */
function toResult({ path, bytes }: LeafTask): LeafResult {
  return {
    leaf: new TextEncoder().encode(path),
    contents: bytes,
    fileHash: new Uint8Array(32),
    facts: {
      ...{ kind: 'text', language: '', lineCount: 1, tokenTotal: 1, chunkCount: 1 },
      ...{ warnings: [], title: '', description: '', url: '', tags: [] },
    },
  };
}

function makeTask(path: string): LeafTask {
  return { path, bytes: new TextEncoder().encode(`text of ${path}`), settings: {} as LeafTask['settings'] };
}

type Make = (task: LeafTask) => Promise<LeafResult>;
const answer: Make = async (task) => toResult(task);

/** Answers like the worker: each file separately. */
const toBatchAnswer =
  (make: Make): IngestService['makeBatch'] =>
  async ({ files, ahead, settings }) => {
    let end = 0;
    const settled: Settled[] = [];
    for (const { path, from } of files) {
      const start = end;
      end += from as number;
      const bytes = ahead.slice(start, end);
      settled.push(
        await make({ path, bytes, settings }).then(
          (result): Settled => ({ outcome: { type: 'made', bytes: bytes.length, result } }),
          (error): Settled => ({ error }),
        ),
      );
    }
    return packOutcomes(settled);
  };

function joinWorker(make: Make, findColours: IngestService['findColours'] = never): MessagePort {
  const channel = new MessageChannel();
  channels.push(channel);
  expose({ ...silent, makeBatch: toBatchAnswer(make), findColours } satisfies IngestService, channel.port1);
  return channel.port2;
}

const renewWorker = () => undefined;
const endWorker = () => undefined;
const never = () => new Promise<never>(() => undefined);
const silent: IngestService = {
  makeBatch: never,
  findColours: never,
  scanFolder: never,
};
const local: ReadingLeafMaker = { workers: 0, make: async (task) => toResult(task), makeAll: never };
const idle: ReadingLeafMaker = { workers: 0, make: never, makeAll: never };
const openPool = (options: Partial<Parameters<typeof createPool>[0]> = {}) =>
  createPool({ size: 1, local, askForWorkers: () => undefined, renewWorker, endWorker, ...options });
const paths = Array.from({ length: 40 }, (_, i) => `file-${i}.md`);

describe('the pool of ingest workers', () => {
  it.each([1, 2, 5])('gives the same answers with %i workers [E2]', async (size) => {
    let asked = 0;
    const pool = openPool({
      size,
      local: idle,
      askForWorkers: () => asked++,
    });
    const answers = Promise.all(paths.map((path) => pool.make(makeTask(path))));
    for (let index = 0; index < size; index++) {
      // Each worker answers at its own pace.
      pool.add(
        index,
        joinWorker(async (task) => {
          await new Promise((done) => setTimeout(done, index));
          return toResult(task);
        }),
      );
    }
    const texts = (await answers).map(({ leaf, contents }) =>
      [leaf, contents].map((part) => new TextDecoder().decode(part)),
    );
    expect(texts).toEqual(paths.map((path) => [path, `text of ${path}`]));
    expect(asked).toBe(1);
  });

  it('requests workers with the first task, not before', () => {
    let asked = 0;
    openPool({ size: 2, askForWorkers: () => asked++ });
    expect(asked).toBe(0);
  });

  it('transfers bytes, but never the rest of a larger buffer', async () => {
    const pool = openPool();
    pool.add(0, joinWorker(answer));
    const whole = makeTask('whole.md');
    await pool.make(whole);
    expect(whole.bytes.byteLength).toBe(0);
    const buffer = new Uint8Array(100);
    await pool.make({ ...makeTask('part.md'), bytes: buffer.subarray(10, 20) });
    expect(buffer.byteLength).toBe(100);
  });

  it('starts one worker for the colours of a file, and the others with the first import', async () => {
    const renewed: number[] = [];
    let asked = 0;
    const pool = openPool({
      size: 3,
      local: idle,
      askForWorkers: () => asked++,
      renewWorker: (index) => renewed.push(index),
    });
    const colours = Promise.all(['a', 'b'].map((text) => pool.findColours?.('python', text)));
    expect([renewed, asked]).toEqual([[0], 0]);
    pool.add(
      0,
      joinWorker(answer, async (_, text) => Uint32Array.of(0, text.length, 1)),
    );
    expect((await colours).map((one) => [...(one ?? [])])).toEqual([
      [0, 1, 1],
      [0, 1, 1],
    ]);
    await pool.make(makeTask('a.md'));
    expect([renewed, asked]).toEqual([[0], 1]);
  });

  it('requests the others if the one for colours does not start', async () => {
    let asked = 0;
    const pool = openPool({ size: 2, askForWorkers: () => asked++ });
    const colours = pool.findColours?.('python', 'a');
    pool.fail(0, 'blocked');
    expect(asked).toBe(1);
    pool.fail(1, 'blocked');
    expect(await colours).toHaveLength(0);
  });

  it('falls back to its own thread when no worker is available', async () => {
    const pool = openPool({ size: 2 });
    const answer = pool.make(makeTask('a.md'));
    pool.fail(0, 'blocked');
    pool.fail(1, 'blocked');
    expect(new TextDecoder().decode((await answer).leaf)).toBe('a.md');
    expect(pool.workers).toBe(0);
  });

  it('ends a worker that is still busy after its job was cancelled, and continues with its replacement', async () => {
    const renewed: number[] = [];
    const pool = openPool({
      cancelMs: 5,
      renewWorker: (index) => {
        renewed.push(index);
        pool.add(index, joinWorker(answer));
      },
    });
    pool.add(0, joinWorker(never));
    const cancelled = new AbortController();
    const hanging = pool.make(makeTask('hangs.js'), cancelled.signal);
    const waiting = pool.make(makeTask('waits.md'));
    await new Promise((done) => setTimeout(done, 20));
    expect(renewed).toEqual([]);
    cancelled.abort();
    await expect(hanging).rejects.toMatchObject({ code: 'thread/worker-died' });
    await expect(waiting).rejects.toMatchObject({ code: 'thread/worker-died' });
    expect(renewed).toEqual([0]);
    expect(new TextDecoder().decode((await pool.make(makeTask('next.md'))).leaf)).toBe('next.md');
  });

  it('ends a worker that is silent for too long, but not one that walks a folder', async () => {
    const renewed: number[] = [];
    const options = { silentMs: 5 };
    const pool = openPool({ ...options, renewWorker: (index) => renewed.push(index) });
    pool.add(0, joinWorker(never));
    await expect(pool.make(makeTask('hangs.js'))).rejects.toMatchObject({ code: 'thread/worker-died' });
    expect(renewed).toEqual([0]);
    pool.add(0, joinWorker(answer));
    void pool.scanFolder({} as FileSystemDirectoryHandle, {} as ScanRules, async () => undefined);
    await new Promise((done) => setTimeout(done, 30));
    expect(renewed).toEqual([0]);
  });

  it('ends a worker only if its file is slow, others wait for it and it can be read later', async () => {
    const renewed: number[] = [];
    const options = { slowMs: 5 };
    const pool = openPool({ ...options, renewWorker: (index) => renewed.push(index) });
    pool.add(0, joinWorker(never));
    const slow = pool.make({ ...makeTask('slow.pdf'), canWait: true });
    await new Promise((done) => setTimeout(done, 30));
    expect(renewed).toEqual([]);
    const other = pool.make(makeTask('other.pdf'));
    await expect(slow).rejects.toMatchObject({ code: 'thread/worker-died' });
    await expect(other).rejects.toMatchObject({ code: 'thread/worker-died' });
    expect(renewed).toEqual([0]);
    pool.add(0, joinWorker(never));
    void pool.make(makeTask('slow.pdf'));
    void pool.make(makeTask('other.pdf'));
    await new Promise((done) => setTimeout(done, 30));
    expect(renewed).toEqual([0]);
  });

  it('fails the tasks of a worker that died with a code, and continues with its replacement', async () => {
    const pool = openPool();
    pool.add(0, joinWorker(never));
    const lost = pool.make(makeTask('lost.md'));
    await new Promise((done) => setTimeout(done, 5));
    pool.fail(0, 'its lock is free');
    await expect(lost).rejects.toMatchObject({ code: 'thread/worker-died' });
    pool.add(0, joinWorker(answer));
    expect(new TextDecoder().decode((await pool.make(makeTask('next.md'))).leaf)).toBe('next.md');
    expect(pool.workers).toBe(1);
  });

  it('replaces a worker each time a reader fails in it, with the files it had in hand', async () => {
    const renewed: number[] = [];
    const failBatch: IngestService['makeBatch'] = async (batch) => {
      if (batch.files.some(({ path }) => path.startsWith('bad'))) throw new AppError('thread/worker-died', 'stray');
      return toBatchAnswer(answer)(batch);
    };
    const join = (index: number): void => {
      const channel = new MessageChannel();
      channels.push(channel);
      expose({ ...silent, makeBatch: failBatch } satisfies IngestService, channel.port1);
      pool.add(index, channel.port2);
    };
    const renewWorker = (index: number): void => {
      renewed.push(index);
      join(index);
    };
    const pool = openPool({ local: idle, askForWorkers: () => join(0), renewWorker });
    for (const path of ['bad-1.pdf', 'bad-2.pdf', 'bad-3.pdf'])
      await expect(pool.make(makeTask(path))).rejects.toMatchObject({ code: 'thread/worker-died' });
    expect(renewed).toEqual([0, 0, 0]);
    expect(new TextDecoder().decode((await pool.make(makeTask('next.md'))).leaf)).toBe('next.md');
  });

  it('replaces a worker that has used up its tasks, when it is idle and there is more to do', async () => {
    const renewed: number[] = [];
    const renewWorker = (index: number) => {
      renewed.push(index);
      pool.add(index, joinWorker(answer));
    };
    const pool = openPool({
      local: idle,
      askForWorkers: () => renewWorker(0),
      renewWorker,
      tasksPerWorker: 20,
    });
    const answers = await Promise.all(paths.map((path) => pool.make(makeTask(path))));
    expect(answers.map(({ leaf }) => new TextDecoder().decode(leaf))).toEqual(paths);
    expect(renewed).toEqual([0, 0]);
    expect(pool.workers).toBe(1);
  });

  it('ends workers that have done much when there is nothing to do, and starts others later', async () => {
    const told: string[] = [];
    const start = (index: number) => {
      pool.add(index, joinWorker(answer));
    };
    const pool = openPool({
      local: idle,
      askForWorkers: () => start(0),
      renewWorker(index) {
        told.push(`renew ${index}`);
        start(index);
      },
      endWorker: (index) => {
        told.push(`end ${index}`);
        pool.ended(index);
      },
    });
    await pool.make(makeTask('first.md'));
    await pool.rest?.();
    expect(told).toEqual([]);
    for (let i = 0; i < 2_000; i++) await pool.make(makeTask('a.md'));
    await pool.rest?.();
    expect(told).toEqual(['end 0']);
    expect(new TextDecoder().decode((await pool.make(makeTask('next.md'))).leaf)).toBe('next.md');
    expect(told).toEqual(['end 0', 'renew 0']);
    expect(pool.workers).toBe(1);
  });

  it('ends a worker that lacks a reader, so that the next import can load it', async () => {
    const ended: number[] = [];
    const pool = createPool({
      ...{ size: 2, local: idle, askForWorkers: () => undefined, renewWorker },
      endWorker(index) {
        ended.push(index);
        pool.ended(index);
      },
    });
    pool.add(
      0,
      joinWorker(async (task) => ({ ...toResult(task), incomplete: 'reader-missing' })),
    );
    await pool.make(makeTask('a.pdf'));
    pool.add(1, joinWorker(answer));
    await pool.rest?.();
    expect(ended).toEqual([0]);
  });

  it('lets a capable worker read files, a whole batch in one, and reads them here without workers', async () => {
    const toSettled = (path: string): Settled => ({
      outcome: { type: 'unreadable', message: path, isArchiveEntry: false },
    });
    const here: string[] = [];
    const pool = openPool({
      local: {
        ...idle,
        makeAll: async (tasks) => {
          here.push(...tasks.map(({ path }) => path));
          return tasks.map(({ path }) => toSettled(path));
        },
      },
    });
    const batches: number[] = [];
    const channel = new MessageChannel();
    channels.push(channel);
    const service: IngestService = {
      ...silent,
      async makeBatch({ files }) {
        batches.push(files.length);
        if (files.some(({ path }) => path === 'bad.md')) throw new AppError('source/permission', 'withdrawn');
        return packOutcomes(files.map(({ path }) => toSettled(path)));
      },
    };
    expose(service, channel.port1);
    pool.add(0, channel.port2);
    const folder = { name: 'folder' } as FileSystemDirectoryHandle;
    const settings = {} as LeafTask['settings'];
    const ask = async (asked: readonly string[]) => [
      ...(await pool.makeAll(
        asked.map((path) => ({ path, size: 1, maxBytes: 9, settings, from: { folder, name: path } })),
      )),
    ];
    expect(await ask(paths)).toEqual(paths.map(toSettled));
    expect(batches).toEqual([paths.length]);
    await expect(ask(['a.md', 'bad.md'])).rejects.toMatchObject({ code: 'source/permission' });
    expect(await ask(['b.md'])).toEqual([toSettled('b.md')]);
    pool.fail(0, 'blocked');
    expect(await ask(['last.md'])).toEqual([toSettled('last.md')]);
    expect(here).toEqual(['last.md']);
  });

  it('lets a worker scan a folder and ends it after many files, and scans here without one', async () => {
    const told: string[] = [];
    const pool = openPool({
      local: idle,
      endWorker: (index) => {
        told.push(`end ${index}`);
        pool.ended(index);
      },
    });
    const join = (files: number) => {
      const channel = new MessageChannel();
      channels.push(channel);
      const service: IngestService = {
        ...silent,
        async scanFolder(_folder, { exclude }, take) {
          for (const name of exclude) await take({ packed: new TextEncoder().encode(name), folders: [] });
          return { files, incomplete: files === 1 };
        },
      };
      expose(service, channel.port1);
      pool.add(0, channel.port2);
    };
    const taken: string[] = [];
    const take = async ({ packed }: ScanBatch) => {
      if (packed.length === 0) return;
      taken.push(new TextDecoder().decode(packed));
    };
    const rules = { include: [], useIgnoreFiles: true, useDefaultList: true, maxFileBytes: 1 };
    const folder = { name: 'folder', async *values() {} } as unknown as FileSystemDirectoryHandle;
    join(1);
    expect(await pool.scanFolder({} as never, { ...rules, exclude: ['a', 'b'] }, take)).toMatchObject({
      incomplete: true,
    });
    expect(told).toEqual([]);
    join(5_000);
    await pool.scanFolder({} as never, { ...rules, exclude: ['c'] }, take);
    expect(taken).toEqual(['a', 'b', 'c']);
    expect(told).toEqual(['end 0']);
    pool.fail(0, 'blocked');
    expect(await pool.scanFolder(folder, { ...rules, exclude: [] }, take)).toEqual({ files: 0, incomplete: false });
  });

  it('reports the error of one task and stays alive', async () => {
    const pool = openPool();
    pool.add(
      0,
      joinWorker(async (task) => {
        if (task.path === 'bad.md') throw new AppError('kernel/out-of-memory', 'no room');
        return toResult(task);
      }),
    );
    await expect(pool.make(makeTask('bad.md'))).rejects.toMatchObject({ code: 'kernel/out-of-memory' });
    await expect(pool.make(makeTask('good.md'))).resolves.toBeDefined();
  });
});
