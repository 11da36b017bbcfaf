import type { Generation, IndexRow } from '../contract.ts';
import type { StoreDeps } from '../store-deps.ts';
import { beginGeneration, readRow } from './begin-generation.ts';

/**
 * Acquires the shared lock of the generation, then reads the row again: a commit may have swept the generation in between. That is why
 * `lastRow`, the row as it was last seen, may be out of date.
 */
export async function openGeneration(deps: StoreDeps, collectionId: string, lastRow?: IndexRow): Promise<Generation> {
  let row = lastRow;
  for (;;) {
    const { generation, isNewest } = beginGeneration(deps, row ?? (await readRow(deps, collectionId)));
    if (await isNewest) return generation;
    generation.release();
    row = undefined;
  }
}

/**
 * Starts `read` while the lock is still pending. This is safe: every byte is compared with the hashes of the row, and a file that a sweep
 * removes meanwhile cannot be read. When there is a newer row, `read` is called again with it.
 */
export async function openOptimistic<T extends { release(): void }>(
  deps: StoreDeps,
  collectionId: string,
  read: (generation: Generation) => Promise<T>,
  lastRow?: IndexRow,
): Promise<T> {
  let row = lastRow;
  for (;;) {
    const { generation, isNewest } = beginGeneration(deps, row ?? (await readRow(deps, collectionId)));
    generation.expectReads(['files', 'segment', 'table', 'contents']);
    const [opened, newest] = await Promise.allSettled([read(generation), isNewest]);
    if (newest.status === 'fulfilled' && newest.value && opened.status === 'fulfilled') return opened.value;
    if (opened.status === 'fulfilled') opened.value.release();
    generation.release();
    if (newest.status === 'rejected') throw newest.reason;
    if (newest.value && opened.status === 'rejected') throw opened.reason;
    row = undefined;
  }
}
