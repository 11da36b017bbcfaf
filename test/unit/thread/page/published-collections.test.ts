import { expect, it } from 'vitest';
import type { Engine } from '../../../../src/engine/contract.ts';
import { type Collection, NO_STATS, toPublishedId } from '../../../../src/model/collection.ts';
import { tellApart, withPublished } from '../../../../src/thread/page/published-collections.ts';

it('two tabs remember the published collections of both, and none with a key', async () => {
  let stored: string | undefined;
  const memory = {
    read: () => stored,
    write: (text: string) => {
      stored = text;
    },
  };
  const openPublished = async (id: string): Promise<Partial<Collection>> => ({
    ...{ id, name: id, publishedAt: 'https://books.example/', stats: NO_STATS, sources: [] },
    settings: {} as Collection['settings'],
  });
  const engine = { openPublished, listCollections: async () => [] } as unknown as Engine;
  const [here, there] = [withPublished(engine, memory), withPublished(engine, memory)];
  await here.openPublished('birds');
  await there.openPublished('reeds');
  await here.openPublished('locked#key=A');
  const list = async () => (await withPublished(engine, memory).listCollections()).map(({ id }) => id).sort();
  expect(await list()).toEqual(['birds', 'reeds']);
  await here.deleteCollection('birds');
  expect(await list()).toEqual(['reeds']);
});

it('published collections of equal names show their address, without its key', () => {
  const make = (id: string, name: string) => ({ id, name }) as Collection;
  const published = [
    make(toPublishedId('https://a.example/docs/collection/'), 'book'),
    make(toPublishedId('https://b.example/collection/#key'), 'book'),
    make(toPublishedId('https://c.example/collection/'), 'notes'),
    make(toPublishedId('https://d.example/collection/'), 'other'),
  ];
  expect(tellApart(published, [make('1', 'notes')]).map(({ name }) => name)).toEqual([
    'book (a.example/docs)',
    'book (b.example)',
    'notes (c.example)',
    'other',
  ]);
});
