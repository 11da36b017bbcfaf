import { expect, it } from 'vitest';
import { openFts5 } from '../../bench/fts5.ts';

it('SQLite, which the benchmarks compare with, starts in this Node and finds a word', async () => {
  const table = await openFts5(['title', 'body']);
  table.add(['Heron', 'A heron stands still.']);
  table.add(['Otter', 'An otter swims.']);
  table.commit();
  expect(table.search('herons', 10)).toEqual([1]);
  table.close();
});
