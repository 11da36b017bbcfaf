import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../../src/engine/contract.ts';
import type { LeafMaker } from '../../../src/engine/deps.ts';
import { ingestFiles, makeCollection, makeEngine, makeFilled, syncFiles } from '../../support/make-engine.ts';
import { readArtifact } from '../../support/read-exports.ts';

const FILES = {
  'README.md': '# Acme\n\nWhat it is.\n\n## Rate limits\n\nRequests above the limit get 429.\n',
  'src/client.ts': 'export class Client {\n  send(): void {}\n}\n',
  'data.json': '{"errors": {"rate_limited": {"status": 429}}}',
};

describe('engine', () => {
  it('[E2] gives the same index whatever order leaves arrive in', async () => {
    const plain = await makeEngine();
    const expected = await readArtifact(plain.engine, await makeCollection(plain.engine, FILES));
    for (const workers of [1, 4]) {
      const late = await makeEngine({ wrap: (maker) => delayLeaves(maker, workers) });
      const entries = Object.entries(FILES).reverse();
      const id = await makeCollection(late.engine, Object.fromEntries(entries));
      expect(await readArtifact(late.engine, id)).toBe(expected);
    }
  });

  it('prefixes paths with the slug of their source while there are several, and no longer', async () => {
    const { engine, id } = await makeFilled(FILES);
    const alone = await readArtifact(engine, id);
    await ingestFiles(engine, id, { 'guide.md': '# Guide\n' }, { name: 'Other docs' });
    expect((await engine.listFiles(id)).map((file) => file.path)).toEqual([
      'made/README.md',
      'made/data.json',
      'made/src/client.ts',
      'other-docs/guide.md',
    ]);
    await engine.removeSource(id, 'other-docs');
    expect(await readArtifact(engine, id)).toBe(alone);
  });

  it('removes files that are gone from the source, and counts them', async () => {
    const { engine, id } = await makeFilled(FILES);
    const summary = await syncFiles(engine, id, { 'README.md': FILES['README.md'] });
    expect(summary).toMatchObject({ indexed: 0, unchanged: 1, removed: 2 });
    expect((await engine.listFiles(id)).map((file) => file.path)).toEqual(['README.md']);
  });

  it('removes nothing when a job is cancelled', async () => {
    let cancel: (() => void) | undefined;
    const { engine } = await makeEngine({
      wrap: (maker) => ({
        ...maker,
        make: (tasks) => {
          cancel?.();
          return maker.make(tasks);
        },
      }),
    });
    const id = await makeCollection(engine, FILES);
    await engine.subscribe((event) => {
      if (event.type === 'progress') cancel = () => void engine.cancel(event.progress.jobId);
    });
    await syncFiles(engine, id, { 'new.md': '# New\n' }).catch(() => undefined);
    const paths = (await engine.listFiles(id)).map((file) => file.path);
    expect(paths).toEqual(expect.arrayContaining(Object.keys(FILES)));
  });

  it('is stopped, not failed, by a cancel that comes while a folder is listed', async () => {
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'slow' });
    const states: string[] = [];
    await engine.subscribe((event) => {
      if (event.type === 'progress') states.push(event.progress.state);
    });
    const handle = {
      kind: 'directory',
      name: 'slow',
      async *values() {
        await engine.cancel('slow');
        yield { kind: 'file', name: 'a.md', getFile: async () => new File(['# A'], 'a.md') };
      },
    };
    const input = { type: 'folder', name: 'slow', handle: handle as unknown as FileSystemDirectoryHandle } as const;
    const job = engine.ingest({ collectionId: id, jobId: 'slow', input });
    await expect(job).rejects.toMatchObject({ code: 'engine/cancelled' });
    expect(states.at(-1)).toBe('stopped');
  });

  it('reports phases and ends with a summary', async () => {
    const { engine } = await makeEngine();
    const events: EngineEvent[] = [];
    await engine.subscribe((event) => events.push(event));
    await makeCollection(engine, FILES);
    const states = events.flatMap((event) => (event.type === 'progress' ? [event.progress] : []));
    expect(new Set(states.map((progress) => progress.phase))).toEqual(new Set(['scan', 'read', 'index', 'save']));
    expect(states.at(-1)).toMatchObject({ state: 'done', done: 3, total: 3, summary: { indexed: 3 } });
  });

  it('finds a chunk by ref, id and short id, with its neighbours', async () => {
    const { engine, id } = await makeFilled({
      'a.md': `# A\n\n${'alpha '.repeat(100)}\n\n# B\n\n${'beta '.repeat(100)}\n`,
    });
    const first = await engine.getChunk(id, 'c0001');
    expect(first).toMatchObject({ chunk: { path: 'a.md', headingPath: ['A'], ref: 'c0001' }, next: 'c0002' });
    expect(first?.previous).toBeUndefined();
    expect(await engine.getChunk(id, first?.chunk.id as string)).toEqual(first);
    expect(await engine.getChunk(id, first?.chunk.shortId as string)).toEqual(first);
    expect(await engine.getChunk(id, 'c0003')).toBeUndefined();
    expect((await engine.findChunkAt(id, 'a.md', 5))?.chunk.ref).toBe('c0002');
  });

  it('reads a file with all its chunks, and its original bytes', async () => {
    const text = `# A\n\n${'alpha '.repeat(100)}\n\n# B\n\n${'beta '.repeat(100)}\n`;
    const { engine, id } = await makeFilled({ 'a.md': text, 'b.md': '# Other\n' });
    const whole = await engine.readFile(id, 'a.md');
    expect(whole?.chunks.map(({ ref }) => ref)).toEqual(['c0001', 'c0002']);
    expect(whole?.chunks[1]).toEqual((await engine.getChunk(id, 'c0002'))?.chunk);
    expect(await (await engine.readOriginal(id, 'a.md'))?.text()).toBe(text);
    expect(await engine.readFile(id, 'nowhere.md')).toBeUndefined();
    expect(await engine.readOriginal(id, 'nowhere.md')).toBeUndefined();
  });

  it('chunks stored files again when sizes change', async () => {
    const { engine, id } = await makeFilled({ 'a.md': `# A\r\n\r\n${'alpha beta\r\n'.repeat(200)}` });
    const [before] = await engine.listCollections();
    await engine.changeSettings(id, { chunk_target_chars: 500, chunk_max_chars: 600 }, 'again');
    expect((await engine.listCollections())[0]?.index_id).not.toBe(before?.index_id);
    const fresh = await engine.createCollection({
      name: 'fresh',
      settings: { chunk_target_chars: 500, chunk_max_chars: 600 },
    });
    await ingestFiles(engine, fresh.id, { 'a.md': `# A\r\n\r\n${'alpha beta\r\n'.repeat(200)}` });
    expect(await readArtifact(engine, id)).toBe(await readArtifact(engine, fresh.id));
  });
});

/** Returns leaves in an order unrelated to the order of the files. */
function delayLeaves(maker: LeafMaker, workers: number): LeafMaker {
  let n = 0;
  return {
    workers,
    async make(tasks) {
      const turn = (n++ * 7919) % 5;
      for (let i = 0; i < turn; i++) await new Promise((resolve) => setTimeout(resolve, 1));
      return maker.make(tasks);
    },
  };
}
