import type { FilePlace, FoundFile } from '../model/raw-file.ts';
import type { DirectoryLike, FileLike } from './directory-like.ts';
import { isHandle, readHandle } from './read-place.ts';

export interface WalkedFolder {
  readonly handle: DirectoryLike;
  /** Empty, or ends in `/`. */
  readonly rawPath: string;
}

/**
 * Keeps no `File`, because one that changed since the scan would fail to read. Keeps no handle either if its folder can return it by name: 100,000
 * browser handles take half a gigabyte. A class with few fields, because a closure would keep every variable around it alive.
 */
export class WalkedFile implements FoundFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs?: number;
  readonly #folder: WalkedFolder;
  readonly #from: string | FileLike;

  /** `from` is its name in the folder, or the file itself. */
  constructor(
    facts: Pick<FoundFile, 'path' | 'size'> & { readonly mtimeMs?: number | undefined },
    folder: WalkedFolder,
    from: string | FileLike,
  ) {
    this.path = facts.path;
    this.size = facts.size;
    if (facts.mtimeMs !== undefined) this.mtimeMs = facts.mtimeMs;
    this.#folder = folder;
    this.#from = from;
  }

  get rawName(): string {
    return this.#folder.rawPath + (typeof this.#from === 'string' ? this.#from : this.#from.name);
  }

  get place(): FilePlace | undefined {
    const { handle } = this.#folder;
    return typeof this.#from === 'string' && isHandle(handle) ? { folder: handle, name: this.#from } : undefined;
  }

  read(): Promise<Uint8Array> {
    return readHandle(() => this.#getHandle(), this.path);
  }

  async #getHandle(): Promise<FileLike> {
    if (typeof this.#from !== 'string') return this.#from;
    const handle = await this.#folder.handle.getFileHandle?.(this.#from);
    if (handle === undefined) throw new Error('the folder gives no file');
    return handle;
  }
}
