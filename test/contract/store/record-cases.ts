import { equal, failsWith } from './check.ts';
import { type StoreCase, storeCase } from './store-bench.ts';

export const recordCases: readonly StoreCase[] = [
  storeCase('records survive a restart, in their own tables', async (bench) => {
    const store = await bench.open();
    await store.records.put('settings', 'theme', { dark: true, at: new Date(5) });
    await store.records.put('jobs', 'theme', [1, 2]);
    await store.close();
    const { records } = await bench.open();
    const theme = await records.get<{ dark: boolean; at: Date }>('settings', 'theme');
    equal([theme?.dark, theme?.at.getTime()], [true, 5], 'settings');
    equal(await records.get('jobs', 'theme'), [1, 2], 'jobs');
    equal(await records.get('pages', 'theme'), undefined, 'other table');
    await records.delete('jobs', 'theme');
    equal(await records.get('jobs', 'theme'), undefined, 'deleted');
  }),
  storeCase('a value changed after put, or after get, does not change the record', async (bench) => {
    const { records } = await bench.open();
    const value = { n: [1] };
    await records.put('jobs', 'a', value);
    value.n.push(2);
    (await records.get<typeof value>('jobs', 'a'))?.n.push(3);
    equal(await records.get('jobs', 'a'), { n: [1] }, 'record');
  }),
  storeCase('lists are in key order, by prefix, in pages, from either end', async (bench) => {
    const { records } = await bench.open();
    const keys = ['b/2', 'a/1', 'b/10', 'b/1', 'b/\uffff\uffff', 'b/\u{1F600}', 'b0', 'b', 'c/1'];
    await records.putMany(
      'events',
      keys.map((key) => [key, key.length] as const),
    );
    const list = async (options: Parameters<typeof records.list>[1]) =>
      (await records.list<number>('events', options)).map(([key]) => key);
    equal(await list({ prefix: 'b/' }), ['b/1', 'b/10', 'b/2', 'b/\u{1F600}', 'b/\uffff\uffff'], 'prefix');
    equal(await list({ prefix: 'b/', limit: 2 }), ['b/1', 'b/10'], 'first page');
    equal(await list({ prefix: 'b/', limit: 2, after: 'b/10' }), ['b/2', 'b/\u{1F600}'], 'second page');
    equal(await list({ prefix: 'b/', limit: 2, reverse: true }), ['b/\uffff\uffff', 'b/\u{1F600}'], 'newest first');
    equal(await list({ prefix: 'b/', after: 'b/2', reverse: true }), ['b/10', 'b/1'], 'older than a key');
    equal(await list({ prefix: 'b/', after: 'z' }), [], 'after the end');
    equal(await list({ prefix: 'b/', after: 'z', reverse: true, limit: 1 }), ['b/\uffff\uffff'], 'before the end');
    equal((await list({ prefix: '' })).length, keys.length, 'all');
    equal(await records.list('events', { prefix: 'c/' }), [['c/1', 3]], 'values');
    equal(await records.listKeys('events', 'c/'), ['c/1'], 'keys');
    equal(await records.listKeys('events', ''), await list({ prefix: '' }), 'all keys');
    await records.deletePrefix('events', 'b/');
    equal(await list({ prefix: '' }), ['a/1', 'b', 'b0', 'c/1'], 'after deletePrefix');
  }),
  storeCase('many records are put at once or not at all', async (bench) => {
    const { records } = await bench.open();
    const bad = [
      ['a', 1],
      ['b', () => {}],
    ] as const;
    let failed = false;
    await records.putMany('pages', bad).catch(() => {
      failed = true;
    });
    equal(failed, true, 'a function is not cloneable');
    equal(await records.list('pages', { prefix: '' }), [], 'records');
    await failsWith('app/unexpected', () => records.put('pages', 'a', () => {}), 'put');
  }),
];
