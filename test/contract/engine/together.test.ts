import { describe, expect, it } from 'vitest';
import type { Engine, PackOptions } from '../../../src/engine/contract.ts';
import type { Settings } from '../../../src/model/settings.ts';
import { ingestFiles, type MadeFiles, makeEngine } from '../../support/make-engine.ts';
import { packOf } from '../../support/read-exports.ts';

const WADERS: MadeFiles = {
  'README.md': '# Waders\n\nHerons wade where the water is shallow.\n',
  'src/heron.py': 'def wade(depth):\n    """Herons wade slowly."""\n    return depth\n',
  'shared.md': '# Shared\n\nHerons and ducks share one lake in winter.\n',
};
const DIVERS: MadeFiles = {
  'README.md': '# Divers\n\nDucks dive, herons wade beside them.\n',
  'src/duck.py': 'def dive(depth):\n    """Ducks dive and herons wade."""\n    return -depth\n',
  'copies/shared.md': '# Shared\n\nHerons and ducks share one lake in winter.\n',
};

async function make(engine: Engine, name: string, files: MadeFiles, settings: Partial<Settings> = {}): Promise<string> {
  const { id } = await engine.createCollection({ name, settings });
  await ingestFiles(engine, id, files);
  return id;
}

const packAll = (ids: readonly string[], options: Partial<PackOptions> = {}): PackOptions =>
  packOf(ids[0] as string, { together: ids, budgetTokens: 2_000, ...options });

/** Two collections that share a chunk. */
async function makeBoth(): Promise<{ engine: Engine; ids: string[] }> {
  const { engine } = await makeEngine();
  return { engine, ids: [await make(engine, 'Waders', WADERS), await make(engine, 'Divers', DIVERS)] };
}

describe('[P10] several collections searched at once', () => {
  it('give hits of each, which name their collection and can be opened there', async () => {
    const { engine, ids } = await makeBoth();
    const { hits, leftOut } = await engine.searchTogether(ids, 'herons wade');
    expect(new Set(hits.map(({ collection }) => collection))).toEqual(new Set(ids));
    expect(leftOut).toEqual([]);
    for (const hit of hits) {
      const found = await engine.getChunk(hit.collection as string, hit.id);
      expect(found?.chunk.path).toBe(hit.path);
      const [id, ref] = hit.ref.split('/') as [string, string];
      expect((await engine.getChunk(id, ref))?.chunk.id).toBe(hit.id);
    }
  });

  it('give chunks of both once, and count them once in the rows', async () => {
    const { engine, ids } = await makeBoth();
    const { hits, total, rows } = await engine.searchTogether(ids, '"share one lake"', { fold: true });
    expect({ hits: hits.length, total, rows }).toEqual({ hits: 1, total: 2, rows: 1 });
  });

  it('give the answer of a single collection if there is one', async () => {
    const { engine } = await makeEngine();
    const id = await make(engine, 'Waders', WADERS);
    const alone = await engine.search(id, 'herons wade -duck', { fold: true });
    const { leftOut: _, ...together } = await engine.searchTogether([id, id], 'herons wade -duck', { fold: true });
    expect(together.hits.map(({ collection: __, ref, ...hit }) => ({ ...hit, ref: ref.split('/')[1] }))).toEqual(
      alone.hits.map(({ ...hit }) => ({ ...hit, source: 'Waders/' })),
    );
    expect({ total: together.total, rows: together.rows }).toEqual({ total: alone.total, rows: alone.rows });
  });

  it('page through everything without a gap or a repeat', async () => {
    const { engine } = await makeEngine();
    const pages = (what: string, n: number): MadeFiles =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`p${i}.md`, `# ${what} ${i}\n\nherons wade ${what}\n`]));
    const ids = [await make(engine, 'A', pages('alpha', 40)), await make(engine, 'B', pages('beta', 35))];
    const seen: string[] = [];
    for (let offset = 0; offset < 80; offset += 20) {
      const { hits } = await engine.searchTogether(ids, 'herons', { limit: 20, offset });
      seen.push(...hits.map(({ collection, id }) => `${collection}/${id}`));
    }
    expect(seen.length).toBe(75);
    expect(new Set(seen).size).toBe(75);
  });

  it('filter by collection, by folder and by the query', async () => {
    const { engine } = await makeEngine();
    const ids = [await make(engine, 'Waders', WADERS), await make(engine, 'Divers of the lake', DIVERS)];
    const { facets } = await engine.searchTogether(ids, 'herons');
    expect(facets?.source.map(([name]) => name).sort()).toEqual(['Divers-of-the-lake/', 'Waders/']);
    expect(facets?.folder.map(([name]) => name)).toContain('Waders/src/');
    const paths = async (filters: object, query = 'herons') =>
      (await engine.searchTogether(ids, query, { filters })).hits.map(({ path }) => path).sort();
    expect(await paths({ source: ['Waders/'] })).toEqual(['README.md', 'shared.md', 'src/heron.py']);
    expect(await paths({ path: ['Waders/src/'] })).toEqual(['src/heron.py']);
    expect(await paths({}, 'herons path:src/')).toEqual(['src/duck.py', 'src/heron.py']);
  });

  it('skip one that is gone, and one that cannot be read, with its name', async () => {
    const { engine, ids } = await makeBoth();
    await engine.deleteCollection(ids[1] as string);
    const { hits, leftOut } = await engine.searchTogether([...ids, 'f00d'], 'herons');
    expect(hits.length).toBe(3);
    expect(leftOut.map(({ why }) => why)).toEqual(['gone', 'gone']);
  });

  it('drop a search when a newer one has started', async () => {
    const { engine, ids } = await makeBoth();
    const [older, newer] = await Promise.all([
      engine.searchTogether(ids, 'herons', { seq: 1 }),
      engine.searchTogether(ids, 'ducks', { seq: 2 }),
    ]);
    expect({ older: older.dropped, newer: newer.dropped }).toEqual({ older: true, newer: undefined });
  });

  it('rank collections with other analysis settings together', async () => {
    const { engine } = await makeEngine();
    const ids = [
      await make(engine, 'Stemmed', { 'a.md': '# A\n\nIt wades in water.\n' }),
      await make(engine, 'Plain', { 'b.md': '# B\n\nIt wades in water, and wade it must.\n' }, { stemming: false }),
    ];
    const { hits, total } = await engine.searchTogether(ids, 'wade');
    expect({ total, paths: hits.map(({ path }) => path).sort() }).toEqual({ total: 2, paths: ['a.md', 'b.md'] });
    const marks = hits.find(({ path }) => path === 'b.md');
    expect(marks?.ranges.map(([start, end]) => marks.snippet.slice(start, end))).toEqual(['wade']);
  });
});

describe('[P10] a pack of several collections', () => {
  it('names the collection in every path, contains equal content once, and links back', async () => {
    const { engine } = await makeEngine();
    const ids = [await make(engine, 'Waders', WADERS), await make(engine, 'Tests', DIVERS)];
    const pack = await engine.makePack(packAll(ids));
    expect(pack.text).toContain('## Waders/src/heron.py');
    expect(pack.text).toContain('## the-Tests/src/duck.py');
    expect(pack.text.split('share one lake').length - 1).toBe(1);
    expect(new Set(pack.items.map(({ collection }) => collection))).toEqual(new Set(ids));
    for (const { collection, key, path } of pack.items)
      expect((await engine.getChunk(collection as string, key))?.chunk.path).toBe(path);
    expect(pack.refs.every((ref) => ids.includes(ref.split('/')[0] as string))).toBe(true);
  });

  it('masks the secrets of each, takes picks by id and by ref, and removes chunks', async () => {
    const { engine } = await makeEngine();
    const secret = 'token = ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const ids = [
      await make(engine, 'A', { 'one.ini': `[herons]\nwade = yes\n${secret}\n` }),
      await make(engine, 'B', { 'two.ini': `[herons]\nwade = often\n${secret}\n` }),
    ];
    const [, b] = ids as [string, string];
    const pick = (await engine.search(b, 'often')).hits[0];
    const options = packAll(ids);
    const picked = await engine.makePack({ ...options, query: 'nothing like it', picks: [`${b}/${pick?.ref}`] });
    expect(picked.items.map(({ collection, path, why }) => [collection, path, why])).toEqual([
      [b, 'two.ini', 'picked'],
    ]);
    const whole = await engine.makePack(options);
    expect(whole.text).not.toContain('ghp_');
    expect(whole.text.match(/\[\[secret:[^\]]+\]\]/g)?.length).toBe(2);
    expect(new Set(whole.text.match(/\[\[secret:[^\]]+\]\]/g)).size).toBe(1);
    const less = await engine.makePack({ ...options, leaveOut: [pick?.id as string] });
    expect(less.items.map(({ path }) => path)).toEqual(['one.ini']);
  });

  it('contains outlines of files of both', async () => {
    const { engine } = await makeEngine();
    const large = (name: string): string =>
      Array.from(
        { length: 60 },
        (_, i) => `def ${name}_${i}():\n    """herons wade ${name} ${'x '.repeat(80)}"""\n`,
      ).join('\n');
    const ids = [await make(engine, 'A', { 'a.py': large('a') }), await make(engine, 'B', { 'b.py': large('b') })];
    const pack = await engine.makePack(packAll(ids, { detail: 'signatures', budgetTokens: 900, mask: false }));
    const outlined = pack.items.filter(({ why }) => why === 'outline');
    expect(pack.tokens).toBeLessThanOrEqual(900);
    for (const { path, collection } of outlined) expect(path).toBe(collection === ids[0] ? 'a.py' : 'b.py');
  });
});

describe('[P10] citations of a pack of several collections', () => {
  it('are checked in the collection they name, or in all if they name none', async () => {
    const { engine, ids } = await makeBoth();
    const answer = [
      'See Divers/src/duck.py:2-2 and src/heron.py:1.',
      '"where the water is shallow" (Waders/README.md:3)',
      '"where the water is shallow" (Divers/README.md:3)',
      'Neither says Owls/README.md:3.',
    ].join('\n\n');
    const { citations } = await engine.checkCitations({
      ...{ collectionId: ids[0] as string, together: ids, answer, jobId: 'cite' },
    });
    const rows = citations.map(({ text, verdict, collection }) => [text, verdict, ids.indexOf(collection ?? '')]);
    expect(rows).toEqual([
      ['Divers/src/duck.py:2-2', 'exists', 1],
      ['src/heron.py:1', 'exists', 0],
      ['"where the water is shallow"', 'exact', 0],
      ['Waders/README.md:3', 'exact', 0],
      ['"where the water is shallow"', 'moved', 0],
      ['Divers/README.md:3', 'moved', 0],
      ['Owls/README.md:3', 'not found', -1],
    ]);
  });
});
