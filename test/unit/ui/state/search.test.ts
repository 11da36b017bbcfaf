import { describe, expect, it } from 'vitest';
import type { Hit, SearchAnswer, SearchOptions } from '../../../../src/model/hit.ts';
import { createSearch, type Search } from '../../../../src/ui/state/search.ts';

interface Call {
  readonly query: string;
  readonly options: SearchOptions;
  answer(answer: Partial<SearchAnswer>): Promise<void>;
  fail(error: unknown): Promise<void>;
}

function makeSearch(): { search: Search; calls: Call[] } {
  const calls: Call[] = [];
  const ask = (query: string, options: SearchOptions) =>
    new Promise<SearchAnswer>((resolve, reject) => {
      const settle = (act: () => void) => {
        act();
        return new Promise<void>((done) => setTimeout(done));
      };
      calls.push({
        query,
        options,
        answer: (answer) => settle(() => resolve({ hits: [], total: 0, partial: false, fuzzy: false, ...answer })),
        fail: (error) => settle(() => reject(error)),
      });
    });
  return { search: createSearch(ask), calls };
}

const makeHit = (id: string) => ({ id }) as Hit;

describe('search as you type', () => {
  it('shows the answer to the newest query only, whatever order answers come in', async () => {
    const { search, calls } = makeSearch();
    search.setText('re', { typing: true });
    search.setText('retry', { typing: true });
    await calls[1]?.answer({ hits: [makeHit('new')], total: 1 });
    await calls[0]?.answer({ hits: [makeHit('old')], total: 9 });
    expect(search.view.get()).toMatchObject({ answered: 'retry', total: 1, isWaiting: false });
    expect(search.view.get().hits.get(0)?.id).toBe('new');
  });

  it('has two open queries at most, then sends the latest text', async () => {
    const { search, calls } = makeSearch();
    for (const text of ['r', 're', 'ret', 'retr', 'retry']) search.setText(text, { typing: true });
    expect(calls.map(({ query }) => query)).toEqual(['r', 're']);
    await calls[0]?.answer({ dropped: true });
    expect(calls.map(({ query }) => query)).toEqual(['r', 're', 'retry']);
    await calls[1]?.answer({ total: 9 });
    expect(calls).toHaveLength(3);
    await calls[2]?.answer({ total: 1 });
    expect(search.view.get()).toMatchObject({ answered: 'retry', total: 1, isWaiting: false });
  });

  it('does not send a held-back query when the field has been emptied', async () => {
    const { search, calls } = makeSearch();
    for (const text of ['r', 're', 'ret', '']) search.setText(text, { typing: true });
    await calls[0]?.answer({ total: 9 });
    await calls[1]?.answer({ total: 9 });
    expect(calls).toHaveLength(2);
    expect(search.view.get()).toMatchObject({ total: 0, isWaiting: false });
  });

  it('numbers its queries upwards, so that the engine can drop old ones', async () => {
    const { search, calls } = makeSearch();
    for (const text of ['a', 'ab', 'abc']) search.setText(text, { typing: true });
    await calls[0]?.answer({ dropped: true });
    const seqs = calls.map(({ options }) => options.seq ?? 0);
    expect([...seqs].sort((a, b) => a - b)).toEqual(seqs);
    expect(new Set(seqs).size).toBe(3);
  });

  it('treats the last word as a prefix only while it is typed', async () => {
    const { search, calls } = makeSearch();
    search.setText('ret', { typing: true });
    await calls[0]?.answer({});
    search.setText('ret ', { typing: true });
    search.setText('ret', { typing: false });
    expect(calls.map(({ options }) => options.typing)).toEqual([true, false, false]);
  });

  it('sends no query for an empty text without filters, and lists files for filters without a text', () => {
    const { search, calls } = makeSearch();
    search.setText('  ', { typing: true });
    expect(calls).toHaveLength(0);
    search.setChoice({ kind: 'markdown' });
    expect(calls[0]?.options.filters).toEqual({ kind: ['markdown'] });
  });

  it('fetches further pages once each, and forgets them with the query', async () => {
    const { search, calls } = makeSearch();
    search.setText('x');
    await calls[0]?.answer({ hits: [makeHit('0')], total: 120 });
    search.need(60);
    search.need(61);
    expect(calls).toHaveLength(2);
    expect(calls[1]?.options.offset).toBe(50);
    search.setText('y');
    await calls[1]?.answer({ hits: [makeHit('late')], total: 120 });
    expect(search.view.get().hits.get(50)).toBeUndefined();
  });

  it('loads further pages of the query whose hits are shown: as a prefix, with its filters', async () => {
    const { search, calls } = makeSearch();
    search.setChoice({ kind: 'markdown' });
    search.setText('ret', { typing: true });
    await calls[1]?.answer({ hits: [makeHit('0')], total: 120 });
    search.need(60);
    const filters = { kind: ['markdown'] };
    expect(calls[3]).toMatchObject({ query: 'ret', options: { typing: true, filters, offset: 50 } });
    search.setText('retr', { typing: true });
    search.need(110);
    expect(calls[5]).toMatchObject({ query: 'ret', options: { typing: true, filters, offset: 100 } });
  });

  it('shows the alternatives to a chosen facet', async () => {
    const { search, calls } = makeSearch();
    search.setText('x');
    search.setChoice({ kind: 'code', folder: 'src/' });
    await calls[1]?.answer({ total: 1 });
    expect(calls[2]?.options).toMatchObject({ filters: { path: ['src/'] }, limit: 0 });
    await calls[2]?.answer({
      facets: { kind: [['markdown', 3]], folder: [], source: [], tag: [], language: [], lang: [] },
    });
    expect(calls[3]?.options.filters).toEqual({ kind: ['code'] });
    await calls[3]?.answer({
      facets: { kind: [], folder: [['docs/', 2]], source: [], tag: [], language: [], lang: [] },
    });
    expect(search.view.get().others).toEqual({ kind: [['markdown', 3]], folder: [['docs/', 2]] });
  });

  it('counts a new list for another query or filter, but not for a repeated one', async () => {
    const { search, calls } = makeSearch();
    search.setText('x');
    await calls[0]?.answer({ total: 1 });
    search.again();
    await calls[1]?.answer({ total: 2 });
    expect(search.view.get().list).toBe(1);
    search.setChoice({ kind: 'code' });
    await calls[2]?.answer({ total: 1 });
    expect(search.view.get().list).toBe(2);
  });

  it('folds the hits of a file, unless the filter is one file', async () => {
    const { search, calls } = makeSearch();
    search.setText('x');
    await calls[0]?.answer({ hits: [makeHit('0')], total: 9, rows: 3 });
    expect(search.view.get()).toMatchObject({ total: 9, rows: 3 });
    search.setChoice({ folder: 'src/a.ts' });
    expect(calls.map(({ options }) => options.fold)).toEqual([true, false]);
  });

  it('says when it failed, and recovers', async () => {
    const { search, calls } = makeSearch();
    search.setText('x');
    await calls[0]?.fail({ code: 'store/damaged', message: 'm', details: {} });
    expect(search.view.get().problem?.code).toBe('store/damaged');
    search.setText('xy');
    await calls[1]?.answer({ total: 0 });
    expect(search.view.get().problem).toBeUndefined();
  });
});
