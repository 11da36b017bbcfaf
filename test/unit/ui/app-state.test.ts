import { describe, expect, it } from 'vitest';
import type { Progress } from '../../../src/model/job.ts';
import { toReport } from '../../../src/ui/parts/error-boundary.tsx';
import { groupFailures, listPages, matchesFilter } from '../../../src/ui/screens/pages/list-pages.ts';
import { firstProgress } from '../../../src/ui/state/actions.ts';
import { putJob } from '../../../src/ui/state/app-state.ts';

describe('jobs on screen', () => {
  const job = firstProgress('j1', 'c1', 'ingest');

  it('keep their place when they report again', () => {
    const list = [job, firstProgress('j2', 'c1', 'sync')].reduce(putJob, [] as readonly Progress[]);
    expect(list.map(({ jobId }) => jobId)).toEqual(['j2', 'j1']);
    expect(putJob(list, { ...job, done: 5 }).map(({ done }) => done)).toEqual([0, 5]);
  });

  it('stay ended when a late report comes', () => {
    const ended = putJob([job], { ...job, state: 'done', endedAt: 'now' });
    expect(putJob(ended, { ...job, state: 'running' })[0]?.state).toBe('done');
  });

  it('leave nothing behind when a check was stopped, which nobody asked for', () => {
    const check = firstProgress('j2', 'c1', 'verify');
    const list = [job, check].reduce(putJob, [] as readonly Progress[]);
    expect(putJob(list, { ...check, state: 'stopped', endedAt: 'now' })).toEqual([job]);
    expect(putJob(list, { ...check, state: 'done', endedAt: 'now' })).toHaveLength(2);
  });
});

describe('a report of a failure', () => {
  it('holds no message, because messages may quote what was read', () => {
    const report = toReport(new TypeError('cannot read secret-content of undefined'));
    expect(report).not.toContain('secret-content');
    expect(report).toContain('TypeError');
  });
});

describe('failures of a site', () => {
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

  it('pages of a site: a retry takes nothing from the list, and what it kept has not failed', () => {
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
      entries.filter((entry) => matchesFilter(entry, { text: '', outcome: '', pageClass: '', ...filter })).length;
    expect([shown({}), shown({ text: 'one' }), shown({ outcome: 'http' }), shown({ pageClass: 'nav' })]).toEqual([
      3, 1, 1, 1,
    ]);
  });
});
