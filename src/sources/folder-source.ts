import type { FileSource, ScanItem, ScanOptions } from './contract.ts';
import type { DirectoryLike } from './directory-like.ts';
import { walkFolder } from './walk-folder.ts';

/** A picked or dropped folder. Paths do not contain its own name. */
export function createFolderSource(name: string, root: DirectoryLike): FileSource {
  let incomplete = true;
  return {
    name,
    async *scan(options: ScanOptions): AsyncGenerator<ScanItem> {
      incomplete = true;
      const walk = walkFolder(root, options);
      yield* walk.items;
      incomplete = walk.isIncomplete();
    },
    get incomplete() {
      return incomplete;
    },
  };
}
