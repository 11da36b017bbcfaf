// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { navigate, navigateTyped, parseRoute, type Route, toHash } from '../../../../src/ui/state/route.ts';

const ROUTES: readonly Route[] = [
  { place: 'home' },
  { place: 'library' },
  { place: 'jobs' },
  { place: 'search', collectionId: 'c1', query: '' },
  { place: 'search', collectionId: 'c1', query: '"a b" path:src/ ü' },
  { place: 'search', collectionId: 'c/1 ü', chunk: '9f2c11ab04de', path: 'a b/ü?&#.md', line: 12, query: 'x' },
  { place: 'search', collectionId: 'c1', query: 'x', kind: 'code', folder: 'my docs/', source: 's' },
  { place: 'search', collectionId: 'c1', chunkCollectionId: 'c2', chunk: '9f2c11ab04de', query: 'x', scope: 'all' },
  { place: 'pack', collectionId: 'c1', scope: 'all' },
  { place: 'search', collectionId: 'c1', query: 'x', scope: 'in:Work & more' },
  { place: 'cite', collectionId: 'c1' },
  { place: 'files', collectionId: 'c1', path: 'src/a.ts' },
  { place: 'files', collectionId: 'c1', filter: 'skipped' },
  { place: 'pages', collectionId: 'c1', sourceId: 's1' },
];

describe('deep links', () => {
  it.each(ROUTES)('come back as they went: %j', (route) => {
    expect(parseRoute(toHash(route))).toEqual(route);
  });

  it('have the documented form', () => {
    const hash = toHash({
      place: 'search',
      collectionId: 'acme',
      chunk: '9f2c11ab04de',
      path: 'a.md',
      line: 3,
      query: 'x',
    });
    expect(hash).toBe('#/c/acme/k/9f2c11ab04de?p=a.md&l=3&q=x');
  });

  it.each(['#/c', '#/nowhere', '#', '', '#/%', '#/c/%zz', '#/c/x/k', '#/c/x?l=-1&l=zz'])(
    'never throw on %s',
    (hash) => {
      expect(parseRoute(hash)).toHaveProperty('place');
    },
  );
});

describe('a query that is cleared', () => {
  const search = { place: 'search', collectionId: 'c1' } as const;
  const page = { ...search, path: 'a.md', query: '' };
  const type = (query: string, more = {}) => navigateTyped({ ...search, query, ...more });

  it('returns to the page that was open before it', () => {
    navigate(page);
    const entries = history.length;
    type('x');
    type('xy', { path: 'hit.md' });
    type('');
    expect(location.hash).toBe(toHash(page));
    expect(history.length).toBe(entries + 1);
  });

  it.each([
    ['another place', { place: 'settings' }],
    ['a page of another collection', { ...page, collectionId: 'c2' }],
  ] as const)('leaves no page open after %s', (_, other) => {
    navigate(page);
    navigate(other);
    type('x');
    type('');
    expect(location.hash).toBe('#/c/c1');
  });
});
