import { describe, expect, it } from 'vitest';
import { createLocalLocks } from '../../../../src/store/locks.ts';

describe('local locks', () => {
  it('are shared by readers and exclusive for a writer', async () => {
    const locks = createLocalLocks();
    const [one, two] = [await locks.acquire('a', { shared: true }), await locks.acquire('a', { shared: true })];
    expect(await locks.acquire('a', { ifAvailable: true })).toBeUndefined();
    one();
    expect(await locks.acquire('a', { ifAvailable: true })).toBeUndefined();
    two();
    const writer = await locks.acquire('a', { ifAvailable: true });
    expect(writer).toBeDefined();
    expect(await locks.acquire('a', { shared: true, ifAvailable: true })).toBeUndefined();
  });

  it('are granted in order, so that readers cannot starve a writer', async () => {
    const locks = createLocalLocks();
    const order: string[] = [];
    const note = (who: string) => (release: () => void) => {
      order.push(who);
      release();
    };
    const first = await locks.acquire('a', { shared: true });
    const waiting = [
      locks.acquire('a').then(note('writer')),
      locks.acquire('a', { shared: true }).then(note('reader')),
    ];
    expect(await locks.acquire('a', { shared: true, ifAvailable: true })).toBeUndefined();
    first();
    await Promise.all(waiting);
    expect(order).toEqual(['writer', 'reader']);
  });

  it('forget unused names, and count a release once', async () => {
    const locks = createLocalLocks();
    const release = await locks.acquire('read:a:1', { shared: true });
    const other = await locks.acquire('read:a:1', { shared: true });
    expect(await locks.listHeld('read:a:')).toEqual(['read:a:1']);
    release();
    release();
    expect(await locks.listHeld('read:a:')).toEqual(['read:a:1']);
    other();
    expect(await locks.listHeld('read:a:')).toEqual([]);
  });
});
