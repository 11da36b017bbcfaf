import type { Generation, IndexRow } from '../contract.ts';
import type { StoreParts } from '../store-deps.ts';
import { beginGeneration, readRow } from './begin-generation.ts';

/**
 * Takes the shared lock of the generation the row names, then looks again: between the two a commit may have swept it. So `lastRow`, the row
 * as it was seen before, need not be the newest.
 */
export async function openGeneration(parts: StoreParts, collectionId: string, lastRow?: IndexRow): Promise<Generation> {
  let row = lastRow;
  for (;;) {
    const { generation, isNewest } = beginGeneration(parts, row ?? (await readRow(parts, collectionId)));
    if (await isNewest) return generation;
    generation.release();
    row = undefined;
  }
}

/**
 * Lets `read` begin before the lock is there: every byte is compared with the hashes of the row, and what a sweep removes meanwhile cannot be
 * read. It is called again when the row has moved on.
 */
export async function openEarly<T extends { release(): void }>(
  parts: StoreParts,
  collectionId: string,
  read: (generation: Generation) => Promise<T>,
  lastRow?: IndexRow,
): Promise<T> {
  let row = lastRow;
  for (;;) {
    const { generation, isNewest } = beginGeneration(parts, row ?? (await readRow(parts, collectionId)));
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
