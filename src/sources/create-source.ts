import { createArchiveSource } from './archive/archive-source.ts';
import type { FileSource, InputFile, ScanItem, ScanOptions, SourceInput } from './contract.ts';
import type { DirectoryLike } from './directory-like.ts';
import { createLlmsFullSource } from './llms-full-source.ts';
import { MemoryTree } from './memory-tree.ts';
import { toTextItem } from './text-item.ts';
import { toCleanName, toSegments } from './to-path.ts';
import { createWalkedSource } from './walk-folder.ts';
import { badPath } from './warnings.ts';

/** A folder other than a FileSystemDirectoryHandle, such as one from Node. */
interface FolderInput {
  readonly type: 'folder';
  readonly name: string;
  readonly handle: DirectoryLike;
}

/** Opens a source. Reads nothing before `scan`. */
export function createSource(input: SourceInput | FolderInput): FileSource {
  switch (input.type) {
    case 'folder':
      return Object.assign(createWalkedSource(input.name, input.handle), {
        hidesNames: !('hidesNone' in input.handle),
      });
    case 'files':
      return Object.assign(
        createFilesSource(input.name, input.files),
        input.roots && { roots: input.roots.map(toCleanName) },
      );
    case 'archive':
      return createArchiveSource(input.name, input.file);
    case 'paste':
      return createPasteSource(input.name, input.text);
    case 'built-site':
      return input.source;
    case 'llms-full':
      return createLlmsFullSource(input);
  }
}

/** Files from an `<input>` or from dropped entries. */
function createFilesSource(name: string, files: readonly InputFile[]): FileSource {
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

/** Pasted text as one file: Markdown unless its name says otherwise. */
function createPasteSource(name: string, text: string): FileSource {
  const path = toPastePath(name);
  return {
    name,
    async *scan({ maxFileBytes }: ScanOptions): AsyncGenerator<ScanItem> {
      yield toTextItem(path, text, maxFileBytes);
    },
    incomplete: false,
  };
}

function toPastePath(name: string): string {
  const clean = toCleanName(name.replace(/[\x00-\x1f\x7f/\\]+/g, '-').replace(/^[\s.]+|\s+$/g, ''));
  if (clean === '') return 'pasted.md';
  return /\.[A-Za-z0-9]{1,12}$/.test(clean) ? clean : `${clean}.md`;
}
