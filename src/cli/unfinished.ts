import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from './problems.ts';

/** The end of a name, before the number of the process. */
export const PART = '.quire-part';

/**
 * Calls `make` with a path for what this process has not finished: `base`, PART and the process. Deletes what killed runs left under `base`. Refuses if
 * another process writes there: each of two that start at once sees the other.
 */
export async function takePart(base: string, make: (path: string) => Promise<unknown>): Promise<string> {
  const own = `${base}${PART}-${process.pid}`;
  await rm(own, { recursive: true, force: true });
  await make(own);
  for (const name of await readdir(dirname(own))) {
    const [, start, pid = ''] = /^(.*\.quire-part)(?:-(\d+))?$/.exec(name) ?? [];
    if (start !== basename(base + PART) || Number(pid) === process.pid) continue;
    const other = join(dirname(own), name);
    const isTaken = pid !== '' && isRunning(Number(pid));
    await rm(isTaken ? own : other, { recursive: true, force: true });
    if (isTaken) throw new Refusal(`Another run (process ${pid}) writes this: ${other}. Try again when it has ended.`);
  }
  return own;
}

/** Signal 0 only asks whether the process is there. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
