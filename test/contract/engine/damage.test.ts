import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, it } from 'vitest';
import { startIdleCheck } from '../../../src/engine/collection/idle-check.ts';
import type { Engine } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../src/engine/ingest/local-leaf-maker.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { isAppError } from '../../../src/model/app-error.ts';
import type { StoredFile, StoredFileRole } from '../../../src/store/contract.ts';
import { createIdbStore } from '../../../src/store/create-store.ts';
import { createIdbHands } from '../../browser/store/page/hands.ts';
import { ingestFiles, makeCollection, syncFiles } from '../../support/make-engine.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';
import { sampleOf, sampleSize } from '../../support/sample-size.ts';

const FILES = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [
    `d${i % 3}/f${i}.md`,
    `# File ${i}\r\n\r\nalpha beta ${'gamma delta '.repeat(i * 7)}\r\n\r\n## Part\r\n\r\nword${i} epsilon\r\n`,
  ]),
);
const FLIPS_PER_FILE = sampleSize({ sample: 2, whole: 6 });

describe('a flipped byte of any stored file', () => {
  let kernel: Kernel;
  let benches = 0;
  beforeAll(async () => {
    kernel = await loadNodeKernel();
  });

  /** Makes a collection in its own database; `open` is the next start. */
  async function makeBench(files = FILES) {
    const databaseName = `damage-${++benches}`;
    const open = async (): Promise<Engine> => {
      const store = await createIdbStore({ databaseName });
      return createEngine({ kernel, store, leafMaker: createLocalLeafMaker({ kernel }), where: 'main thread' });
    };
    const first = await open();
    const id = await makeCollection(first, files);
    const store = await createIdbStore({ databaseName });
    /** Finds the file in the newest generation. */
    const findName = async (role: StoredFileRole): Promise<string> => {
      const generation = await store.openGeneration(id);
      generation.release();
      return (generation.row.files.find((file) => file.role === role) as StoredFile).name;
    };
    return { open, store, id, findName, hands: createIdbHands(databaseName), before: await observe(first, id) };
  }

  it.each<StoredFileRole>(['segment', 'table'])(
    'of a %s is found, and the shard is rebuilt from its leaves',
    async (role) => {
      const { open, id, findName, hands, before } = await makeBench();
      const random = createRandom(role.length);
      for (let flip = 0; flip < FLIPS_PER_FILE; flip++) {
        const name = await findName(role);
        await hands.bytes.flip(id, name, random.below(await hands.bytes.size(id, name)));
        expect(await observe(await open(), id)).toEqual(before);
      }
    },
  );

  it('of a segment, found during an import, is repaired afterwards, and the import continues', async () => {
    const { open, id, findName, hands, store } = await makeBench();
    const name = await findName('segment');
    await hands.bytes.flip(id, name, 40);
    const engine = await open();
    const release = await store.acquireWriteLock(id, { action: 'sync' });
    await expect(engine.search(id, 'epsilon')).rejects.toMatchObject({
      code: 'engine/busy',
      details: { running: 'sync' },
    });
    const reading = ingestFiles(engine, id, { 'later.md': '# Later\n\nzeta epsilon\n' }, { name: 'later' });
    release();
    await reading;
    expect((await engine.search(id, 'epsilon')).total).toBe(41);
  });

  it.each<StoredFileRole>(['segment', 'table'])(
    'of a %s that the first search did not read is found by searches that read it, or soon after',
    { timeout: 180_000 },
    async (role) => {
      const { open, id, findName, hands, before } = await makeBench(makeLongFiles());
      for (const share of sampleOf([0.3, 0.6, 0.95])) {
        const name = await findName(role);
        const size = await hands.bytes.size(id, name);
        expect(size).toBeGreaterThan(40_000);
        await hands.bytes.flip(id, name, Math.floor(size * share));
        const engine = await open();
        expect([await observe(engine, id), share]).toEqual([before, share]);
        const damaged = await findName(role);
        await hands.bytes.flip(id, damaged, Math.floor(size * share));
        const asked = await open();
        expect(JSON.stringify(await asked.search(id, 'word17'))).toBe(before[2]);
        await expect.poll(() => findName(role), { timeout: 60_000 }).not.toBe(damaged);
      }
    },
  );

  it.each<StoredFileRole>(['files', 'contents', 'leaves', 'assets'])(
    'of %s is reported or not needed: no answer ever differs',
    { timeout: 60_000 },
    async (role) => {
      const { open, id, findName, hands, before } = await makeBench();
      const name = await findName(role);
      const random = createRandom(role.length);
      for (let flip = 0; flip < FLIPS_PER_FILE; flip++) {
        const offset = random.below(await hands.bytes.size(id, name));
        await hands.bytes.flip(id, name, offset);
        const engine = await open();
        const answers = await observe(engine, id);
        const wrong = answers.filter((answer, i) => answer !== before[i] && answer !== 'store/damaged');
        expect(wrong, `byte ${offset}`).toEqual([]);
        if (role === 'files' || role === 'contents') expect(answers).toContain('store/damaged');
        expect((await engine.verify(id, 'verify')).damaged, `byte ${offset}`).toEqual([name]);
        await hands.bytes.flip(id, name, offset);
      }
    },
  );

  it.each<StoredFileRole>(['files', 'contents', 'leaves', 'assets'])(
    'of %s is repaired by a sync of the source',
    async (role) => {
      const { open, id, findName, hands, before } = await makeBench();
      await hands.bytes.flip(id, await findName(role), 200);
      const engine = await open();
      expect((await engine.verify(id, 'verify')).damaged).toHaveLength(1);
      const { indexed } = await syncFiles(engine, id, FILES);
      expect(indexed).toBe(Object.keys(FILES).length);
      expect(await observe(await open(), id)).toEqual(before);
      expect((await engine.verify(id, 'again')).damaged).toEqual([]);
      expect((await syncFiles(engine, id, FILES)).indexed).toBe(0);
    },
  );

  it.each<StoredFileRole>(['contents', 'leaves'])(
    'of %s of two sources is repaired by a sync of each',
    async (role) => {
      const { open, store, id, hands } = await makeBench();
      const engine = await open();
      const other = { 'other/one.md': '# One\n\nomega first\n', 'other/two.md': '# Two\n\nomega second\n' };
      await ingestFiles(engine, id, other, { name: 'second' });
      const before = await observe(engine, id);
      const generation = await store.openGeneration(id);
      generation.release();
      const bundles = generation.row.files.filter((file) => file.role === role);
      expect(bundles.length).toBeGreaterThan(1);
      for (const { name } of bundles) await hands.bytes.flip(id, name, 60);
      const next = await open();
      expect((await next.verify(id, 'verify')).damaged).toHaveLength(bundles.length);
      await ingestFiles(next, id, other, { name: 'second', sourceId: 'second' });
      await syncFiles(next, id, FILES);
      expect(await observe(await open(), id)).toEqual(before);
      expect((await next.verify(id, 'again')).damaged).toEqual([]);
    },
  );

  it('that a search found is repaired by a sync, without a check', async () => {
    const { open, id, findName, hands, before } = await makeBench();
    await hands.bytes.flip(id, await findName('contents'), 200);
    const engine = await open();
    await expect(engine.search(id, 'alpha', { limit: 50 })).rejects.toMatchObject({ code: 'store/damaged' });
    await syncFiles(engine, id, FILES);
    expect(await observe(engine, id)).toEqual(before);
  });

  it('is found and repaired while the app is idle, and not searched again for days', async () => {
    const { open, store, id, findName, hands } = await makeBench();
    const name = await findName('segment');
    await hands.bytes.flip(id, name, 100);
    let days = 10;
    const now = (): number => Date.now() + days * 86_400_000;
    const stop = await startIdleCheck({ engine: await open(), store, idleMs: 5, now });
    await expect.poll(() => findName('segment')).not.toBe(name);
    stop();

    const repaired = await findName('segment');
    await hands.bytes.flip(id, repaired, 100);
    days = 12;
    const again = await startIdleCheck({ engine: await open(), store, idleMs: 5, now });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await findName('segment')).toBe(repaired);
    again();
  });
});

/** Makes enough words and chunks for an index with parts that a search does not read. */
function makeLongFiles(): typeof FILES {
  const random = createRandom(8);
  const pick = (): string => Array.from({ length: 50 }, () => `term${random.below(4000)}`).join(' ');
  return Object.fromEntries(
    Object.entries(FILES).map(([path, text]) => [
      path,
      text + Array.from({ length: 30 }, (_, i) => `\n## Section ${i}\n\n${pick()}\n`).join(''),
    ]),
  );
}

/** Runs every query a user may make; an error is an answer too. */
async function observe(engine: Engine, id: string): Promise<string[]> {
  const questions: (() => Promise<unknown>)[] = [
    () => engine.search(id, 'alpha', { limit: 50 }),
    () => engine.search(id, '"gamma delta"'),
    () => engine.search(id, 'word17'),
    () => engine.search(id, 'heading:part'),
    () => engine.listFiles(id),
    () => engine.listOutline(id, 'd1/f7.md'),
    () => engine.getChunk(id, 'c0003'),
    () => engine.exportArtifact(id, 'chunks.jsonl').then((blob) => blob.text()),
    () => engine.exportArtifact(id, 'index.json').then((blob) => blob.text()),
  ];
  const answers: string[] = [];
  for (const ask of questions) {
    answers.push(
      await ask().then(
        (value) => JSON.stringify(value) ?? 'undefined',
        (error: unknown) => (isAppError(error) ? error.code : String(error)),
      ),
    );
  }
  return answers;
}
