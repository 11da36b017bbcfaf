import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchedCollection } from '../../../src/engine/open/faces.ts';
import { runSearch } from '../../../src/engine/search/run-search.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { makeSearchTarget } from '../../support/search-target.ts';

const CALLS = Array.from({ length: 30 }, (_, i) => `send(request_${i}, LINGER_MS, "linger.ms", no_verify)\n`).join('');
const FILES = {
  'app/calls.py': CALLS,
  'app/more.py': `def more():\n    # linger.ms and LINGER_MS, as --no-verify and --no-verify\n    ${CALLS}`,
  'app/settings.py': 'import os\n\nLINGER_MS = "linger.ms"\nOTHER_MS = "other.ms"\n',
  'app/flags.py': 'def flags(parser):\n    parser.add_argument("no-verify", help="Skips hooks.")\n',
  'tests/test_settings.py': 'LINGER_MS = "linger.ms"\nLINGER_MS = "linger.ms"\n',
  'docs/guide.md':
    '# Guide\n\nUse `linger.ms`, linger.ms, linger.ms or --no-verify.\n\n## Options\n\n| `linger.max` | Most. |\n',
  'app/client.py':
    'def call(url, isDone):\n    if isDone:\n        raise ValueError(f"cannot make a new request because {url} is not closed")\n    return url\n',
  'tests/test_client.py':
    'def test_call():\n    # cannot make a new request because x is not closed\n    assert call("x", True) == "cannot make a new request"\n',
  'app/request.py': 'class Request:\n    """A new request, a new request, and a new request."""\n    closed = False\n',
};

let kernel: Kernel;
let target: SearchedCollection;
beforeAll(async () => {
  kernel = await loadNodeKernel();
  target = makeSearchTarget(kernel, FILES, 2);
});
const search = (query: string, options = {}) => runSearch(kernel, target, query, options);
const paths = async (query: string, options = {}) => (await search(query, options)).hits.map(({ path }) => path);

describe('a literal', () => {
  it.each([
    ['LINGER_MS', 'app/settings.py'],
    ['linger.ms', 'app/settings.py'],
    ['--no-verify', 'app/flags.py'],
    ['linger.max', 'docs/guide.md'],
  ])('%s finds its definition first, in %s', async (query, path) => {
    expect((await paths(query))[0]).toBe(path);
  });

  it('has definitions in tests before uses, and counts what has it', async () => {
    const { hits, all, total } = await search('linger.ms');
    expect(hits.slice(0, 2).map(({ path }) => path)).toEqual(['app/settings.py', 'tests/test_settings.py']);
    expect(all).toBe(5);
    expect(total).toBeGreaterThanOrEqual(5);
    expect(hits.slice(0, 5).some(({ some }) => some)).toBe(false);
    expect(hits.slice(5).every(({ some }) => some)).toBe(true);
  });

  it('is found while its end is being typed', async () => {
    expect((await paths('LINGER_M', { typing: true }))[0]).toBe('app/settings.py');
  });
});

describe('a pasted error', () => {
  it.each([
    'Exception in thread "main 1" ValueError: cannot make a new request because "http://a.example" is not closed',
    '2026-11-02 10:14:07,311 ERROR app [main] cannot make a new request because orders is not closed',
    'ValueError: cannot make a new request because 42 is not closed\n  at work\n  at more work',
  ])('finds the line that throws it: %s', async (query) => {
    expect((await paths(query))[0]).toBe('app/client.py');
  });

  it('finds the innermost frame first, then the line that throws', async () => {
    const trace =
      'Traceback (most recent call last):\n  File "/srv/app/calls.py", line 3, in run\n  File "/srv/app/flags.py", line 2, in flags\nValueError: cannot make a new request because 42 is not closed';
    expect((await paths(trace)).slice(0, 3)).toEqual(['app/flags.py', 'app/client.py', 'app/calls.py']);
    expect(await paths(trace, { filters: { path: ['app/client.py'] } })).toEqual(['app/client.py']);
  });
});

it('a last word that is still typed counts among all words, also half of it', async () => {
  const count = async (query: string) => (await search(query, { typing: true })).all;
  expect(await count('request closed')).toBe((await search('request closed')).all);
  expect(await count('request clos')).toBe((await search('request closed')).all);
  expect(await count('request zzz')).toBe(0);
});

describe('quotation marks', () => {
  it('in a longer query put chunks with the phrase first, and the others after them', async () => {
    const { hits, all } = await search('new "cannot make" request');
    expect(hits.slice(0, all).map(({ path }) => path)).toEqual(['app/client.py', 'tests/test_client.py']);
    expect(hits.map(({ path }) => path)).toContain('app/request.py');
  });

  it('around words that nothing has in this order find the closest', async () => {
    const { hits, all } = await search('"request new a"');
    expect(all).toBe(0);
    expect(hits.length).toBeGreaterThan(0);
  });
});
