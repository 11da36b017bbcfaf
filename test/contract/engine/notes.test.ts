import { describe, expect, it } from 'vitest';
import { makeFilled } from '../../support/make-engine.ts';
import { readExport } from '../../support/read-exports.ts';

const FILES = {
  'Birds/Night heron.md': '---\ntags: [bird/heron, pond]\naliases: Nycticorax\n---\nLives by the [[reed bed|reeds]].\n',
  'Birds/index.md': '## All\n\n- [[Night heron]]\n- [Ibis](./Ibis.md)\n',
  'Birds/Ibis.md': 'A wader. #bird\n\nSee [the heron](Night%20heron.md#food) and [[Missing]].\n',
  'Plants/Reed bed.md': 'Where herons hide: ![[Birds/Night heron]]. #pond\n\nBack to [birds](../Birds/).\n',
  'Plants/Night heron.md': 'A plant with the same name. [[Reed bed]]\n',
  'guide.rst':
    'Guide\n=====\n\n:doc:`Plants/Reed bed` and `ibis <Birds/Ibis.md>`_\n\n.. toctree::\n   :maxdepth: 1\n\n   Plants/Night heron\n',
  'heron.py': 'tag = "#pond [[Night heron]]"\n',
};

describe.each(['simd', 'js'] as const)('a vault (%s)', (build) => {
  it('knows where links lead, and which files link to one', async () => {
    const { engine, id } = await makeFilled(FILES, { build });
    const { links, backlinks } = await engine.listLinks(id, 'Birds/Night heron.md');
    expect(links).toEqual([{ target: 'reed bed', line: 5, path: 'Plants/Reed bed.md' }]);
    expect(backlinks).toEqual([
      { path: 'Birds/Ibis.md', title: 'Ibis', line: 3 },
      { path: 'Birds/index.md', title: 'index', line: 3 },
      { path: 'Plants/Reed bed.md', title: 'Reed bed', line: 1 },
    ]);
    const ibis = await engine.listLinks(id, 'Birds/Ibis.md');
    expect(ibis.links[1]).toEqual({ target: 'Missing', line: 3 });
    expect(ibis.backlinks.map(({ path }) => path)).toEqual(['Birds/index.md', 'guide.rst']);
    expect((await engine.listLinks(id, 'Birds/index.md')).backlinks.map(({ path }) => path)).toEqual([
      'Plants/Reed bed.md',
    ]);
    expect((await engine.listLinks(id, 'guide.rst')).links.map(({ path, line }) => [path, line])).toEqual([
      ['Plants/Reed bed.md', 4],
      ['Birds/Ibis.md', 4],
      ['Plants/Night heron.md', 9],
    ]);
    expect(await engine.listLinks(id, 'nowhere.md')).toEqual({ links: [], backlinks: [] });
  });

  it('is filtered and counted by tags, also after an export and import', async () => {
    const { engine, id: made } = await makeFilled(FILES, { build });
    const { blob: file } = await readExport(engine, made);
    const { id: imported } = await engine.importCollection({ file, name: 'copy', jobId: 'import' });
    for (const id of [made, imported]) {
      const paths = async (query: string) => (await engine.search(id, query)).hits.map(({ path }) => path);
      expect(await paths('tag:bird')).toEqual(['Birds/Ibis.md', 'Birds/Night heron.md']);
      expect(await paths('tag:#bird -tag:pond')).toEqual(['Birds/Ibis.md']);
      expect((await paths('nycticorax'))[0]).toBe('Birds/Night heron.md');
      expect((await engine.search(id, 'path:')).facets?.tag).toEqual([]);
      expect((await engine.search(id, 'heron path:B path:P')).facets?.tag).toEqual([
        ['pond', 2],
        ['bird', 1],
        ['bird/heron', 1],
      ]);
    }
  });

  it('suggests the filter that would find something', async () => {
    const { engine, id } = await makeFilled(FILES, { build });
    expect((await engine.search(id, 'kind:python')).instead).toEqual([{ key: 'kind', value: 'python', works: 'lang' }]);
    expect((await engine.search(id, 'heron lang:pond')).instead).toEqual([
      { key: 'lang', value: 'pond', works: 'tag' },
    ]);
    expect((await engine.search(id, 'zzz kind:code')).instead).toBeUndefined();
  });
});
