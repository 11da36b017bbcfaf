import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine, OccurrenceWish } from '../../../../src/engine/contract.ts';
import type { MatchHow } from '../../../../src/lib/match-lines.ts';
import { AppError } from '../../../../src/model/app-error.ts';
import { makeCollection, makeFilled } from '../../../support/make-engine.ts';
import { nodeMatch } from '../../../support/node-match.ts';

const FILES = {
  'src/store.ts': [
    'export const MAX_OPEN = 3;',
    '/** Opens the fooBar store. */',
    'export function openStore(name: string) {',
    '  return fooBar(name, MAX_OPEN); // fooBar',
    '}',
    "const x = 'a-fooBar'; const FOOBAR = 1;",
    '',
    'openStore("one"); openStore("two");',
  ].join('\n'),
  'src/use.py':
    'from store import openStore\n\ndef fooBar(name):\n    """fooBar opens."""\n    return openStore(name)\n',
  'test/store.test.ts': "import { openStore } from '../src/store.ts';\nopenStore('tested');\n",
  'docs/guide.md': '# Guide\n\nCall `openStore` first, then\nfooBar\tagain. Größe fooBarä é.fooBar\n\n\n\nend  \n',
  'data/strings.json': '{"a": "line\\nopenStore", "b": "openStore \\u00e9"}\n',
  'min/app.txt': `${'x'.repeat(3_000)}openStore(${'y'.repeat(3_000)}\nopenStore\n`,
  'docs/page.html': '<!doctype html>\n<title>Page</title>\n<h1>Page</h1>\n\n<p>Uses <b>openStore</b> here.</p>\n',
};
const PLAIN = Object.keys(FILES).filter((path) => !path.endsWith('.html'));

let folder: string;
let engine: Engine;
let id: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quire-grep-'));
  for (const path of PLAIN) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), FILES[path as keyof typeof FILES]);
  }
  ({ engine, id } = await makeFilled(FILES));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function list(query: string, wish: Partial<OccurrenceWish> = {}): Promise<string[]> {
  const found: string[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page = await engine.findOccurrences([id], { query, from, ...wish }, nodeMatch);
    for (const { path, lines } of page.files) found.push(...lines.map(({ line }) => `${path}:${line}`));
    from = page.next;
  }
  return found.filter((place) => !place.startsWith('docs/page.html')).sort();
}

function grep(...args: readonly string[]): string[] {
  const { status, stdout } = ((): { status: number; stdout: string } => {
    try {
      return { status: 0, stdout: execFileSync('grep', ['-rn', ...args, '.'], { cwd: folder, encoding: 'utf8' }) };
    } catch (error) {
      return error as { status: number; stdout: string };
    }
  })();
  expect(status).toBeLessThan(2);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace(/^\.\/([^:]+:\d+):.*/s, '$1'))
    .sort();
}

describe('every occurrence', () => {
  it.each([
    'openStore\\(',
    '\\bfooBar\\b',
    'f[^x]*r',
    '\\s+$',
    'open\\w+\\(.two',
    '^\\S+$',
    'first, then\\s+fooBar',
    '[\\s,]then',
    'a\\-foo',
    'é|ö',
    'x{20}openStore',
    'a?b?c?Store\\b',
    '\\W\\Wone',
    'import \\{ openStore \\} from',
    '(o|O)pen(?=Store)',
  ])('of /%s/ are the lines that grep -P finds', async (pattern) => {
    expect(await list(pattern, { how: { regex: true, case: true } })).toEqual(grep('-P', pattern));
  });

  it.each<[string, MatchHow, readonly string[]]>([
    ['openStore', { case: true, word: true }, ['-w']],
    ['fooBar', { case: true, word: true }, ['-w']],
    ['fooBar', { case: true }, []],
    ['foobar', {}, ['-i']],
    ['foobar', { word: true }, ['-wi']],
    ['MAX_OPEN', { case: true, word: true }, ['-w']],
    ['store.ts', { case: true }, ['-F']],
    ["'../src/store.ts'", { case: true }, ['-F']],
    ['(name, MAX_OPEN);', { case: true }, ['-F']],
    ['(NAME, max_open);', {}, ['-iF']],
    ['"openStore \\u00e9"', { case: true }, ['-F']],
    ['nowhere at all', {}, ['-F']],
  ])('of the text %s are the lines that grep finds', async (text, how, options) => {
    expect(await list(text, { how })).toEqual(grep(...options, '-e', text));
  });

  it('of a query between slashes are as with the button, and filters narrow them', async () => {
    expect(await list('/OPENSTORE\\(/i path:src')).toEqual(['src/store.ts:3', 'src/store.ts:8', 'src/use.py:5']);
    expect(await list('-lang:python /openStore\\(/ path:src')).toEqual(['src/store.ts:3', 'src/store.ts:8']);
    expect(await list('openStore path:docs', { how: { case: true } })).toEqual(['docs/guide.md:3']);
    expect(await list('openStore', { how: { case: true }, filters: { kind: ['markdown'] } })).toEqual([
      'docs/guide.md:3',
    ]);
    const selection = { paths: ['test/'], include: [], exclude: [], picks: [] };
    expect(await list('openStore', { how: { case: true }, selection })).toHaveLength(2);
  });

  it('show their line without indentation, with its matches, also in pages and in long lines', async () => {
    const { files, matches } = await engine.findOccurrences([id], { query: 'openStore', how: { case: true } });
    const lineOf = (path: string, at = 0) => files.find((file) => file.path === path)?.lines[at];
    expect(lineOf('src/store.ts', 1)).toEqual({
      line: 8,
      text: 'openStore("one"); openStore("two");',
      ranges: [
        [0, 9],
        [18, 27],
      ],
    });
    expect(lineOf('src/use.py', 1)?.text).toBe('return openStore(name)');
    expect(lineOf('docs/page.html')?.line).toBe(5);
    const { text = '', ranges = [] } = lineOf('min/app.txt') ?? {};
    expect(text.length).toBeLessThan(300);
    expect(text.slice(...(ranges[0] as [number, number]))).toBe('openStore');
    const all = files.flatMap(({ lines }) => lines.flatMap((line) => line.ranges));
    expect(matches).toBe(all.length);
  });

  it('beyond the limit are only counted', async () => {
    const { files, matches } = await engine.findOccurrences([id], { query: 'openStore', limit: 2 });
    expect(files.flatMap(({ lines }) => lines)).toHaveLength(2);
    expect(matches).toBeGreaterThan(8);
  });

  it('end in the middle of a page once they are cancelled: the next files are not read', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [`${i}.txt`, `${'one line of many words\n'.repeat(26_000)}${i}\n`]),
    );
    const made = await makeFilled(files);
    let read = 0;
    const cancelled = made.engine.findOccurrences([made.id], { query: '/w\\w+s$/' }, async (request) => {
      read += request.texts.length;
      if (read > 1) throw new AppError('engine/cancelled', 'matching was cancelled');
      return nodeMatch(request);
    });
    await expect(cancelled).rejects.toMatchObject({ code: 'engine/cancelled' });
    expect(read).toBe(2);
  });

  it('come page by page, and know how many files are left', async () => {
    const text = `${'word '.repeat(15).trim()}\n`.repeat(30_000);
    const large = await makeCollection(engine, { 'a.txt': text, 'b.txt': text, 'c.txt': `${text}needle\n` });
    const first = await engine.findOccurrences([large], { query: 'needle' });
    expect(first).toMatchObject({ files: [], matches: 0, done: 2, total: 3, next: 2 });
    const last = await engine.findOccurrences([large], { query: 'needle', from: 2 });
    expect(last).toMatchObject({ matches: 1, done: 3, total: 3 });
    expect(last.next).toBeUndefined();
    // The index knows which file has the word.
    const sure = await engine.findOccurrences([large], { query: 'needle', how: { case: true, word: true } });
    expect(sure).toMatchObject({ matches: 1, done: 1, total: 1 });
  });

  it('are listed over several collections with paths and ids of each', async () => {
    const other = await makeCollection(engine, { 'src/other.ts': 'openStore();\n' });
    const { files } = await engine.findOccurrences([id, other], { query: 'openStore()', how: { case: true } });
    expect(files).toMatchObject([{ path: 'src/other.ts', collection: other, lines: [{ line: 1 }] }]);
  });

  it('of a bad or endless pattern are an error with a code', async () => {
    const regex = { how: { regex: true } };
    const find = (query: string) => engine.findOccurrences([id], { query, ...regex }, nodeMatch);
    await expect(find('(')).rejects.toMatchObject({ code: 'engine/bad-pattern' });
    await expect(find('(x|x)*b')).rejects.toMatchObject({ code: 'engine/slow-pattern' });
    await expect(engine.findOccurrences([id], { query: 'x', ...regex })).rejects.toMatchObject({
      code: 'engine/bad-pattern',
    });
  });
});

describe('references of a name', () => {
  it('are the lines of a whole-word grep, definitions first, comments and tests last', async () => {
    for (const name of ['openStore', 'fooBar', 'MAX_OPEN', 'store', 'nowhere']) {
      const { files } = await engine.listReferences(id, name);
      const lines = files.flatMap(({ path, lines: own }) => own.map(({ line }) => `${path}:${line}`));
      expect(lines.filter((place) => !place.startsWith('docs/page')).sort(), name).toEqual(grep('-w', name));
    }
    const { files, definitions, uses } = await engine.listReferences(id, 'fooBar');
    const rows = files.flatMap(({ path, lines }) => lines.map(({ line, what }) => `${what} ${path}:${line}`));
    expect(rows).toEqual([
      'definition src/use.py:3',
      'comment src/use.py:4',
      'use docs/guide.md:4',
      'use src/store.ts:4',
      'use src/store.ts:6',
      'comment src/store.ts:2',
    ]);
    expect({ definitions, uses }).toEqual({ definitions: 1, uses: 5 });
    const { files: stores } = await engine.listReferences(id, 'openStore');
    expect(stores[0]?.path).toBe('src/store.ts');
    expect(stores.at(-1)).toMatchObject({ path: 'test/store.test.ts', isTest: true });
  });

  it('do not have masked text', async () => {
    const secret = 'AKIAIOSFODNN7EXAMPLQ';
    const own = await makeCollection(engine, { 'key.txt': `key = ${secret}\n` });
    expect((await engine.listReferences(own, secret)).uses).toBe(1);
    expect((await engine.listReferences(own, secret, { mask: true })).uses).toBe(0);
  });
});
