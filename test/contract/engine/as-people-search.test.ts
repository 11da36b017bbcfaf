import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import type { Hit } from '../../../src/model/hit.ts';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';

const use = (i: number): string =>
  `def test_${i}():\n    rows = Author.objects.bulk_create([Author(), Author()])\n    bulk_create(rows)\n`;
const filler = (name: string): string =>
  `    def ${name}(self):\n        """${'Something else is done here. '.repeat(120)}"""\n        return self\n\n`;

const FILES: Record<string, string> = {
  'db/query.py': `MAX_BULK_SIZE = 100\n\n\nclass QuerySet:\n    """Rows of a table."""\n\n${filler('filter')}${filler('exclude')}    def bulk_create(self, rows):\n        return insert(rows)\n`,
  'db/other.py': 'class Manager:\n    def bulk_create(self, rows):\n        return self.queryset.bulk_create(rows)\n',
  'tests/test_bulk.py': Array.from({ length: 12 }, (_, i) => use(i)).join('\n\n'),
  'tests/test_many.py': Array.from({ length: 9 }, (_, i) => filler(`rows_${i}`).replaceAll('    def', 'def')).join(
    '\n',
  ),
  'docs/querysets.md':
    '# Working with querysets\n\nA `QuerySet` has `bulk_create`, which calls bulk_create once for many rows.\n',
  'docs/topics.md': `# Topics\n\n${'Working with querysets is easy. Querysets, querysets: working with them is work. '.repeat(5)}\n`,
  'docs/front.md': '---\ntitle: Field lists in depth\n---\n\nWords that say nothing of the title.\n',
  'docs/notes.txt': 'A comment of two words.\n\nOld notes on storage\n====================\n\nWords.\n',
  'docs/more.txt': 'old notes, old notes on storage, storage, notes on old storage\n',
  'CHANGELOG.md': '# Changelog\n\n- bulk_create bulk_create bulk_create\n- useEffect, useEffect\n',
  'src/hooks.ts':
    'export function useEffect(run: () => void): void {\n  run();\n}\n\nexport function getOrCreate(): void {}\n',
  'src/app.ts': "import { useEffect } from './hooks.ts';\n\nuseEffect(() => {});\nuse(effects);\ncreate(get());\n",
};

describe('searches as people type them', () => {
  let engine: Engine;
  let id: string;
  beforeAll(async () => {
    engine = (await makeEngine()).engine;
    id = (await engine.createCollection({ name: 'made' })).id;
    await ingestFiles(engine, id, FILES);
  });
  const search = async (query: string): Promise<readonly Hit[]> => (await engine.search(id, query)).hits;
  it('give hits the title of their file, wherever it comes from', async () => {
    expect((await search('words that say nothing'))[0]).toMatchObject({
      path: 'docs/front.md',
      title: 'Field lists in depth',
    });
    expect((await search('working with querysets'))[0]?.title).toBe('Working with querysets');
    expect((await search('getOrCreate'))[0]?.title).toBeUndefined();
  });

  const first = async (query: string): Promise<string> => {
    const [hit] = await search(query);
    return `${hit?.path} ${hit?.symbol ?? ''}`;
  };

  it.each(['bulk_create', 'bulkCreate', 'BULK_CREATE'])(
    'find the definitions of %s first, before every use',
    async (query) => {
      const paths = (await search(query)).slice(0, 2).map(({ path }) => path);
      expect(paths.sort()).toEqual(['db/other.py', 'db/query.py']);
    },
  );

  it.each(['QuerySet.bulk_create', 'db.query.QuerySet.bulk_create', 'QuerySet::bulkCreate()'])(
    'find the one that %s names',
    async (query) => {
      expect(await first(query)).toBe('db/query.py QuerySet.bulk_create');
    },
  );

  it('find a class by its name, not one of its methods', async () => {
    const [hit] = await search('queryset');
    expect(hit?.path).toBe('db/query.py');
    // The constant above it is in the same chunk.
    expect(hit?.label).toMatch(/MAX_BULK_SIZE · QuerySet/);
  });

  it('find methods by their own name with symbol:, exact matches first', async () => {
    const hits = await search('symbol:bulk_create');
    expect(hits.map(({ path }) => path)).toEqual(['db/other.py', 'db/query.py']);
    expect((await search('symbol:queryset.bulk_create')).map(({ path }) => path)).toEqual(['db/query.py']);
    const named = await search('symbol:test_1');
    expect(named[0]?.label).toContain('test_1');
  });

  it('find a page by its title, from front matter or its first heading, before pages that repeat the words', async () => {
    expect(await first('Working with querysets')).toBe('docs/querysets.md ');
    expect(await first('field lists in depth')).toBe('docs/front.md ');
    expect(await first('Old notes on storage')).toBe('docs/notes.txt ');
  });

  it('give tests and change logs less weight, unless the query names them', async () => {
    const paths = (await search('bulk_create rows')).map(({ path }) => path);
    expect(paths.indexOf('CHANGELOG.md')).toBeGreaterThan(paths.indexOf('docs/querysets.md'));
    expect((await search('changelog bulk_create'))[0]?.path).toBe('CHANGELOG.md');
  });

  it.each([
    ['useEff', 'src/hooks.ts'],
    ['useEfect', 'src/hooks.ts'],
    ['getOrCreat', 'src/hooks.ts'],
  ])('find names that start with %s or are spelt similarly, and say so', async (query, path) => {
    const answer = await engine.search(id, query);
    expect(answer.hits[0]?.path).toBe(path);
    expect(answer.fuzzy).toBe(true);
    expect((await engine.search(id, 'useEffect')).fuzzy).toBe(false);
  });

  it('fold hits of one file beyond two under it, over the whole ranking', async () => {
    const all = (await engine.search(id, 'rows', { limit: 50 })).hits;
    const answer = await engine.search(id, 'rows', { limit: 50, fold: true });
    const ofFile = (hits: readonly Hit[]) => hits.filter(({ path }) => path === 'tests/test_many.py');
    expect(ofFile(all).length).toBeGreaterThan(4);
    expect(ofFile(answer.hits)).toHaveLength(2);
    expect(ofFile(answer.hits)[1]?.folded).toBe(ofFile(all).length - 2);
    expect(answer.total).toBe(all.length);
    expect(answer.rows).toBe(answer.hits.length);
    const paged: Hit[] = [];
    for (let offset = 0; offset < answer.hits.length; offset += 2)
      paged.push(...(await engine.search(id, 'rows', { limit: 2, offset, fold: true })).hits);
    expect(paged).toEqual(answer.hits);
  });

  it('say how a hit matched', async () => {
    const [hit] = await search('QuerySet.bulk_create');
    expect(hit?.why[0]).toMatchObject({ field: 'symbol', how: 'defines' });
    const [page] = await search('Working with querysets');
    expect(page?.why).toContainEqual({ term: 'Working with querysets', field: 'title', how: 'names' });
  });

  it('find names in the palette by any of their parts, best first', async () => {
    const rows = await engine.palette(id, 'create');
    expect(rows.filter(({ type }) => type === 'symbol').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['getOrCreate', 'QuerySet.bulk_create', 'Manager.bulk_create']),
    );
    expect((await engine.palette(id, 'bulk_cr')).find(({ type }) => type === 'symbol')?.text).toContain('bulk_create');
    expect((await engine.palette(id, 'queryset')).find(({ type }) => type === 'symbol')?.text).toBe('QuerySet');
    expect((await engine.palette(id, 'with quer')).find(({ type }) => type === 'heading')?.text).toBe(
      'Working with querysets',
    );
    expect((await engine.palette(id, 'hooks'))[0]).toMatchObject({ type: 'file', path: 'src/hooks.ts' });
  });

  it('list a symbol of several chunks once in the palette, and headings that repeat each time', async () => {
    const long = (await engine.createCollection({ name: 'long' })).id;
    const lines = Array.from({ length: 400 }, (_, i) => `    colours[${i}] = read_colour(rows, ${i})\n`);
    const part = `## Usage\n\n${'Words about it. '.repeat(200)}\n\n`;
    await ingestFiles(engine, long, {
      'theme.py': `import os\n\n\ndef parse_theme(rows):\n${lines.join('')}    return colours\n`,
      'theme.md': `# Themes\n\n${part}${part}`,
    });
    expect((await engine.search(long, 'parse_theme')).hits.filter(({ symbol }) => symbol).length).toBeGreaterThan(1);
    const list = async (text: string) => (await engine.palette(long, text)).map((row) => `${row.type} ${row.text}`);
    expect((await list('parse_theme')).filter((row) => row.startsWith('symbol'))).toEqual(['symbol parse_theme']);
    expect(await list('usage')).toEqual(['heading Usage', 'heading Usage']);
  });
});
