import type { FileSource, InputFile, ScanItem, ScanOptions } from './contract.ts';
import { MemoryTree } from './memory-tree.ts';
import { toSegments } from './to-path.ts';
import { walkFolder } from './walk-folder.ts';
import { badPath } from './warnings.ts';

/** Files from an `<input>` or from dropped entries. */
export function createFilesSource(name: string, files: readonly InputFile[]): FileSource {
  let incomplete = true;
  return {
    name,
    async *scan(options: ScanOptions): AsyncGenerator<ScanItem> {
      incomplete = true;
      const tree = new MemoryTree(name);
      for (const { path, file } of files) {
        const segments = toSegments(path);
        if (segments) tree.addFile(segments, file);
        else yield { type: 'warning', warning: badPath(path) };
      }
      const walk = walkFolder(tree, options);
      yield* walk.items;
      incomplete = walk.isIncomplete();
    },
    get incomplete() {
      return incomplete;
    },
  };
}
