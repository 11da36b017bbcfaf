import { expose } from 'comlink';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LeafResult, LeafTask, ReadingLeafMaker } from '../../../../src/engine/deps.ts';
import { installErrorWire } from '../../../../src/thread/wire/error-wire.ts';
import type { IngestService } from '../../../../src/thread/wire/ingest-service.ts';
import { createDeflateService } from '../../../../src/thread/workers/deflate-service.ts';
import { createPool, type PoolOptions } from '../../../../src/thread/workers/pool.ts';
import { localDeflater } from '../../../../src/zip/entry-deflater.ts';

const channels: MessageChannel[] = [];

beforeAll(installErrorWire);
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close();
    port2.close();
  }
});

const never = () => new Promise<never>(() => undefined);
const local: ReadingLeafMaker = { workers: 0, make: never, makeAll: never };

function joinWorker(change: Partial<IngestService> = {}): MessagePort {
  const channel = new MessageChannel();
  channels.push(channel);
  const others = { make: never, makeBatch: never, findColours: never, scanFolder: never };
  expose({ ...others, ...createDeflateService(), ...change } satisfies IngestService, channel.port1);
  return channel.port2;
}

function makePool(size: number, options: Partial<PoolOptions> = {}) {
  const told = { asked: 0, renewed: [] as number[] };
  const pool = createPool({
    size,
    local,
    askForWorkers: () => told.asked++,
    renewWorker: (index) => told.renewed.push(index),
    endWorker: () => undefined,
    ...options,
  });
  return { pool, deflater: pool.deflater, told };
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
/** One that gets shorter, one that does not, and one that is empty. */
const entries = [text('long enough to be shorter '.repeat(40)), text('x'), new Uint8Array(0)];
const pieces = Array.from({ length: 6 }, (_, i) => ({
  bytes: text(`piece ${i} `.repeat(40_000)).subarray(0, i === 5 ? 70_000 : 1 << 18),
  isLast: i === 5,
}));

async function deflatePieces(deflater = localDeflater): Promise<unknown[]> {
  const stream = deflater.openStream();
  return Promise.all(pieces.map((piece) => stream.push(piece)));
}

describe('entries deflated by ingest workers', () => {
  it('come back as this thread would deflate them, and stay whole here [E2]', async () => {
    const { pool, deflater } = makePool(1);
    pool.add(0, joinWorker());
    const shared = text('--long enough to be shorter too, and a part of a larger buffer--'.repeat(9));
    const given = [...entries, shared.subarray(2, 400)];
    expect(await deflater.deflateEntries(given)).toEqual(await localDeflater.deflateEntries(given));
    expect(shared.length).toBeGreaterThan(0);
    expect(await deflatePieces(deflater)).toEqual(await deflatePieces());
    expect(pieces[0]?.bytes.length).toBe(1 << 18);
  });

  it('are not made to wait for workers that are still starting', async () => {
    const { deflater, told } = makePool(2);
    expect(await deflater.deflateEntries(entries)).toEqual(await localDeflater.deflateEntries(entries));
    expect(told.asked).toBe(1);
  });

  it('are deflated here when their worker dies, is silent or fails, and when no worker can be had', async () => {
    const wanted = await localDeflater.deflateEntries(entries);
    const { pool, deflater, told } = makePool(1, { silentMs: 5 });
    pool.add(0, joinWorker({ deflateEntries: never }));
    const lost = deflater.deflateEntries(entries);
    await new Promise((resolve) => setTimeout(resolve, 1));
    pool.fail(0, 'its lock is free');
    expect(await lost).toEqual(wanted);
    pool.add(0, joinWorker({ deflateEntries: never }));
    expect(await deflater.deflateEntries(entries)).toEqual(wanted);
    expect(told.renewed).toEqual([0]);
    pool.add(0, joinWorker({ deflateEntries: () => Promise.reject(new RangeError('no memory')) }));
    expect(await deflater.deflateEntries(entries)).toEqual(wanted);
    pool.fail(0, 'blocked');
    expect(deflater.workers).toBe(0);
    expect(await deflater.deflateEntries(entries)).toEqual(wanted);
    expect(await deflatePieces(deflater)).toEqual(await deflatePieces());
  });

  it('do not wait for a worker that reads a large document, and leave it alone', async () => {
    const { pool, deflater, told } = makePool(1, { answerMs: 5 });
    pool.add(0, joinWorker({ deflateEntries: never, deflatePiece: never }));
    expect(await deflater.deflateEntries(entries)).toEqual(await localDeflater.deflateEntries(entries));
    const stream = deflater.openStream();
    await expect(stream.push(pieces[0] as (typeof pieces)[0])).rejects.toMatchObject({ code: 'thread/no-answer' });
    stream.close();
    expect(told.renewed).toEqual([]);
  });

  it('fail as a stream when the worker dies between two pieces', async () => {
    const { pool, deflater } = makePool(2);
    pool.add(0, joinWorker());
    const stream = deflater.openStream();
    await stream.push(pieces[0] as (typeof pieces)[0]);
    pool.fail(0, 'its lock is free');
    pool.add(1, joinWorker());
    await expect(stream.push(pieces[1] as (typeof pieces)[0])).rejects.toMatchObject({ code: 'thread/worker-died' });
    stream.close();
    expect(await deflatePieces(deflater)).toEqual(await deflatePieces());
  });

  it('leave room for reading: a leaf waits for a few batches, not for the export', async () => {
    const { pool, deflater } = makePool(1);
    const make = async ({ path }: LeafTask) => ({ leaf: text(path) }) as unknown as LeafResult;
    pool.add(0, joinWorker({ make }));
    // Three exports at the same time, each at its stream.
    const streams = [0, 1, 2].map(() => deflater.openStream());
    for (const stream of streams) await stream.push(pieces[0] as (typeof pieces)[0]);
    let batches = 0;
    let isOver = false;
    const keepBusy = async (): Promise<void> => {
      while (!isOver && batches++ < 200) await deflater.deflateEntries(entries);
    };
    // As many as an export has under way.
    const exporting = Promise.all([keepBusy(), keepBusy(), keepBusy()]);
    await pool.make({ path: 'a.md', bytes: text('a'), settings: {} as LeafTask['settings'] });
    isOver = true;
    expect(batches).toBeLessThan(10);
    await exporting;
    for (const stream of streams) stream.close();
  });

  it('let a worker go when a stream ends, breaks off or fails, and keep it until then', async () => {
    const ended: number[] = [];
    const { pool, deflater } = makePool(1, {
      endWorker: (index) => {
        ended.push(index);
        pool.ended(index);
      },
    });
    const service = createDeflateService();
    const make = async () => ({ leaf: text('') }) as unknown as LeafResult;
    const closed: number[] = [];
    pool.add(
      0,
      joinWorker({
        make,
        closeStream: async (stream) => void closed.push(stream),
        deflatePiece: (stream, piece) =>
          piece.bytes.length === 3 ? Promise.reject(new RangeError('no memory')) : service.deflatePiece(stream, piece),
      }),
    );
    const task = { path: 'a.md', settings: {} as LeafTask['settings'] };
    // So many that it is worth ending.
    await Promise.all(Array.from({ length: 2_000 }, () => pool.make({ ...task, bytes: text('a') })));
    const broken = deflater.openStream();
    await broken.push(pieces[0] as (typeof pieces)[0]);
    const failing = deflater.openStream();
    await expect(failing.push({ bytes: new Uint8Array(3), isLast: false })).rejects.toThrow('no memory');
    await deflatePieces(deflater);
    await pool.rest?.();
    expect(ended).toEqual([]);
    broken.close();
    await expect.poll(() => closed).toEqual([0]);
    await pool.rest?.();
    expect(ended).toEqual([0]);
  });
});
