import { createArchiveSource } from './archive/archive-source.ts';
import type { FileSource, SourceInput } from './contract.ts';
import type { DirectoryLike } from './directory-like.ts';
import { createFilesSource } from './files-source.ts';
import { createLlmsFullSource } from './llms-full-source.ts';
import { createPasteSource } from './paste-source.ts';
import { createWalkedSource } from './walk-folder.ts';

/** A folder other than a FileSystemDirectoryHandle, such as one from Node. */
export interface FolderInput {
  readonly type: 'folder';
  readonly name: string;
  readonly handle: DirectoryLike;
}

/** Opens a source. Reads nothing before `scan`. */
export function createSource(input: SourceInput | FolderInput): FileSource {
  switch (input.type) {
    case 'folder':
      return createWalkedSource(input.name, input.handle);
    case 'files':
      return createFilesSource(input.name, input.files);
    case 'archive':
      return createArchiveSource(input.name, input.file);
    case 'paste':
      return createPasteSource(input.name, input.text);
    case 'llms-full':
      return createLlmsFullSource(input);
  }
}
