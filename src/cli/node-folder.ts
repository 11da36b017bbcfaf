import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import type { DirectoryLike, EntryLike, FileBytes, FileLike } from '../sources/directory-like.ts';

/**
 * A real directory for the folder walk. Links are reported and never followed, so the walk cannot loop. Calls are synchronous inside:
 * one at a time they are several times faster than Node's thread pool.
 */
export function nodeFolder(path: string, onList?: (directory: string) => void): DirectoryLike {
  return new NodeDirectory(path, basename(path), onList);
}

/** The same, typed as a handle of the browser. */
export function nodeHandle(path: string, onList?: (directory: string) => void): FileSystemDirectoryHandle {
  return nodeFolder(path, onList) as unknown as FileSystemDirectoryHandle;
}

class NodeDirectory implements DirectoryLike {
  readonly kind = 'directory';
  readonly hidesNone = true;
  readonly name: string;
  readonly #path: string;
  /** Called before a directory is listed. */
  readonly #onList: ((directory: string) => void) | undefined;

  constructor(path: string, name: string, onList: ((directory: string) => void) | undefined) {
    this.#path = path;
    this.name = name;
    this.#onList = onList;
  }

  async *values(): AsyncGenerator<EntryLike> {
    this.#onList?.(this.#path);
    for (const entry of readdirSync(this.#path, { withFileTypes: true })) {
      const path = join(this.#path, entry.name);
      if (entry.isDirectory()) yield new NodeDirectory(path, entry.name, this.#onList);
      else if (entry.isFile()) yield new NodeFile(path, entry.name);
      else yield { kind: entry.isSymbolicLink() ? 'symlink' : 'other', name: entry.name };
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
