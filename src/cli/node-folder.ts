import { existsSync, lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { DirectoryLike, EntryLike, FileBytes, FileLike } from '../sources/directory-like.ts';
import { toFileError } from './problems.ts';
import { LIST_NAME } from './site-folder.ts';

interface FolderOptions {
  /** Called before a directory is listed. */
  readonly onList?: ((directory: string) => void) | undefined;
  /** Whole paths that this run writes: with an earlier result as a part, no result would be the same twice. */
  readonly outputs?: readonly string[];
}

/**
 * A real directory for the folder walk. Links are reported and never followed, so the walk cannot loop. Calls are synchronous inside:
 * one at a time they are several times faster than Node's thread pool. Folders that Quire wrote are not in it.
 */
export function nodeFolder(path: string, options: FolderOptions = {}): DirectoryLike {
  return new NodeDirectory(path, basename(path), options);
}

/** The same, typed as a handle of the browser. */
export function nodeHandle(path: string, options?: FolderOptions): FileSystemDirectoryHandle {
  return nodeFolder(path, options) as unknown as FileSystemDirectoryHandle;
}

class NodeDirectory implements DirectoryLike {
  readonly kind = 'directory';
  readonly hidesNone = true;
  readonly name: string;
  readonly #path: string;
  readonly #options: FolderOptions;

  constructor(path: string, name: string, options: FolderOptions) {
    this.#path = path;
    this.name = name;
    this.#options = options;
  }

  async *values(): AsyncGenerator<EntryLike> {
    const { onList, outputs = [] } = this.#options;
    onList?.(this.#path);
    for (const entry of this.#list()) {
      const path = join(this.#path, entry.name);
      if (outputs.includes(resolve(path)) || (entry.isDirectory() && existsSync(join(path, LIST_NAME)))) continue;
      if (entry.isDirectory()) yield new NodeDirectory(path, entry.name, this.#options);
      else if (entry.isFile()) yield new NodeFile(path, entry.name);
      else yield { kind: entry.isSymbolicLink() ? 'symlink' : 'other', name: entry.name };
    }
  }

  #list() {
    try {
      return readdirSync(this.#path, { withFileTypes: true });
    } catch (error) {
      throw toFileError(error) ?? error;
    }
  }

  async getFileHandle(name: string): Promise<FileLike> {
    return new NodeFile(join(this.#path, name), name);
  }
}

class NodeFile implements FileLike {
  readonly kind = 'file';
  readonly name: string;
  readonly #path: string;

  constructor(path: string, name: string) {
    this.#path = path;
    this.name = name;
  }

  async getFile(): Promise<FileBytes> {
    return new NodeFileBytes(this.#path);
  }
}

/** Reads size and time only on demand, so a read of the bytes does not pay for them. */
class NodeFileBytes implements FileBytes {
  readonly #path: string;
  #stats: Stats | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  get size(): number {
    return this.#stat().size;
  }

  get lastModified(): number {
    return this.#stat().mtimeMs;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return readBuffer(this.#path);
  }

  #stat(): Stats {
    this.#stats ??= lstatSync(this.#path);
    return this.#stats;
  }
}

function readBuffer(path: string): ArrayBuffer {
  const bytes = readFileSync(path);
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteOffset === 0 && byteLength === buffer.byteLength) return buffer as ArrayBuffer;
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
