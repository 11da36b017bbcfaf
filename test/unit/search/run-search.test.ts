import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchedCollection } from '../../../src/engine/open/faces.ts';
import { runSearch } from '../../../src/engine/search/run-search.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { makeSearchTarget } from '../../support/search-target.ts';

const FILES = {
  'docs/install.md':
    '# Install\n\nRun the installer. Configuration files live in the home folder.\n\n## Proxy\n\nSet HTTP_PROXY before you connect.\n',
  'docs/japanese.md': '# 日本語\n\n全文検索エンジンの設定方法を説明します。東京都に住む。\n',
  'docs/menu.md': '# Café\n\nCrème brûlée and naïve tea; the price is 404 yen. Zażółć gęślą jaźń.\n',
  'src/parser.ts': 'export function getUserName(id) {\n  return fetchUser(id).user_name;\n}\n',
  'src/server.py': 'def start_server(port):\n    """Starts the HTTPServer on a port."""\n    listen(port)\n',
  'data/error.json': '{"message": "caf\\u00e9 is closed", "code": 503}\n',
  'notes.txt': 'the quick brown fox jumps over the lazy dog\n\nfox the quick is no phrase; boundary-layer effects\n',
};

let kernel: Kernel;
let target: SearchedCollection;
beforeAll(async () => {
  kernel = await loadNodeKernel();
  target = makeSearchTarget(kernel, FILES, 2);
});
const paths = async (query: string, options = {}) =>
  (await runSearch(kernel, target, query, options)).hits.map(({ path }) => path);

describe('words', () => {
  it.each([
    ['configuring', 'docs/install.md'],
    ['404', 'docs/menu.md'],
    ['cafe', 'docs/menu.md'],
    ['creme BRULEE', 'docs/menu.md'],
    ['zazolc', 'docs/menu.md'],
    ['検索', 'docs/japanese.md'],
    ['京', 'docs/japanese.md'],
    ['語', 'docs/japanese.md'],
    ['getusername', 'src/parser.ts'],
    ['user name', 'src/parser.ts'],
    ['username', 'src/parser.ts'],
    ['server', 'src/server.py'],
    ['http-proxy', 'docs/install.md'],
    ['boundary layer', 'notes.txt'],
    ['parser', 'src/parser.ts'],
  ])('%s finds %s', async (query, path) => {
    expect((await paths(query))[0]).toBe(path);
  });

  it('the name of a folder and a heading find the section in that folder before texts with the same words', async () => {
    const named = makeSearchTarget(kernel, {
      'undici/api.md': '# API\n\n## Cache store\n\nKeeps responses.\n',
      'proxy/api.md': '# API\n\n## Cache store\n\nKeeps undici.\n',
      ...FILES,
    });
    expect((await runSearch(kernel, named, 'undici cache store')).hits[0]?.path).toBe('undici/api.md');
  });

  it('a word that is part of names finds them before chunks that repeat it', async () => {
    const named = makeSearchTarget(kernel, {
      ...FILES,
      'notes/network.md': `# Network\n\n${'Every mutex waits for a mutex. '.repeat(20)}\n`,
      'notes/mutex-rules.md': '# Mutex rules\n\nTake one at a time.\n',
      'notes/zebra.md': `# Zebra\n\n${'A mutex, a mutex, a mutex. '.repeat(20)}\n`,
    });
    expect((await runSearch(kernel, named, 'mutex')).hits[0]?.path).toBe('notes/mutex-rules.md');
  });

  it('JSON escapes are decoded before words are split', async () => {
    expect(await paths('café')).toContain('data/error.json');
  });
});

describe('the query language', () => {
  it('a phrase matches its words in sequence, unstemmed', async () => {
    expect(await paths('"the quick brown"')).toEqual(['notes.txt']);
    const closest = await runSearch(kernel, target, '"brown quick fox"');
    expect(closest).toMatchObject({ total: 1, all: 0, fuzzy: false });
    expect(closest.hits[0]?.path).toBe('notes.txt');
  });
  it('exact words have the case and the ends that were typed, and no similar spelling replaces them', async () => {
    expect(await paths('httpserver')).toEqual(['src/server.py']);
    expect(await paths('httpserver', { exact: { case: true } })).toEqual([]);
    expect(await paths('HTTPServer', { exact: { case: true } })).toEqual(['src/server.py']);
    expect(await paths('configuring', { exact: { word: true } })).toEqual([]);
    expect(await paths('install', { exact: { word: true }, typing: true })).toEqual(['docs/install.md']);
    expect(await paths('quikc')).toEqual(['notes.txt']);
    expect(await paths('quikc', { exact: { word: true } })).toEqual([]);
    expect(await paths('"quick brown" Fox', { exact: { case: true } })).toEqual([]);
    expect(await runSearch(kernel, target, 'fox', { exact: { word: true } })).toMatchObject({ total: 1, fuzzy: false });
  });

  it('a minus excludes chunks', async () => {
    expect(await paths('cafe -closed')).not.toContain('data/error.json');
    expect(await paths('cafe -brûlée')).not.toContain('docs/menu.md');
  });
  it('a minus before a phrase excludes chunks with the phrase, with words, with filters and without either', async () => {
    expect(await paths('fox -"quick brown"')).toEqual([]);
    expect(await paths('path:notes -"quick brown"')).toEqual([]);
    expect(await paths('path:notes -"brown quick"')).toEqual(['notes.txt']);
    const all = await paths('-"no such phrase"');
    expect(await paths('-"quick brown"')).toEqual(all.filter((path) => path !== 'notes.txt'));
  });
  it('while typing, the last word is a prefix, also of words indexed by stem', async () => {
    expect(await paths('configurati', { typing: true })).toContain('docs/install.md');
    expect((await runSearch(kernel, target, 'configurati')).fuzzy).toBe(true);
    expect(await paths('getus', { typing: true })).toEqual(['src/parser.ts']);
  });
  it('stop words of a long query weigh little, but a sentence with all of them comes first', async () => {
    const own = makeSearchTarget(
      kernel,
      { 'a.md': 'alpha beta gamma delta\n', 'b.md': 'the alpha of the beta in gamma and the delta\n' },
      1,
    );
    const first = async (query: string) => (await runSearch(kernel, own, query)).hits[0]?.path;
    expect(await first('the alpha of the beta in gamma and the delta')).toBe('b.md');
    expect(await first('alpha beta gamma delta')).toBe('a.md');
  });
  it('without hits, similar spellings are searched, and the result says so', async () => {
    const answer = await runSearch(kernel, target, 'conect confguration');
    expect(answer).toMatchObject({ fuzzy: true });
    expect(answer.hits[0]?.path).toBe('docs/install.md');
    expect(answer.hits[0]?.why[0]?.how).toBe('fuzzy');
  });
  it('filters narrow, repeated ones mean or, and without words they list in path order', async () => {
    expect(await paths('user kind:ts')).toEqual(['src/parser.ts']);
    expect(await paths('user kind:markdown')).toEqual([]);
    expect(await paths('path:SRC/ path:notes')).toEqual(['notes.txt', 'src/parser.ts', 'src/server.py']);
    expect(await paths('heading:prox')).toEqual(['docs/install.md']);
    expect(await paths('', { filters: { lang: ['py'] } })).toEqual(['src/server.py']);
    expect(await paths('path:docs', { limit: 1, offset: 1 })).toEqual(['docs/japanese.md']);
  });
  it.each([
    ['lang:py', ['src/server.py']],
    ['lang:ts', ['src/parser.ts']],
    ['lang:java', []],
    ['lang:md', ['docs/install.md', 'docs/japanese.md', 'docs/menu.md']],
    ['symbol:Store::open', ['a.rs']],
    ['symbol:mod.Store#open', ['a.rs']],
    ['symbol:store->op', ['a.rs']],
    ['symbol:open', ['a.rs']],
  ])('%s names a language or a symbol in any spelling', async (query, found) => {
    const text = 'fn open() {}\n';
    const cut = { line: 1, level: 1, what: 'method', name: 'mod.Store.open', endLine: 1 } as const;
    const read = { bytes: new TextEncoder().encode(text), cuts: [cut] };
    const other = makeSearchTarget(kernel, { ...FILES, 'a.rs': text }, 2, { 'a.rs': read });
    expect((await runSearch(kernel, other, query)).hits.map(({ path }) => path)).toEqual(found);
  });
  it('result pages add up to the whole list, in path order, for any shards', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [
        `d${i % 4}/f${i}.md`,
        `# One\n\n${'text '.repeat(400)}\n\n# Two\n\n${'more '.repeat(400)}\n\n`.repeat(1 + (i % 2)),
      ]),
    );
    for (const shards of [1, 3]) {
      const many = makeSearchTarget(kernel, texts, shards);
      for (const query of ['path:d', 'kind:markdown -path:d2', '-path:d1 -kind:json', 'source:test path:d3']) {
        const all = await runSearch(kernel, many, query, { limit: 50 });
        expect(all.hits).toHaveLength(all.total);
        expect(all.total).toBeGreaterThan(4);
        expect(all.hits.map(({ ref }) => ref)).toEqual(all.hits.map(({ ref }) => ref).toSorted());
        for (const limit of [1, 4, 7]) {
          const pages: string[] = [];
          for (let offset = 0; offset < all.total + limit; offset += limit) {
            const page = await runSearch(kernel, many, query, { limit, offset });
            expect(page.total).toBe(all.total);
            pages.push(...page.hits.map(({ id }) => id));
          }
          expect(pages).toEqual(all.hits.map(({ id }) => id));
        }
      }
    }
  });
  it('a minus before a filter excludes what the filter would list, with words, with filters and without either', async () => {
    expect(await paths('user -path:src')).toEqual([]);
    expect(await paths('http -lang:python')).toEqual(['docs/install.md']);
    expect(await paths('kind:markdown -heading:prox')).toEqual(['docs/japanese.md', 'docs/menu.md']);
    expect(await paths('-path:docs -kind:json -path:"src/"')).toEqual(['notes.txt']);
  });
  it('only the first words of a long query may be misspelt: each is compared with the whole dictionary', async () => {
    const words = (n: number) => Array.from({ length: n }, (_, i) => `qqqqzzzz${'abcdefghijkl'[i]}`).join(' ');
    expect((await runSearch(kernel, target, `${words(7)} confguration`)).fuzzy).toBe(true);
    expect(await runSearch(kernel, target, `${words(8)} confguration`)).toMatchObject({ hits: [], fuzzy: false });
    expect(await runSearch(kernel, target, words(8).replaceAll(' ', ',').concat(',confguration'))).toMatchObject({
      hits: [],
    });
  });
  it('an empty query finds nothing', async () => {
    expect(await paths('')).toEqual([]);
    expect(await paths('?!')).toEqual([]);
  });
  it('counts facets over all hits, not over the result page', async () => {
    const { facets, total } = await runSearch(kernel, target, 'the', { limit: 1 });
    expect(facets?.kind.reduce((sum, [, n]) => sum + n, 0)).toBe(total);
  });
  it('drops a search that a newer one replaced', async () => {
    expect(await runSearch(kernel, target, 'user', { isStale: () => true, seq: 4 })).toEqual({
      hits: [],
      total: 0,
      partial: false,
      fuzzy: false,
      dropped: true,
      seq: 4,
    });
  });
  it('results do not depend on the number of shards [E1]', async () => {
    const whole = makeSearchTarget(kernel, FILES, 1);
    for (const query of ['user name', 'the', 'http server port', 'cafe 日本', 'fox OR dog'])
      expect(await runSearch(kernel, whole, query)).toEqual(await runSearch(kernel, target, query));
  });
});

describe('copies, generated files and files', () => {
  const run = (files: Record<string, string>, query: string, options = {}) =>
    runSearch(kernel, makeSearchTarget(kernel, files, 2), query, { fold: true, ...options });

  it('chunks with the same content share a row, which counts them', async () => {
    const text = '# Licence\n\nYou may copy the flux capacitor.\n';
    const files = { ...FILES, 'a/licence.md': text, 'b/licence.md': text, 'c.md': `${text}Again.\n` };
    const { hits, rows, total } = await run(files, 'flux capacitor');
    expect(hits.map(({ path, copies }) => [path, copies])).toEqual([
      ['a/licence.md', 2],
      ['c.md', undefined],
    ]);
    expect([rows, total]).toEqual([2, 3]);
    expect((await run(files, 'flux capacitor', { offset: 1 })).hits.map(({ path }) => path)).toEqual(['c.md']);
  });

  it.each([
    ['docs/docsets/App.docset/flux.md', 'docset'],
    ['site/search.json', 'docsets'],
    ['dist/flux.min.js', 'minified'],
    ['package-lock.json', 'package-lock'],
    ['lib/flux.pb.ts', undefined],
    ['src/testdata/flux.ts', 'testdata'],
    ['src/flux.snap', 'snap'],
  ])('%s ranks below source with the same words, unless the query names it', async (path, name) => {
    const files = { ...FILES, [path]: 'flux capacitor loads', 'z/source.txt': 'flux capacitor loads\nas flux flows' };
    expect((await run(files, 'flux capacitor')).hits[0]?.path).toBe('z/source.txt');
    if (name !== undefined) expect((await run(files, `flux capacitor ${name}`)).hits[0]?.path).toBe(path);
  });

  it('for a sentence, the file with more about it comes first', async () => {
    const part = (name: string, text: string) => `## ${name}\n\n${text} ${'It is written here. '.repeat(40)}\n\n`;
    const files = {
      ...FILES,
      'a.md': part('One', 'The pump stops when pressure rises') + part('Two', 'Nothing.'),
      'b.md': part('One', 'The pump stops when pressure rises') + part('Two', 'The pump and its pressure'),
    };
    const { hits } = await run(files, 'why does the pump stop when there is pressure');
    expect(hits[0]?.path).toBe('b.md');
    expect(hits[0]?.lines).toEqual([1, 3]);
  });
});

describe('the line that a hit opens at', () => {
  const lines = Array.from({ length: 60 }, (_, i) => `  option(${i}); // action`);
  lines[41] = '  throw new Error("unknown action: " + name);';
  const open = () =>
    makeSearchTarget(kernel, { 'src/options.ts': `function parse() {\n${lines.join('\n')}\n}\n`, ...FILES });
  const first = async (query: string) => (await runSearch(kernel, open(), query)).hits[0];

  it.each(['src/options.ts:43', 'src/options.ts:43:12', '/home/me/app/src/options.ts:43'])(
    'is the one that %s names, and the snippet begins there',
    async (query) => {
      const hit = await first(query);
      expect(hit).toMatchObject({ path: 'src/options.ts', line: 43 });
      expect(hit?.snippet).toMatch(/^throw new Error/);
    },
  );
  it('is the line of the innermost frame in a stack trace whose message is elsewhere', async () => {
    const hit = await first(
      'Error: unknown thing\n    at parse (src/options.ts:30:5)\n    at parse (src/options.ts:10:5)',
    );
    expect(hit).toMatchObject({ path: 'src/options.ts', line: 30 });
  });
  it('has the words next to each other', async () => {
    expect(await first('unknown action')).toMatchObject({ path: 'src/options.ts', line: 43 });
  });
  it('is the first one where nothing of the text matches', async () => {
    expect(await first('path:src/options')).toMatchObject({ path: 'src/options.ts', line: 1 });
  });
});

describe('a message with a value', () => {
  const OPTIONS = `${'  // The foo and the bar of it.\n'.repeat(20)}${'  next();\n'.repeat(20)}  throw new Error("unknown action: " + name);\n`;
  const files = {
    'src/options.ts': `function parse() {\n${OPTIONS}}\n`,
    'src/keys.ts': 'function fooBar() {}\nconst action = fooBar("foo-bar", "foo/bar");\n',
    'test/foo-bar.test.ts': 'const action = fooBar("foo-bar");\n',
    'src/actions.ts': '// An action of an unknown kind.\n',
  };
  it.each(['unknown action: foo-bar', 'unknown action: none', "unknown action 'foo/bar'"])(
    '%s finds the text that has its words in sequence before texts about the value',
    async (query) => {
      const answer = await runSearch(kernel, makeSearchTarget(kernel, { ...files, ...FILES }), query);
      expect(answer.hits[0]).toMatchObject({ path: 'src/options.ts', line: 42 });
      expect(answer.all).toBe(1);
    },
  );
  it('that no text has is a search for its words', async () => {
    const answer = await runSearch(kernel, makeSearchTarget(kernel, { ...files, ...FILES }), 'broken action: foo-bar');
    expect(answer.hits.map(({ path }) => path)).toContain('src/keys.ts');
    expect(answer.all).not.toBe(1);
  });
});
