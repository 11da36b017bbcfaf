import { describe, expect, it } from 'vitest';
import { createOrderedWork } from '../../../src/lib/async/ordered-work.ts';

/** Work whose end the test decides. */
function makeWork() {
  const begun: string[] = [];
  const used: string[] = [];
  const open = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>();
  return {
    begun,
    used,
    end: (name: string) => open.get(name)?.resolve(name),
    fail: (name: string) => open.get(name)?.reject(new Error(name)),
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => open.set(name, { resolve, reject }));
    },
    use: async (name: string) => void used.push(name),
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('createOrderedWork', () => {
  it('uses results in the order in which the work began, whichever ends first', async () => {
    const { used, end, work, use } = makeWork();
    const ordered = createOrderedWork({ maxWeight: () => 10 });
    for (const name of ['a', 'b', 'c']) await ordered.begin(1, work(name), use);
    const finished = ordered.finish();
    for (const name of ['c', 'b']) end(name);
    await turn();
    expect(used).toEqual([]);
    end('a');
    await finished;
    expect(used).toEqual(['a', 'b', 'c']);
  });

  it('begins nothing beyond the weight it may have under way, and always lets a single one in', async () => {
    const { begun, end, work, use } = makeWork();
    const ordered = createOrderedWork({ maxWeight: () => 10 });
    await ordered.begin(50, work('large'), use);
    const waiting = ordered.begin(6, work('next'), use);
    await turn();
    expect(begun).toEqual(['large']);
    end('large');
    await waiting;
    await ordered.begin(4, work('fits'), use);
    const last = ordered.begin(1, work('last'), use);
    await turn();
    expect(begun).toEqual(['large', 'next', 'fits']);
    end('next');
    await last;
    expect(begun).toEqual(['large', 'next', 'fits', 'last']);
  });

  it('tells whether there is room, after it has used what is there', async () => {
    const { used, end, work, use } = makeWork();
    const ordered = createOrderedWork({ maxWeight: () => 2 });
    expect(await ordered.hasRoom(50)).toBe(true);
    for (const name of ['a', 'b']) await ordered.begin(1, work(name), use);
    end('b');
    await turn();
    expect(await ordered.hasRoom(1)).toBe(false);
    end('a');
    await turn();
    expect(await ordered.hasRoom(1)).toBe(true);
    expect(used).toEqual(['a']);
  });

  it('does nothing at the same time where no weight is allowed', async () => {
    const { used, end, work, use } = makeWork();
    const ordered = createOrderedWork({ maxWeight: () => 0 });
    await ordered.begin(0, work('a'), use);
    end('a');
    await ordered.begin(1, work('b'), use);
    expect(used).toEqual(['a']);
    end('b');
    await ordered.finish();
    expect(used).toEqual(['a', 'b']);
  });

  it('passes on a failure when its turn comes, and leaves none unheard', async () => {
    const { used, end, fail, work, use } = makeWork();
    const ordered = createOrderedWork({ maxWeight: () => 10 });
    for (const name of ['a', 'b', 'c']) await ordered.begin(1, work(name), use);
    fail('c');
    fail('b');
    await turn();
    end('a');
    await expect(ordered.finish()).rejects.toThrow('b');
    expect(used).toEqual(['a']);
  });

  it('waits for nothing once it is aborted', async () => {
    const { work, use } = makeWork();
    const controller = new AbortController();
    const ordered = createOrderedWork({ maxWeight: () => 1, signal: controller.signal });
    await ordered.begin(1, work('never ends'), use);
    const waiting = ordered.begin(1, work('never begins'), use);
    controller.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });
});
