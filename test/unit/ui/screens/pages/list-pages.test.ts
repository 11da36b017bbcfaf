import { describe, expect, it } from 'vitest';
import { createFinder } from '../../../../../src/ui/kit/use-finder.ts';
import {
  groupFailures,
  inListOrder,
  listPages,
  matchesFilter,
  type PageEntry,
  toPageText,
} from '../../../../../src/ui/screens/pages/list-pages.ts';
import { jobsWords } from '../../../../../src/ui/words/jobs.ts';
import { pagesWords } from '../../../../../src/ui/words/pages.ts';

describe('failures of a site', () => {
  it('are described by their status: a missing page was not refused', () => {
    const failed = [404, 403, 404].map((status, i) => ({
      ...{ url: `https://a.example/${i}`, code: 'http', message: 'm' },
      status,
    })) as never;
    const told = groupFailures(failed).map(({ count, status }) => `${count} ${pagesWords.httpStatus(status)}`);
    expect(told).toEqual(['2 not found (404)', '1 access denied (403)']);
    expect([0, 1, 2].map(jobsWords.errors)).toEqual(['0 errors', '1 error', '2 errors']);
  });

  it('are one line per host and kind, largest first', () => {
    const failed = [
      { url: 'https://a.example/1', code: 'unreadable', status: 0, message: 'm' },
      { url: 'https://b.example/1', code: 'http', status: 500, message: 'm' },
      { url: 'https://b.example/2', code: 'http', status: 500, message: 'm' },
      { url: 'not a url', code: 'network', status: 0, message: 'm' },
    ] as const;
    expect(groupFailures(failed).map(({ host, count }) => [host, count])).toEqual([
      ['b.example', 2],
      ['a.example', 1],
      ['not a url', 1],
    ]);
    expect(listPages([], [])).toEqual([]);
  });

  it('pages of a site: a retry removes nothing from the list, and a page it saved has not failed', () => {
    const row = { url: 'https://a.example/1', aliases: ['https://a.example/one'], page_class: 'nav', attempts: 2 };
    const failed = (url: string) => ({ url, code: 'http', status: 500, message: 'm', attempts: 4 }) as const;
    const crawl = {
      mode: 'crawl',
      failed: [failed('https://a.example/1'), failed('https://a.example/2')],
      filteredUrls: [
        { url: 'https://a.example/x.zip', reason: 'asset' },
        { url: 'https://a.example/one', reason: 'duplicate' },
      ],
    };
    const retry = { mode: 'retry', failed: [{ ...failed('https://a.example/2'), attempts: 1 }], filteredUrls: [] };
    const before = { ...crawl, failed: [failed('https://a.example/old')], filteredUrls: [] };
    const entries = listPages([row] as never, [retry, crawl, before] as never);
    expect(entries.map(({ url, outcome, attempts }) => [url.slice(18), outcome, attempts])).toEqual([
      ['1', 'kept', 2],
      ['2', 'http', 1],
      ['x.zip', 'asset', undefined],
    ]);
    const shown = (filter: object) =>
      entries.filter((entry) => matchesFilter(entry, { outcome: '', pageClass: '', minConfidence: 0, ...filter }))
        .length;
    expect([shown({}), shown({ outcome: 'http' }), shown({ pageClass: 'nav' })]).toEqual([3, 1, 1]);
  });
});

describe('the typed filter of pages', () => {
  const toEntry = (url: string, title: string, more: object = {}) =>
    ({ url, outcome: 'kept', status: 200, page: { title, description: '', aliases: [], ...more } }) as never;
  const entries = [
    toEntry('https://a.example/docs/Install', 'Getting started'),
    toEntry('https://a.example/docs/limits', 'Limits', { description: 'How many requests a key may send' }),
    toEntry('https://a.example/moved', '料金と制限', { aliases: ['https://a.example/old-prices'] }),
  ] as readonly PageEntry[];

  it.each([
    ['', [0, 1, 2]],
    ['install', [0]],
    ['GETTING', [0]],
    ['instal', [0]],
    ['reqests', [1]],
    ['key requests', [1]],
    ['/docs/lim', [1]],
    ['old-prices', [2]],
    ['制限', [2]],
    ['nothing of the kind', []],
  ])('finds %j in address, title, description and aliases, whatever the case, with a typo', (typed, expected) => {
    const found = createFinder()(entries, toPageText, typed);
    expect(found.map((entry) => entries.indexOf(entry)).sort()).toEqual(expected);
  });
});

describe('a kept page that the last run could not fetch', () => {
  it('is one line, found by its class and by its outcome', () => {
    const row = { url: 'https://a.example/1', aliases: [], status_code: 200 };
    const failed = [{ url: 'https://a.example/1', code: 'http', status: 500, message: 'm' }];
    const entries = listPages([row] as never, [{ mode: 'crawl', failed, filteredUrls: [] }] as never);
    expect(entries).toMatchObject([{ outcome: 'kept', status: 200, lately: { outcome: 'http', status: 500 } }]);
    for (const outcome of ['kept', 'http'])
      expect(
        entries.filter((entry) => matchesFilter(entry, { outcome, pageClass: '', minConfidence: 0 })),
      ).toHaveLength(1);
  });
});

describe('a list of addresses', () => {
  it('is shown in its order, with a result for each', () => {
    const urls = ['https://a.example/z/', 'https://a.example/b', 'https://a.example/moved', 'https://a.example/later'];
    const page = (url: string, aliases: readonly string[] = []) =>
      ({ url, outcome: 'kept', status: 200, page: { url, aliases } }) as never;
    const failed = { url: 'https://a.example/b', outcome: 'http', status: 404 };
    const entries = [failed, page('https://a.example/new', ['https://a.example/moved']), page('https://a.example/z')];
    expect(inListOrder(entries, urls).map(({ url, outcome }) => [url, outcome])).toEqual([
      ['https://a.example/z', 'kept'],
      ['https://a.example/b', 'http'],
      ['https://a.example/new', 'kept'],
      ['https://a.example/later', 'waiting'],
    ]);
    expect(inListOrder(entries, [])).toEqual(entries);
  });
});
