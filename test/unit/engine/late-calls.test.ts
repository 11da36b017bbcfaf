import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { createLateCalls } from '../../../src/engine/late-calls.ts';

type Actions = Pick<Engine, 'keepCopy' | 'maskTexts'>;
const actions = { maskTexts: async (texts: readonly string[]) => texts, keepCopy: async () => 'kept' };
const NO_JOBS = { cancel: () => undefined };
const loaded = async () => actions as unknown as Actions;

describe('late calls', () => {
  it('loads the module once', async () => {
    let loads = 0;
    const { maskTexts } = createLateCalls(NO_JOBS).of(['maskTexts'], () => {
      loads += 1;
      return loaded();
    });
    expect(await Promise.all([maskTexts(['a']), maskTexts(['b'])])).toEqual([['a'], ['b']]);
    expect(loads).toBe(1);
  });

  it('loads again after a failure', async () => {
    let loads = 0;
    const { maskTexts } = createLateCalls(NO_JOBS).of(['maskTexts'], () => {
      loads += 1;
      return loads === 1 ? Promise.reject(new Error('offline')) : loaded();
    });
    await expect(maskTexts(['a'])).rejects.toThrow('offline');
    expect(await maskTexts(['a'])).toEqual(['a']);
  });

  it('cancels a job whose call waited for its module, when it has begun, and no other', async () => {
    const seen: string[] = [];
    const late = createLateCalls({ cancel: (jobId) => seen.push(`cancel ${jobId}`) });
    const keepCopy = (_: string, jobId: string) => seen.push(`begin ${jobId}`);
    const made = late.of(['keepCopy'], async () => ({ keepCopy }) as unknown as Actions);
    const calls = [made.keepCopy('docs', 'job-1'), made.keepCopy('docs', 'job-2')];
    late.cancel('job-1');
    await Promise.all(calls);
    expect(seen).toEqual(['cancel job-1', 'begin job-1', 'cancel job-1', 'begin job-2']);
  });
});
