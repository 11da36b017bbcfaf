import { vi } from 'vitest';
import { main } from '../../harness/main.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs in this process: a new one takes a second to load. */
export async function harness(...args: readonly string[]): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const listen = (name: 'stdout' | 'stderr') =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    });
  const spies = [listen('stdout'), listen('stderr')];
  try {
    return { code: await main(args), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
