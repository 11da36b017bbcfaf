import { describe, expect, it } from 'vitest';
import { toNextRow } from '../../../../src/store/commit/next-row.ts';
import { makeCollection, makeRow } from '../../../contract/store/make-collection.ts';

const base = { ...makeRow(makeCollection('a', { generation: 3 }), []), generation: 3 };

describe('toNextRow', () => {
  it('keeps changes of another tab to fields that this commit did not change', () => {
    const current = { ...base, collection: { ...base.collection, name: 'Renamed', changedAt: 'later' } };
    const wanted = makeRow({ ...base.collection, changedAt: 'now', index_id: 'x' }, []);
    const { collection, generation } = toNextRow(base, { ...wanted, generation: 4 }, { row: current });
    expect(collection).toMatchObject({ name: 'Renamed', changedAt: 'now', index_id: 'x', generation: 4 });
    expect(generation).toBe(4);
  });

  it('never stores flags that are found when a collection is read', () => {
    const wanted = makeRow(makeCollection('a', { evicted: true, readOnly: true }), []);
    const { collection } = toNextRow(undefined, { ...wanted, generation: 1 }, undefined);
    expect(collection).not.toHaveProperty('evicted');
    expect(collection).not.toHaveProperty('readOnly');
  });

  it.each([
    ['store/busy', { row: { ...base, generation: 4 } }],
    ['store/not-found', undefined],
    ['store/not-found', { row: base, hidden: { session: 's' } }],
    ['store/not-found', { row: base, indexMissing: true }],
  ])('throws %s if the row is no longer the one it began with', (code, kept) => {
    expect(() => toNextRow(base, { ...makeRow(base.collection, []), generation: 4 }, kept)).toThrow(
      expect.objectContaining({ code }),
    );
  });
});
