import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, PackAnswer, PackOptions } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import type { LeafMaker } from '../../../src/engine/deps.ts';
import { createLocalLeafMaker } from '../../../src/engine/ingest/local-leaf-maker.ts';
import { AppError } from '../../../src/model/app-error.ts';
import { LIMITS } from '../../../src/model/limits.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { ingestFiles, type MadeFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { nodeParser } from '../../support/node-parser.ts';
import { packOf, readArtifact } from '../../support/read-exports.ts';

/** More code than is outlined at once, and other files. */
const FILES: MadeFiles = {
  'README.md': '# Herons\n\nThey stand.\n',
  'src/a.py': toPython('first', LIMITS.outlineAtOnceBytes * 0.9),
  'src/b.py': toPython('second', LIMITS.outlineAtOnceBytes * 0.2),
  'src/c.py': toPython('third', 20_000),
};

function toPython(name: string, bytes: number): string {
  const one = (i: number): string =>
    `def ${name}_${i}(x):\n    """${`Counts ${name} herons. `.repeat(20)}"""\n    return x + ${i}\n\n`;
  let text = '';
  for (let i = 0; text.length < bytes; i++) text += one(i);
  return text;
}

const atOnce = (maker: LeafMaker): LeafMaker => ({
  ...maker,
  make: (tasks, signal) =>
    maker.make(
      tasks.map(({ outlineLater: _, ...task }) => task),
      signal,
    ),
});

async function readState(engine: Engine, id: string) {
  const [collection] = await engine.listCollections();
  return {
    stats: collection?.stats,
    index: await readArtifact(engine, id),
    symbols: await engine.listSymbols(id, 'src/c.py'),
    hits: (await engine.search(id, 'third_7', { limit: 5 })).hits,
  };
}

/** State of `FILES` with outlines made during the import. Both tests end there. */
let readAtOnce: ReturnType<typeof readState> | undefined;

function getStateAtOnce(): ReturnType<typeof readState> {
  readAtOnce ??= makeEngine({ wrap: atOnce }).then(async ({ engine }) =>
    readState(engine, await makeCollection(engine, FILES)),
  );
  return readAtOnce;
}

/** Cancels the import when the files are stored and outlines are being made. */
async function makeIncomplete(): Promise<{ engine: Engine; id: string }> {
  const { engine } = await makeEngine();
  const { id } = await engine.createCollection({ name: 'made' });
  const unsubscribe = await engine.subscribe((event) => {
    if (event.type === 'progress' && event.progress.phase === 'outline') void engine.cancel(event.progress.jobId);
  });
  await ingestFiles(engine, id, FILES);
  unsubscribe();
  return { engine, id };
}

async function countIncomplete(engine: Engine): Promise<number | undefined> {
  return (await engine.listCollections())[0]?.stats.incomplete_files;
}

const SENTENCE = 'The collection was not fully read when this was made: parts of it may be missing.';
const ask = (id: string, options: Partial<PackOptions> = {}): PackOptions =>
  packOf(id, { query: 'herons', budgetTokens: 2_000, counter: 'other', ...options });

describe('files whose outline is missing', () => {
  it('[E1] are searchable before it, packs say so, and they end as if they had been read in one pass', async () => {
    let letGo = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const holdOutlines = (maker: LeafMaker): LeafMaker => ({
      ...maker,
      async make(tasks, signal) {
        if (tasks.some((task) => task.outlineLater !== true && task.path.endsWith('.py'))) await isAnswered;
        return maker.make(tasks, signal);
      },
    });
    const { engine } = await makeEngine({ wrap: holdOutlines });
    const { id } = await engine.createCollection({ name: 'made' });
    const look = async () => ({
      total: (await engine.search(id, 'third herons')).total,
      incomplete: await countIncomplete(engine),
      pack: await engine.makePack(ask(id)),
    });
    const asked: ReturnType<typeof look>[] = [];
    await engine.subscribe((event) => {
      if (event.type === 'progress' && event.progress.phase === 'outline' && asked.length === 0)
        asked.push(look().finally(letGo));
    });
    const summary = await ingestFiles(engine, id, FILES);
    expect(summary).toMatchObject({ indexed: 4, failed: 0 });
    const [meanwhile] = await Promise.all(asked);
    expect(meanwhile?.total).toBeGreaterThan(0);
    expect(meanwhile?.incomplete).toBe(3);
    expect(meanwhile?.pack).toMatchObject({ isIncomplete: true, text: expect.stringContaining(SENTENCE) });

    expect(await readState(engine, id)).toEqual(await getStateAtOnce());
    expect(await countIncomplete(engine)).toBe(0);
    expect(await engine.listSymbols(id, 'src/c.py')).not.toEqual([]);
  }, 60_000);

  it('do not include an empty one', async () => {
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'made' });
    const summary = await ingestFiles(engine, id, { ...FILES, 'src/__init__.py': '', 'src/blank.py': '\n\n' });
    expect(summary).toMatchObject({ indexed: 4, withoutText: 2 });
    expect(summary.waiting).toBeUndefined();
  });

  it('[E3] are searchable without their grammar, and outlined once it is available', async () => {
    let isOnline = false;
    const kernel = await loadNodeKernel();
    const codeReader = createCodeReader({
      ...nodeParser,
      grammar: async (language) => {
        if (!isOnline) throw new AppError('read/grammar-missing', 'offline', {});
        return nodeParser.grammar(language);
      },
    });
    const leafMaker = createLocalLeafMaker({ kernel, codeReader });
    const engine = createEngine({ kernel, store: createMemoryStore(), leafMaker, where: 'main thread' });
    const files = { 'a.py': toPython('first', 2_000), 'b.md': '# B\n\ntext\n' };
    const id = await makeCollection(engine, files);
    expect((await engine.search(id, 'first_3')).hits[0]?.path).toBe('a.py');
    expect(await engine.listSkips(id)).toEqual([]);
    expect(await countIncomplete(engine)).toBe(1);
    const before = (await engine.listCollections())[0]?.generation;
    expect(await engine.finishReading(id, 'offline')).toBe(1);
    expect((await engine.listCollections())[0]?.generation).toBe(before);

    isOnline = true;
    expect(await engine.finishReading(id, 'online')).toBe(0);
    expect((await engine.listSymbols(id, 'a.py'))[0]?.name).toBe('first_0');
    const { engine: other } = await makeEngine();
    const fresh = await makeCollection(other, files);
    expect(await readArtifact(engine, id)).toBe(await readArtifact(other, fresh));
  });
});

describe('a pack of a collection that is not fully indexed', () => {
  const WAYS: Readonly<Record<string, Partial<PackOptions>>> = {
    'as Markdown': {},
    'as XML': { format: 'xml' },
    unmasked: { mask: false },
    'of the masked collection, as agents get it': { mask: 'collection' },
    'of a selection': { selection: { paths: ['src/'], include: [], exclude: [], picks: [] } },
  };
  /** Packs of one collection, before and after its outlines are finished. */
  const packs = new Map<string, { before: PackAnswer; after: PackAnswer }>();
  let together: PackAnswer;
  let finished: { state: Awaited<ReturnType<typeof readState>>; snapshots: number };
  beforeAll(async () => {
    const { engine, id } = await makeIncomplete();
    expect((await engine.search(id, 'third_7')).total).toBeGreaterThan(0);
    expect(await countIncomplete(engine)).toBeGreaterThan(0);
    expect(await engine.listSnapshots(id)).toEqual([]);
    const whole = await makeCollection(engine, { 'a.md': '# Herons\n\nThey wait.\n' });
    together = await engine.makePack(ask(id, { together: [id, whole] }));
    expect((await engine.makePack(ask(whole, { together: [whole] }))).isIncomplete).toBe(false);
    const makeAll = async () => Promise.all(Object.values(WAYS).map((options) => engine.makePack(ask(id, options))));
    const before = await makeAll();
    expect(await engine.finishReading(id, 'finish')).toBe(0);
    const after = await makeAll();
    finished = { state: await readState(engine, id), snapshots: (await engine.listSnapshots(id)).length };
    for (const [i, way] of Object.keys(WAYS).entries())
      packs.set(way, { before: before[i] as PackAnswer, after: after[i] as PackAnswer });
  }, 60_000);

  it('is stored when its outlines are cancelled, and they are made without the source', async () => {
    expect(finished).toEqual({ state: await getStateAtOnce(), snapshots: 1 });
  }, 60_000);

  it.each(Object.keys(WAYS))('says in its text and its answer that parts may be missing, %s', (way) => {
    const { before, after } = packs.get(way) as { before: PackAnswer; after: PackAnswer };
    expect(before.chunks).toBeGreaterThan(0);
    expect(before.isIncomplete).toBe(true);
    expect(before.text.slice(0, 400)).toContain(SENTENCE);
    expect(before.tokens).toBeLessThanOrEqual(2_000);
    expect(after.isIncomplete).toBe(false);
    expect(after.text).not.toContain(SENTENCE);
  });

  it('says that parts may be missing if one of several collections is not fully indexed', () => {
    expect(together).toMatchObject({ isIncomplete: true, text: expect.stringContaining(SENTENCE) });
  });
});
