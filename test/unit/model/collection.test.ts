import { expect, it } from 'vitest';
import { type Collection, tellApart, toPublishedId } from '../../../src/model/collection.ts';

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
