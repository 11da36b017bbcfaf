import { describe, expect, it } from 'vitest';
import type { Hit } from '../../../../../src/model/hit.ts';
import { toHitMark, toHitRoute, toHitTitle } from '../../../../../src/ui/screens/search/hit-card.tsx';

const hit = (change: Partial<Hit>): Hit =>
  ({ path: 'a/b.md', kind: 'markdown', label: 'l', headingPath: [], why: [], ...change }) as Hit;

describe('the title of a hit', () => {
  it('is the symbol of code, else the page with its headings below, else the address, else the file', () => {
    expect(toHitTitle(hit({ symbol: 'run', label: 'run, stop', headingPath: ['Page'] })).title).toBe('run, stop');
    expect(toHitTitle(hit({ headingPath: ['Page', 'Part', 'Place'] }))).toEqual({
      title: 'Page',
      crumbs: ['Part', 'Place'],
    });
    expect(toHitTitle(hit({ title: 'Handbook', headingPath: ['Page', 'Part'] }))).toEqual({
      title: 'Handbook',
      crumbs: ['Page', 'Part'],
    });
    expect(toHitTitle(hit({ title: 'Page', headingPath: ['Page', 'Part'] })).crumbs).toEqual(['Part']);
    expect(toHitTitle(hit({ address: '$.errors' })).title).toBe('$.errors');
    expect(toHitTitle(hit({})).title).toBe('b.md');
    expect(toHitTitle(hit({ headingPath: ['', 'Part'] })).title).toBe('b.md');
  });
});

describe('the mark of a hit', () => {
  it.each([
    ['src/store.py', 'code', 'defines', 'definition'],
    ['tests/test_store.py', 'code', 'defines', 'test'],
    ['examples/app.py', 'code', 'exact', 'example'],
    ['vendor/lib.js', 'java_script', 'exact', 'vendored'],
    ['CHANGELOG.md', 'markdown', 'exact', 'change-log'],
    ['docs/store.rst', 'text', 'exact', 'docs'],
    ['src/store.py', 'code', 'exact', undefined],
  ] as const)('of %s', (path, kind, how, mark) => {
    expect(toHitMark(hit({ path, kind, why: [{ term: 't', field: 'symbol', how }] }), true)).toBe(mark);
  });

  it('of a note is empty where no code is among the results', () => {
    expect(toHitMark(hit({ path: 'notes/heron.md', kind: 'markdown' }), false)).toBeUndefined();
  });
});

it('a hit opens at the line of its match, not where its chunk begins', () => {
  expect(toHitRoute('c', hit({ id: 'a', lines: [1, 90], line: 43 }), { query: '' })).toMatchObject({ line: 43 });
});
