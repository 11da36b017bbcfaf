import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.ts';
import type { SearchAnswer } from '../../../src/model/hit.ts';
import type { Store, StoredFileRole } from '../../../src/store/contract.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';

/** Many words and names: each part of the index is longer than the blocks a search reads. */
const FILES = Object.fromEntries(
  Array.from({ length: 150 }, (_, i) => [
    `d${i % 3}/file-with-a-long-name-${i}.md`,
    `# File ${i}\n\nThe harbour has ${i} lights.\n\n${toSections(i)}`,
  ]),
);

function toSections(i: number): string {
  return Array.from({ length: 6 }, (_, j) => `## Part ${i}.${j}\n\n${toWords(i, j)}\n`).join('\n');
}

function toWords(i: number, j: number): string {
  return Array.from({ length: 30 }, (_, k) => `w${i * 977 + j}x${k}`).join(' ');
}

/** Files of the index; texts are the only other reads of a search. */
const INDEX: ReadonlySet<StoredFileRole> = new Set(['segment', 'table', 'files']);

/** Made once: every test starts with an engine that has not opened it. */
const made = makeEngine().then(async ({ engine, deps }) => ({ deps, id: await makeCollection(engine, FILES) }));

/** `onRead` is called when a read of the index starts. */
async function makeBench() {
  const { deps, id } = await made;
  const bench = { reads: 0, left: new Map<StoredFileRole, number>(), onRead: () => {} };
  const store: Store = {
    ...deps.store,
    async openGeneration(collectionId) {
      const generation = await deps.store.openGeneration(collectionId);
      return {
        ...generation,
        async readSpans(file, spans, put) {
          if (INDEX.has(file.role)) {
            bench.reads++;
            const bytes = spans.reduce((sum, [start, end]) => sum + end - start, 0);
            bench.left.set(file.role, (bench.left.get(file.role) ?? file.length) - bytes);
            bench.onRead();
          }
          // A stored file takes a while to open.
          await new Promise((resolve) => setTimeout(resolve));
          return generation.readSpans(file, spans, put);
        },
      };
    },
  };
  const engine = createEngine({ ...deps, store });
  /** Searches when the next read starts. Returns the number of further reads before the answer. */
  const askAtNextRead = (query: string): Promise<{ answer: SearchAnswer; further: number }> =>
    new Promise((resolve, reject) => {
      bench.onRead = () => {
        bench.onRead = () => {};
        const before = bench.reads;
        engine
          .search(id, query)
          .then((answer) => resolve({ answer, further: bench.reads - before }))
          .catch(reject);
      };
    });
  return { id, engine, bench, askAtNextRead };
}

describe('a search', () => {
  it('waits only for the current slice of a background read', async () => {
    const { id, engine, askAtNextRead } = await makeBench();
    const first = await engine.search(id, 'lights');
    expect(await askAtNextRead('lights')).toEqual({ answer: first, further: 0 });
  });

  it('does not stop the rest from being read: that continues between searches', async () => {
    const { id, engine, bench } = await makeBench();
    let asked = 0;
    const countReads = async (): Promise<number> => {
      await engine.search(id, 'lights');
      const before = bench.reads;
      await engine.search(id, `w${asked++ * 977}x1`);
      return bench.reads - before;
    };
    expect(await countReads()).toBeGreaterThan(0);
    await expect.poll(countReads).toBe(0);
  });

  it('waits only for the current slice of another request', async () => {
    const { id, engine, askAtNextRead } = await makeBench();
    const first = await engine.search(id, 'lights');
    const asked = askAtNextRead('lights');
    const exported = engine.exportArtifact(id, 'outline.md');
    expect(await asked).toEqual({ answer: first, further: 0 });
    expect((await exported).size).toBeGreaterThan(0);
  });

  it('of one file reads only what it needs', async () => {
    const { id, engine, bench } = await makeBench();
    const file = await engine.readFile(id, 'd1/file-with-a-long-name-1.md');
    expect(file?.chunks[0]?.content).toContain('The harbour has 1 lights.');
    expect(bench.left.get('segment')).toBeGreaterThan(0);
    const { reads } = bench;
    expect((await engine.listOutline(id, 'd1/file-with-a-long-name-1.md'))[0]?.text).toBe('File 1');
    expect(await engine.getChunk(id, file?.chunks[0]?.ref ?? '')).toMatchObject({
      file: { path: 'd1/file-with-a-long-name-1.md' },
    });
    expect((await engine.listWarnings(id)).length).toBe(0);
    expect(bench.reads).toBe(reads);
    expect(await engine.getChunk(id, file?.chunks[0]?.id ?? '')).toMatchObject({
      file: { path: 'd1/file-with-a-long-name-1.md' },
    });
  });
});
