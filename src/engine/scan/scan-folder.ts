import { AppError } from '../../model/app-error.ts';
import type { FileSource, ScanItem, ScanOptions, SourceInput } from '../../sources/contract.ts';
import { createFolderSource } from '../../sources/folder-source.ts';
import { createItemQueue } from '../../sources/item-queue.ts';
import type { FolderScanner } from '../deps.ts';
import { createScanPacker, createScanUnpacker, type ScanBatch } from './scan-wire.ts';

/** Items per message: one for each file would cost more than finding it. */
const MAX_ITEMS = 500;
/** Longest wait before a smaller batch is sent, so that the screen shows slow scans too. */
const MAX_WAIT_MS = 100;
/** Batches received and not processed yet. */
const MAX_WAITING = 4;

/** Walks the folder in this thread, for another one. */
export const scanFolder: FolderScanner['scanFolder'] = async (folder, rules, take) => {
  const source = createFolderSource(folder.name, folder);
  const packer = createScanPacker();
  let files = 0;
  let sentMs = performance.now();
  for await (const item of source.scan({ ...rules, signal: new AbortController().signal })) {
    if (item.type === 'file') files++;
    packer.add(item);
    if (packer.count < MAX_ITEMS && performance.now() - sentMs < MAX_WAIT_MS) continue;
    await take(packer.finish());
    sentMs = performance.now();
  }
  await take(packer.finish());
  return { files, incomplete: source.incomplete };
};

/** Creates a source whose folder the scanner walks. Its thread makes no difference to the files found [E2]. */
export function createScannedFolder(
  { name, handle }: Extract<SourceInput, { type: 'folder' }>,
  scanner: FolderScanner,
): FileSource {
  let incomplete = true;
  return {
    name,
    async *scan({ signal, ...rules }: ScanOptions): AsyncGenerator<ScanItem> {
      incomplete = true;
      // Batches are queued packed: items are made one by one and live only briefly.
      const queue = createItemQueue<ScanBatch>(MAX_WAITING);
      const unpack = createScanUnpacker();
      let stopped = false;
      const take = (batch: ScanBatch): Promise<void> => {
        // Ends the walk.
        if (stopped) throw new AppError('engine/cancelled', 'nobody wants the rest of the scan');
        queue.push(batch);
        return queue.ready();
      };
      const onAbort = () => queue.fail(signal.reason);
      signal.addEventListener('abort', onAbort);
      scanner.scanFolder(handle, rules, take).then(
        (end) => {
          incomplete = end.incomplete;
          queue.end();
        },
        (error: unknown) => queue.fail(error),
      );
      try {
        for await (const batches of queue.batches()) for (const batch of batches) yield* unpack(batch);
      } finally {
        stopped = true;
        queue.drop();
        signal.removeEventListener('abort', onAbort);
      }
    },
    get incomplete() {
      return incomplete;
    },
  };
}
