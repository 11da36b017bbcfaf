import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { makeEngine } from '../../support/make-engine.ts';
import { publishToMap, startStaticHost } from '../../support/static-host.ts';
import { makeReader } from '../publish/published-engine.ts';

/** Text and time of each file. */
type Dated = Readonly<Record<string, readonly [text: string, date: string]>>;

const NOTES: Dated = {
  'old.md': ['# Old\n\nHerons wade.\n', '2023-05-01'],
  'new.md': ['# New\n\nHerons wade and dive.\n', '2025-01-31'],
  'written.md': [
    '---\ndate: 2020-02-03T10:00:00+02:00\nlastmod: "2024-06-01"\n---\n# Written\n\nHerons wade.\n',
    '2026-01-01',
  ],
  'unclear.md': ['---\ndate: soon\n---\n# Unclear\n\nHerons wade.\n', '2025-03-01'],
  'code.py': ['def wade():\n    """Herons"""\n    return 1\n', '2025-12-31'],
};
/** Files of an archive may have no time. */
const TIMELESS: Dated = { 'timeless.md': ['# Timeless\n\nHerons wade.\n', '1970-01-01'] };

async function make(engine: Engine, name: string, files: Dated): Promise<string> {
  const { id } = await engine.createCollection({ name });
  const list = Object.entries(files).map(([path, [text, date]]) => ({
    path,
    file: new File([text], path, { lastModified: Date.parse(date) }),
  }));
  await engine.ingest({ collectionId: id, jobId: crypto.randomUUID(), input: { type: 'files', name, files: list } });
  return id;
}

async function makeBoth() {
  const { engine } = await makeEngine();
  const ids = [await make(engine, 'Notes', NOTES), await make(engine, 'Timeless', TIMELESS)] as const;
  const paths = async (query: string, options = {}) =>
    (await engine.search(ids[0], query, options)).hits.map(({ path }) => path);
  return { engine, ids, paths };
}

describe('dates of files', () => {
  it('narrow a search from a day on, before one, and within a year, a month or a day', async () => {
    const { paths } = await makeBoth();
    const found = async (query: string) => [...new Set(await paths(query))].sort();
    expect(await found('herons after:2025-02')).toEqual(['code.py', 'unclear.md']);
    expect(await found('herons before:2025')).toEqual(['old.md', 'written.md']);
    expect(await found('after:2024-06-01 before:2025-02-01')).toEqual(['new.md', 'written.md']);
    expect(await found('modified:2025')).toEqual(['code.py', 'new.md', 'unclear.md']);
    expect(await found('modified:2023 modified:2024')).toEqual(['old.md', 'written.md']);
    expect(await found('herons -after:2024')).toEqual(['old.md']);
  });

  it('sort: newest first, and hits with all words before those with some', async () => {
    const { engine, ids, paths } = await makeBoth();
    const newest = ['code.py', 'unclear.md', 'new.md', 'written.md', 'old.md'];
    expect(await paths('herons', { sort: 'date' })).toEqual(newest);
    expect(await paths('herons', { sort: 'date', fold: true, offset: 1, limit: 2 })).toEqual(newest.slice(1, 3));
    expect((await paths('wade dive', { sort: 'date' }))[0]).toBe('new.md');
    const both = await engine.searchTogether([...ids], 'herons', { sort: 'date' });
    expect(both.hits.map(({ path }) => path)).toEqual([...newest, 'timeless.md']);
    expect(both.undated).toBe(1);
  });

  it('say which files have none: they fit no date, and only a minus keeps them', async () => {
    const { engine, ids } = await makeBoth();
    const ask = (query: string) => engine.search(ids[1], query);
    expect(await ask('herons after:1990')).toMatchObject({ total: 0, undated: 1 });
    expect(await ask('herons before:2030')).toMatchObject({ total: 0, undated: 1 });
    expect(await ask('herons -after:1990')).toMatchObject({ total: 1, undated: 1 });
    expect((await ask('herons')).undated).toBeUndefined();
  });

  it('are not published: no file of a published collection has one', async () => {
    const { engine, ids } = await makeBoth();
    const host = await startStaticHost(await publishToMap(engine, ids[0]));
    const reader = await makeReader();
    const { id } = await reader.openPublished(host.url);
    expect(await reader.search(id, 'herons after:1990')).toMatchObject({ total: 0, undated: 5 });
    expect((await reader.search(id, 'herons', { sort: 'date' })).hits.length).toBeGreaterThan(0);
    await host.close();
  });

  it('are told when they are no dates, and then count as words', async () => {
    const { engine, ids } = await makeBoth();
    const answer = await engine.search(ids[0], 'herons after:soon before:2024 -modified:7d');
    expect(answer).toMatchObject({ total: 1, badDates: ['after:soon', 'modified:7d'] });
    expect((await engine.search(ids[0], 'herons after:202', { typing: true })).badDates).toBeUndefined();
    await expect(engine.findOccurrences([ids[0]], { query: '/her/ after:2025-13' })).rejects.toMatchObject({
      code: 'engine/bad-date',
    });
  });

  it('narrow the list of every match', async () => {
    const { engine, ids } = await makeBoth();
    const wish = { query: 'Herons after:2025-02', how: { case: true } };
    const { files } = await engine.findOccurrences([...ids], wish);
    expect(files.map(({ path }) => path)).toEqual(['code.py', 'unclear.md']);
  });
});
