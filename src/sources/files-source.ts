import type { FileSource, InputFile } from './contract.ts';
import { MemoryTree } from './memory-tree.ts';
import { toSegments } from './to-path.ts';
import { createWalkedSource } from './walk-folder.ts';
import { badPath } from './warnings.ts';

/** Files from an `<input>` or from dropped entries. */
export function createFilesSource(name: string, files: readonly InputFile[]): FileSource {
  return createWalkedSource(name, async function* () {
    const root = new MemoryTree(name);
    for (const { path, file } of files) {
      const segments = toSegments(path);
      if (segments) root.addFile(segments, file);
      else yield { type: 'warning', warning: badPath(path) };
    }
    return { root, isCutOff: false };
  });
}
