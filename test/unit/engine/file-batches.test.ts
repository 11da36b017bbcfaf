import { describe, expect, it } from 'vitest';
import type { FileOutcome, FileTask } from '../../../src/engine/parts.ts';
import { AppError } from '../../../src/model/app-error.ts';
import { createFileBatches } from '../../../src/thread/file-batches.ts';
import type { Settled } from '../../../src/thread/outcome-wire.ts';

const settings = {} as FileTask['settings'];

function makeTask(path: string, size = 10, own: Partial<FileTask> = {}): FileTask {
  return {
    path,
    size,
    settings,
    maxBytes: 100,
    place: { folder: {} as FileSystemDirectoryHandle, name: path },
    ...own,
  };
}

/** Answers each batch when it is told to, with the sizes of its files. */
function createSender() {
  const sent: {
    tasks: readonly FileTask[];
    answer: (settled: readonly Settled[]) => void;
    fail: (e: unknown) => void;
  }[] = [];
  return {
    sent,
    send: (tasks: readonly FileTask[]) =>
      new Promise<readonly Settled[]>((answer, fail) => sent.push({ tasks, answer, fail })),
    answerNext() {
      const next = sent.shift();
      next?.answer(next.tasks.map(({ size }): Settled => ({ outcome: { type: 'too-large', bytes: size } })));
    },
  };
}
const toPaths = (tasks: readonly FileTask[]): string[] => tasks.map(({ path }) => path);
const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('files on their way to a worker', () => {
  it('go together while all workers are busy, sixteen at most, in their order', async () => {
    const { sent, send, answerNext } = createSender();
    const batches = createFileBatches({ send, maxOpen: () => 1 });
    const answers = Promise.all(Array.from({ length: 40 }, (_, i) => batches.add(makeTask(`${i}`, i))));
    const sizes: number[] = [];
    const seen: string[] = [];
    while (sent.length > 0) {
      expect(sent.length).toBe(1);
      sizes.push(sent[0]?.tasks.length ?? 0);
      seen.push(...toPaths(sent[0]?.tasks ?? []));
      answerNext();
      await turn();
    }
    expect(sizes).toEqual([1, 16, 16, 7]);
    expect(seen).toEqual(Array.from({ length: 40 }, (_, i) => `${i}`));
    expect(await answers).toEqual(
      Array.from({ length: 40 }, (_, bytes): FileOutcome => ({ type: 'too-large', bytes })),
    );
  });

  it('are not kept waiting by a large one, nor mixed with files under other rules', async () => {
    const { sent, send, answerNext } = createSender();
    const batches = createFileBatches({ send, maxOpen: () => 1 });
    const tasks = [
      makeTask('first'),
      makeTask('small'),
      makeTask('large', 2_000_000),
      makeTask('next'),
      makeTask('other', 10, { maxBytes: 5 }),
      makeTask('more', 10, { maxBytes: 5 }),
    ];
    const answers = Promise.all(tasks.map((task) => batches.add(task)));
    const seen: string[][] = [];
    while (sent.length > 0) {
      seen.push(toPaths(sent[0]?.tasks ?? []));
      answerNext();
      await turn();
    }
    expect(seen).toEqual([['first'], ['small'], ['large'], ['next'], ['other', 'more']]);
    await answers;
  });

  it('fail alone where one fails, together where their worker dies, and others go on', async () => {
    const { sent, send, answerNext } = createSender();
    const batches = createFileBatches({ send, maxOpen: () => 1 });
    const first = batches.add(makeTask('first'));
    const [bad, good] = [batches.add(makeTask('bad')), batches.add(makeTask('good'))];
    answerNext();
    await turn();
    const error = new AppError('source/permission', 'withdrawn');
    sent.shift()?.answer([{ error }, { outcome: { type: 'unchanged' } }]);
    await expect(bad).rejects.toBe(error);
    await expect(good).resolves.toEqual({ type: 'unchanged' });
    const lost = batches.add(makeTask('lost'));
    const after = batches.add(makeTask('after'));
    sent.shift()?.fail(new AppError('thread/worker-died', 'gone'));
    await expect(lost).rejects.toMatchObject({ code: 'thread/worker-died' });
    await turn();
    answerNext();
    await expect(after).resolves.toMatchObject({ type: 'too-large' });
    await first;
  });
});
