import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchedCollection } from '../../../src/engine/open/faces.ts';
import { runSearch } from '../../../src/engine/search/run-search.ts';
import type { Kernel, KernelBuild } from '../../../src/kernel/contract.ts';
import { LANGUAGES } from '../../../src/kinds/natural-languages.ts';
import type { Hit } from '../../../src/model/hit.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { makeSearchTarget } from '../../support/search-target.ts';

const FILES = {
  'de/leiste.md':
    '# Fenster\n\nDie Leiste ist nicht nur für das Menü, sondern auch für die Werkzeuge und den Rand da.\n',
  'de/seitenleiste.md':
    '# Aufbau\n\nWenn der Platz nicht reicht, wird eine der Seitenleisten von selbst geschlossen und ist dann weg.\n',
  'de/kurz.md': '# Notiz\n\nHäuser\n',
  'de/haus.md': '# Wohnen\n\nIn diesem Haus ist es warm, aber nicht sehr hell, und das ist auch gut so für alle.\n',
  'es/nodos.md':
    '# Nodos\n\nLas configuraciones de los nodos se guardan en el disco, y no en la memoria, para que no se pierdan.\n',
  'ru/книга.md': '# Чтение\n\nОн сказал, что эта книга была не для всех, но мы её всё же купили и прочитали.\n',
  'en/shelf.md':
    '# Shelf\n\nThe books are on the shelf, and this is where they should be if you are not reading them.\n',
  'ja/hon.md': '# 本\n\nこれは日本語の文章です。検索の設定を説明します。\n',
  'src/main.py': 'def shelve():\n    return None\n',
  'mixed.md': 'the der el\n',
  'none.txt': `${'0123456789'.repeat(20_000)}\n`,
};

describe.each<KernelBuild>(['simd', 'js'])('languages in the %s build [E2]', (build) => {
  let kernel: Kernel;
  let target: SearchedCollection;
  beforeAll(async () => {
    kernel = await loadNodeKernel(build);
    target = makeSearchTarget(kernel, FILES, 2);
  }, 120_000);
  const search = async (query: string) => (await runSearch(kernel, target, query)).hits;
  const paths = async (query: string) => (await search(query)).map(({ path }) => path);

  it('are found by script and function words, and not in code, mixed or short texts', () => {
    const found = target.shards.flatMap(({ shard, fileOrder }) =>
      Array.from(fileOrder, (file, i) => [
        target.fileNames(file).path,
        LANGUAGES[(shard.languages[i] as number) - 1] ?? '',
      ]),
    );
    expect(Object.fromEntries(found)).toEqual({
      ...{ 'de/leiste.md': 'de', 'de/seitenleiste.md': 'de', 'de/kurz.md': '', 'de/haus.md': 'de' },
      ...{ 'es/nodos.md': 'es', 'ru/книга.md': 'ru', 'en/shelf.md': 'en', 'ja/hon.md': 'ja' },
      ...{ 'src/main.py': '', 'mixed.md': '', 'none.txt': '' },
    });
  });

  it.each([
    ['Häusern', 'de/kurz.md'],
    ['configuración', 'es/nodos.md'],
    ['книгами', 'ru/книга.md'],
    ['book', 'en/shelf.md'],
  ])('%s finds another form of the word in %s', async (query, path) => {
    expect(await paths(query)).toContain(path);
  });

  it('a word finds compounds that end with it, after the word itself, and marks them', async () => {
    const hits = await search('Leiste');
    expect(hits.map(({ path }) => path).slice(0, 2)).toEqual(['de/leiste.md', 'de/seitenleiste.md']);
    const [start, end] = (hits[1] as Hit).ranges[0] as readonly [number, number];
    expect(hits[1]?.snippet.slice(start, end)).toBe('Seitenleisten');
  });

  it('language:de keeps German prose, and short texts in its folder', async () => {
    expect((await paths('language:de')).sort()).toEqual(
      Object.keys(FILES)
        .filter((path) => path.startsWith('de/'))
        .sort(),
    );
    expect(await paths('books -language:de')).toEqual(['en/shelf.md']);
    expect((await paths('lang:de')).sort()).toEqual((await paths('language:de')).sort());
    expect(await paths('books -lang:DE')).toEqual(['en/shelf.md']);
  });

  it('are a facet of prose in collections with more than one', async () => {
    const count = async (files: SearchedCollection, query: string) =>
      (await runSearch(kernel, files, query)).facets?.language;
    expect(await count(target, 'path:de path:src path:mixed')).toEqual([
      ['de', 4],
      ['en', 1],
    ]);
    expect(await count(target, 'shelve')).toEqual([]);
    expect(await count(makeSearchTarget(kernel, { 'a.md': FILES['en/shelf.md'], 'b.py': 'x = 1\n' }), 'books')).toEqual(
      [],
    );
  });

  it('function words of the language weigh little in a long question and are not marked', async () => {
    const [hit] = await search('was ist denn das hier mit der Seitenleiste');
    expect(hit?.path).toBe('de/seitenleiste.md');
    expect(hit?.ranges.map(([start, end]) => hit.snippet.slice(start, end))).toEqual(['Seitenleisten']);
  });
});
