import { describe, expect, it } from 'vitest';
import { tidyUp } from '../../../src/engine/tidy-up.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';

describe('tidying up after a start', () => {
  it('removes the records of collections that are gone and keeps those of the others', async () => {
    const { engine, parts } = await makeEngine();
    const id = await makeCollection(engine, { 'a.md': '# A\n' });
    await parts.store.records.put('handles', 'gone/folder', 'handle');
    await tidyUp(parts);
    expect(await parts.store.records.list('handles', { prefix: '' })).toEqual([]);
    expect((await engine.listSnapshots(id)).length).toBe(1);
  });
});
