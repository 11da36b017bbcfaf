import { describe, expect, it } from 'vitest';
import { createPriorities } from '../../../src/lib/async/priorities.ts';
import { createSpanBlocks } from '../../../src/lib/rows/span-blocks.ts';

/** Time passes only in `step`, which ends one pause and runs everything that follows from it. */
function makeBench() {
  const pauses: (() => void)[] = [];
  const log: string[] = [];
  const priorities = createPriorities(() => new Promise((resolve) => pauses.push(resolve)));
  const rest = () => new Promise((resolve) => setTimeout(resolve));
  const step = async (): Promise<void> => {
    await rest();
    pauses.shift()?.();
    await rest();
  };
  const say = (word: string) => async (): Promise<void> => void log.push(word);
  return { priorities, log, step, say };
}

/** Work that the test ends. */
function makeWork() {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => ended, end };
}

describe('priorities', () => {
  it('begin one slice per pause', async () => {
    const { priorities, log, step, say } = makeBench();
    for (const word of ['a', 'b', 'c']) void priorities.backgroundSlice(say(word));
    await step();
    expect(log).toEqual(['a']);
    await step();
    expect(log).toEqual(['a', 'b']);
  });

  it('begin no slice during a short call, and continue afterwards', async () => {
    const { priorities, log, step, say } = makeBench();
    const question = makeWork();
    void priorities.backgroundSlice(say('background'));
    void priorities.foregroundSlice(say('foreground'));
    const answered = priorities.foreground(question.run);
    for (let i = 0; i < 5; i++) await step();
    expect(log).toEqual([]);
    question.end();
    await answered;
    for (let i = 0; i < 5; i++) await step();
    expect(log.sort()).toEqual(['background', 'foreground']);
  });

  it('run only foreground slices during long foreground work', async () => {
    const { priorities, log, step, say } = makeBench();
    const job = makeWork();
    const done = priorities.longForeground(job.run);
    void priorities.backgroundSlice(say('background'));
    void priorities.foregroundSlice(say('foreground'));
    for (let i = 0; i < 5; i++) await step();
    expect(log).toEqual(['foreground']);
    job.end();
    await done;
    for (let i = 0; i < 5; i++) await step();
    expect(log).toEqual(['foreground', 'background']);
  });

  it('continue after a failed slice or call', async () => {
    const { priorities, log, step, say } = makeBench();
    const failure = async (): Promise<never> => {
      throw new Error('damaged');
    };
    await expect(priorities.foreground(failure)).rejects.toThrow('damaged');
    const failed = expect(priorities.backgroundSlice(failure)).rejects.toThrow('damaged');
    void priorities.backgroundSlice(say('next'));
    for (let i = 0; i < 3; i++) await step();
    await failed;
    expect(log).toEqual(['next']);
  });
});

describe('blocks of a file', () => {
  it('are completed in slices of two megabytes, without the blocks already read', async () => {
    const read: [number, number][] = [];
    const reader = {
      length: 9_000_000,
      async readSpans(spans: readonly (readonly [number, number])[]) {
        for (const [start, end] of spans) read.push([start, end]);
      },
    };
    const blocks = createSpanBlocks(reader, () => {});
    await blocks.ensure([[2_097_152, 4_194_304]]);
    read.length = 0;
    let slices = 0;
    await blocks.complete(async (work) => {
      slices++;
      const before = read.length;
      await work();
      expect(read.slice(before).every(([start, end]) => end - start <= 2_097_152)).toBe(true);
    });
    expect(slices).toBe(4);
    expect(read.reduce((sum, [start, end]) => sum + end - start, 0)).toBe(9_000_000 - 2_097_152);
    expect(blocks.isComplete).toBe(true);
  });
});
