import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/contract.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { type MadeFiles, makeFilled } from '../../support/make-engine.ts';

const FILES = {
  'src/dispatcher.kt': `package app

class Dispatcher(private val limit: Int) {
  fun enqueue(call: Call) {
    queue.addLast(call)
    promoteAndExecute()
  }

  fun cancelAll() {
    for (call in queue) call.cancel()
  }
}
`,
  'src/cache.kt': 'package app\n\nclass Cache {\n  fun evictAll() = entries.clear()\n}\n',
  'My notes/river walk.md': '# River walk\n\nThe otter sleeps under the old bridge.\n',
};

async function check(answer: string, files: MadeFiles = FILES) {
  const { engine, id } = await makeFilled(files);
  const { citations } = await engine.checkCitations({ collectionId: id, answer, jobId: 'check' });
  return citations.map(({ text, verdict, reason, lines, suggestion }) => ({
    text,
    verdict,
    reason,
    lines,
    suggestion,
  }));
}

describe('[P8] code in an answer', () => {
  it('that the collection has is neither listed nor counted', async () => {
    const { engine, id } = await makeFilled(FILES);
    const answer = '`Dispatcher` keeps calls. `evictAll` is in src/cache.kt:4.';
    const { citations, total } = await engine.checkCitations({ collectionId: id, answer, jobId: 'check' });
    expect(total).toBe(citations.length);
  });

  it('that an answer invents is not "Exists"', async () => {
    expect(await check('It calls `queue.addFirst(call, now)` there (src/dispatcher.kt:4-7).')).toMatchObject([
      { text: '`queue.addFirst(call, now)`', verdict: 'not found', reason: 'name' },
      { verdict: 'exists' },
    ]);
    const invented = 'Line `if (queue.isEmpty()) return promote` (src/dispatcher.kt:4-7).';
    expect((await check(invented))[0]).toMatchObject({ reason: 'code' });
  });

  it.each([
    'It has `raise("unknown call: " + name)` there (src/cache.kt:3). See src/gone.kt:10, then `say("?")` runs.',
    'It has raise("unknown call: " + name) there (src/cache.kt:3). See src/gone.kt:10, then say("?") runs.',
  ])('with a string that ends in a space hides no citation after it: %s', async (answer) => {
    const found = await check(answer);
    expect(found.filter(({ text }) => text.startsWith('src/'))).toMatchObject([
      { text: 'src/cache.kt:3' },
      { text: 'src/gone.kt:10', verdict: 'not found', reason: 'no-file' },
    ]);
    expect(found.some(({ text }) => text.startsWith('"'))).toBe(false);
  });

  it('is exact on the cited lines, and moved if it is on other lines of the file', async () => {
    const exact = await check('`enqueue` adds the call (src/dispatcher.kt:4-7).');
    expect(exact).toMatchObject([{ verdict: 'exact', lines: [4, 7] }]);
    const moved = await check('`enqueue` adds the call (src/dispatcher.kt:9-11).');
    expect(moved).toMatchObject([{ verdict: 'moved', reason: 'names', lines: [4, 4] }]);
  });

  it('that ends within a word of the cited line is not exact', async () => {
    const whole = await check('It has `private val limit: Int` (src/dispatcher.kt:3).');
    expect(whole.map(({ verdict }) => verdict)).toEqual(['exact', 'exact']);
    const cut = await check('It has `private val limit: In` (src/dispatcher.kt:3).');
    expect(cut[0]).toMatchObject({ verdict: 'near', reason: 'code' });
    const quoted = await check('It says "The otter sleeps under the old br" (My notes/river walk.md:3).');
    expect(quoted[0]).toMatchObject({ verdict: 'near' });
  });

  it('with another argument or object than the cited call is flagged', async () => {
    const files = {
      'src/log.py': 'def start(logger, logging):\n    logger.set_level(logging.DEBUG)\n    return logger\n',
    };
    expect((await check('It calls `logger.set_level(logger.DEBUG)` (src/log.py:2).', files))[0]).toMatchObject({
      verdict: 'near',
      reason: 'code',
    });
    const other = await check('It calls `logging.set_level(logging.DEBUG)` (src/log.py:2).', files);
    expect(other[0]).toMatchObject({ verdict: 'near', reason: 'code' });
    const right = await check('`logger.set_level(logging.DEBUG)`, or `set_level(level)` (src/log.py:2).', files);
    expect(right.map(({ verdict }) => verdict)).toEqual(['exact']);
  });

  it('next to another file is flagged', async () => {
    expect(await check('`enqueue` is in src/cache.kt:3-5.')).toMatchObject([{ verdict: 'not found', reason: 'names' }]);
  });

  it('needs one of several names at a place', async () => {
    expect(await check('`Dispatcher.enqueue` is not `evictAll` (src/dispatcher.kt:4-7).')).toMatchObject([
      { verdict: 'exists' },
    ]);
  });

  it('names a name that the collection does not have, without a place too', async () => {
    expect(await check('Call `Dispatcher.enqueueLater` instead.')).toMatchObject([
      { text: '`Dispatcher.enqueueLater`', verdict: 'not found', reason: 'name' },
    ]);
    expect(await check('Call `Dispatcher.enqueue`, then run `npm test`.')).toEqual([]);
  });
});

/** A store that counts reads of stored files. */
function createCounted() {
  const counts = { reads: 0 };
  const inner = createMemoryStore();
  const store: Store = {
    ...inner,
    async openGeneration(id) {
      const generation = await inner.openGeneration(id);
      const counted =
        <A extends unknown[], T>(read: (...args: A) => Promise<T>) =>
        (...args: A): Promise<T> => {
          counts.reads++;
          return read(...args);
        };
      return { ...generation, read: counted(generation.read), readSpans: counted(generation.readSpans) };
    },
  };
  return { store, counts };
}

it('[P8] an answer with many citations reads each cited file once, and nothing for names that are nowhere', async () => {
  const { store, counts } = createCounted();
  const { engine, id } = await makeFilled(FILES, { store });
  const countReads = async (claims: number): Promise<number> => {
    const lines = Array.from({ length: claims }, (_, i) => {
      const said = i % 2 === 0 ? `\`enqueueWalrus${i}\`` : '`enqueue`';
      return `It calls ${said} there (src/dispatcher.kt:${(i % 10) + 1}-${(i % 10) + 1}).`;
    });
    const before = counts.reads;
    const { citations } = await engine.checkCitations({
      ...{ collectionId: id, jobId: `check${claims}` },
      answer: lines.join('\n\n'),
    });
    expect(citations).toHaveLength(claims * 1.5);
    return counts.reads - before;
  };
  await countReads(2);
  expect(await countReads(200)).toBe(await countReads(2));
});

describe('[P8] a place in an answer', () => {
  it('without its file gets the file that was named last', async () => {
    expect(await check('In `src/dispatcher.kt` see L4 and :9-11.')).toMatchObject([
      { text: 'src/dispatcher.kt', verdict: 'exists' },
      { text: 'L4', verdict: 'exists', lines: [4, 4] },
      { text: ':9-11', verdict: 'exists', lines: [9, 11] },
    ]);
    expect(await check('At L4 nothing is named.')).toEqual([]);
  });

  it('in a file that does not exist suggests the file that may be meant', async () => {
    expect(await check('See src/dispacher.kt:4.')).toMatchObject([
      { verdict: 'not found', reason: 'no-file', suggestion: 'src/dispatcher.kt' },
    ]);
    expect((await check('See src/unlike.kt:4.'))[0]?.suggestion).toBeUndefined();
  });

  it('with spaces in brackets is a whole path', async () => {
    expect(await check('It sleeps [My notes/river walk.md:3].')).toMatchObject([
      { text: 'My notes/river walk.md:3', verdict: 'exists' },
    ]);
    expect(await check('It sleeps [Her notes/river walk.md:3].')).toMatchObject([
      { text: 'Her notes/river walk.md:3', verdict: 'not found', suggestion: 'My notes/river walk.md' },
    ]);
  });
});
