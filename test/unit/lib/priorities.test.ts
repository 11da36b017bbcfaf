import { describe, expect, it } from 'vitest';
import { createPriorities } from '../../../src/lib/async/priorities.ts';
import { createSpanPages } from '../../../src/lib/rows/span-pages.ts';

/** Time stands still but for `step`, which lets one pause end and everything run that follows from it. */
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

/** Work that ends when it is told to. */
function makeWork() {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => ended, end };
}

describe('priorities', () => {
  it('begin one slice for each pause', async () => {
    const { priorities, log, step, say } = makeBench();
    for (const word of ['a', 'b', 'c']) void priorities.unasked(say(word));
    await step();
    expect(log).toEqual(['a']);
    await step();
    expect(log).toEqual(['a', 'b']);
  });

  it('begin no slice while something is answered, and go on afterwards', async () => {
    const { priorities, log, step, say } = makeBench();
    const question = makeWork();
    void priorities.unasked(say('unasked'));
    void priorities.asked(say('asked'));
    const answered = priorities.first(question.run);
    for (let i = 0; i < 5; i++) await step();
    expect(log).toEqual([]);
    question.end();
    await answered;
    for (let i = 0; i < 5; i++) await step();
    expect(log.sort()).toEqual(['asked', 'unasked']);
  });

  it('let what was asked for go on beside something long that was asked for, and nothing else', async () => {
    const { priorities, log, step, say } = makeBench();
    const job = makeWork();
    const done = priorities.second(job.run);
    void priorities.unasked(say('unasked'));
    void priorities.asked(say('asked'));
    for (let i = 0; i < 5; i++) await step();
    expect(log).toEqual(['asked']);
    job.end();
    await done;
    for (let i = 0; i < 5; i++) await step();
    expect(log).toEqual(['asked', 'unasked']);
  });

  it('go on after a slice or a question that failed', async () => {
    const { priorities, log, step, say } = makeBench();
    const failure = async (): Promise<never> => {
      throw new Error('damaged');
    };
    await expect(priorities.first(failure)).rejects.toThrow('damaged');
    const failed = expect(priorities.unasked(failure)).rejects.toThrow('damaged');
    void priorities.unasked(say('next'));
    for (let i = 0; i < 3; i++) await step();
    await failed;
    expect(log).toEqual(['next']);
  });
});

describe('pages of a file', () => {
  it('are completed in slices of two megabytes, without those that are there', async () => {
    const read: [number, number][] = [];
    const reader = {
      length: 9_000_000,
      async readSpans(spans: readonly (readonly [number, number])[]) {
        for (const [start, end] of spans) read.push([start, end]);
      },
    };
    const pages = createSpanPages(reader, () => {});
    await pages.ensure([[2_097_152, 4_194_304]]);
    read.length = 0;
    let slices = 0;
    await pages.complete(async (work) => {
      slices++;
      const before = read.length;
      await work();
      expect(read.slice(before).every(([start, end]) => end - start <= 2_097_152)).toBe(true);
    });
    expect(slices).toBe(4);
    expect(read.reduce((sum, [start, end]) => sum + end - start, 0)).toBe(9_000_000 - 2_097_152);
    expect(pages.isComplete).toBe(true);
  });
});
