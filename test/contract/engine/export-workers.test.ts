import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import type { EngineDeps, ReadingLeafMaker } from '../../../src/engine/deps.ts';
import { type EntryDeflater, localDeflater } from '../../../src/zip/entry-deflater.ts';
import { type DeflateThreads, makeThreads } from '../../support/deflate-threads.ts';
import { createRandom } from '../../support/make-corpus.ts';
import { ingestFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';

const FORMS = ['full', 'compact', 'delta', 'site', 'parts'] as const;
type Form = (typeof FORMS)[number];

function makeFiles(edition: string, count: number): Record<string, string> {
  const random = createRandom(5);
  const word = () => `w${Math.floor(random() ** 2 * 9_000).toString(36)}`;
  const section = (i: number) =>
    `## Part ${i} of the ${edition} edition\n\n${Array.from({ length: 300 }, word).join(' ')}\n`;
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `d${i % 4}/file-${i}.md`,
      Array.from({ length: 25 }, (_, j) => section(j)).join('\n'),
    ]),
  );
}

interface Bench {
  readonly deps: EngineDeps;
  readonly id: string;
  readonly plain: ReadonlyMap<string, Buffer>;
}

let bench: Bench;

beforeAll(async () => {
  const { engine, deps } = await makeEngine();
  const id = await makeCollection(engine, makeFiles('first', 2));
  await ingestFiles(engine, id, makeFiles('second', 16));
  const plain = new Map<string, Buffer>();
  for (const form of FORMS) plain.set(form, await exportBytes(engine, id, form));
  bench = { deps, id, plain };
}, 60_000);

const started: DeflateThreads[] = [];
afterEach(async () => {
  for (const threads of started.splice(0)) await threads.stop();
});

async function startThreads(count: number): Promise<DeflateThreads> {
  const threads = makeThreads(count, bench.deps.leafMaker as ReadingLeafMaker);
  started.push(threads);
  await threads.start();
  return threads;
}

let jobs = 0;

async function exportBytes(engine: Engine, collectionId: string, form: Form): Promise<Buffer> {
  const common = { collectionId, jobId: `export-${jobs++}`, mask: false };
  const text = { what: 'one-file', format: 'markdown', counter: 'other', budgetTokens: 100_000 } as const;
  const { blob } =
    form === 'site'
      ? await engine.publish(common)
      : form === 'parts'
        ? await engine.exportText({ ...common, ...text })
        : await engine.exportZip({ ...common, form });
  return Buffer.from(await (blob as Blob).arrayBuffer());
}

function createWith(deflater: EntryDeflater): Engine {
  return createEngine({ ...bench.deps, deflater });
}

/** Calls back at the batch, or at the piece of a stream, with this number. */
function watch(deflater: EntryDeflater, at: { batch?: number; piece?: number }, act: () => void): EntryDeflater {
  let batches = 0;
  let pieces = 0;
  return {
    workers: deflater.workers,
    isReady: true,
    deflateEntries(entries) {
      const answer = deflater.deflateEntries(entries);
      if (batches++ === at.batch) act();
      return answer;
    },
    openStream() {
      const stream = deflater.openStream();
      return {
        close: () => stream.close(),
        push(piece) {
          const answer = stream.push(piece);
          if (pieces++ === at.piece) act();
          return answer;
        },
      };
    },
  };
}

describe('exports deflated by the pool of workers', () => {
  it.each([1, 3])('have the same bytes with %i threads: every kind of zip [E1] [E2]', async (count) => {
    const { pool } = await startThreads(count);
    const seen = { batches: 0, pieces: 0 };
    const counted: EntryDeflater = {
      workers: count,
      isReady: true,
      deflateEntries: (entries) => {
        seen.batches++;
        return pool.deflater.deflateEntries(entries);
      },
      openStream() {
        seen.pieces++;
        return pool.deflater.openStream();
      },
    };
    for (const form of FORMS) {
      const bytes = await exportBytes(createWith(counted), bench.id, form);
      expect(Buffer.compare(bytes, bench.plain.get(form) as Buffer), form).toBe(0);
    }
    expect(seen.batches).toBeGreaterThan(3);
    expect(seen.pieces).toBeGreaterThan(0);
  });

  it.each([
    ['a batch', { batch: 1 }],
    ['a stream', { piece: 2 }],
  ])('have the same bytes when every worker dies during %s [E2]', async (_, at) => {
    const threads = await startThreads(2);
    const kill = () => {
      for (const index of [0, 1]) void threads.kill(index);
    };
    const engine = createWith(watch(threads.pool.deflater, at, kill));
    expect(Buffer.compare(await exportBytes(engine, bench.id, 'full'), bench.plain.get('full') as Buffer)).toBe(0);
    expect(threads.pool.workers).toBe(0);
  });

  it.each([
    ['a batch', { batch: 0 }],
    ['a stream', { piece: 0 }],
  ])('stop at a cancel while the worker of %s is silent, and leave nothing behind', async (_, at) => {
    const silent: EntryDeflater = {
      workers: 1,
      isReady: true,
      deflateEntries: 'batch' in at ? () => new Promise(() => undefined) : localDeflater.deflateEntries,
      openStream: () => ({ push: () => new Promise(() => undefined), close() {} }),
    };
    const jobId = 'cancelled';
    const engine = createWith(watch(silent, at, () => void engine.cancel(jobId)));
    const ends: string[] = [];
    const target = {
      createWritable: async () => ({
        write: async () => undefined,
        close: async () => void ends.push('closed'),
        abort: async () => void ends.push('aborted'),
      }),
    } as unknown as FileSystemFileHandle;
    const cancelled = engine.exportZip({ collectionId: bench.id, jobId, form: 'full', mask: false, target });
    await expect(cancelled).rejects.toMatchObject({ code: 'export/cancelled' });
    expect(ends).toEqual(['aborted']);
  });

  it('leave the engine free for a search while they wait for workers', async () => {
    let found: Promise<number> | undefined;
    const waiting: EntryDeflater = {
      workers: 1,
      isReady: true,
      async deflateEntries(entries) {
        found ??= engine.search(bench.id, 'edition').then(({ hits }) => hits.length);
        // The export goes on when the search has its answer, and not before.
        await found;
        return localDeflater.deflateEntries(entries);
      },
      openStream: localDeflater.openStream,
    };
    const engine = createWith(waiting);
    expect(Buffer.compare(await exportBytes(engine, bench.id, 'full'), bench.plain.get('full') as Buffer)).toBe(0);
    expect(await found).toBeGreaterThan(0);
  });
});
