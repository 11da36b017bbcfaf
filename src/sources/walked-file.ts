import type { FilePlace, FoundFile, PrefetchedBytes, ScannedFile, ScannedFolder } from '../model/raw-file.ts';
import type { DirectoryLike, FileLike } from './directory-like.ts';
import { isHandle, readHandle } from './read-place.ts';

export interface WalkedFolderFields {
  readonly handle: DirectoryLike;
  /** Empty, or ends in `/`. */
  readonly rawPath: string;
}

export class WalkedFolder implements ScannedFolder {
  readonly handle: DirectoryLike;
  readonly rawPath: string;

  constructor({ handle, rawPath }: WalkedFolderFields) {
    this.handle = handle;
    this.rawPath = rawPath;
  }

  file(found: FoundFile): ScannedFile {
    return new WalkedFile(found, this, found.name);
  }
}

interface WalkedFacts extends Pick<ScannedFile, 'path' | 'size' | 'ahead'> {
  readonly mtimeMs?: number | undefined;
}

/**
 * Keeps no `File`, because one that changed since the scan would fail to read. Keeps no handle either if its folder can return it by name: 100,000
 * browser handles take half a gigabyte. A class with few fields, because a closure would keep every variable around it alive.
 */
export class WalkedFile implements ScannedFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs?: number;
  readonly ahead: PrefetchedBytes | undefined;
  readonly #folder: WalkedFolder;
  readonly #from: string | FileLike;

  /** `from` is its name in the folder, or the file itself. */
  constructor(facts: WalkedFacts, folder: WalkedFolder, from: string | FileLike) {
    this.path = facts.path;
    this.size = facts.size;
    if (facts.mtimeMs !== undefined) this.mtimeMs = facts.mtimeMs;
    this.ahead = facts.ahead;
    this.#folder = folder;
    this.#from = from;
  }

  get rawName(): string {
    return this.#folder.rawPath + (typeof this.#from === 'string' ? this.#from : this.#from.name);
  }

  /** The folder that can return it by name, or undefined if it is kept itself. */
  get folder(): ScannedFolder | undefined {
    return typeof this.#from === 'string' ? this.#folder : undefined;
  }

  get place(): FilePlace | undefined {
    const { handle } = this.#folder;
    return typeof this.#from === 'string' && isHandle(handle) ? { folder: handle, name: this.#from } : undefined;
  }

  async read(): Promise<Uint8Array> {
    if (this.ahead !== undefined) return this.ahead.bytes.slice(this.ahead.start, this.ahead.end);
    const bytes = await readHandle(() => this.#getHandle(), this.path);
    return bytes;
  }

  async #getHandle(): Promise<FileLike> {
    if (typeof this.#from !== 'string') return this.#from;
    const handle = await this.#folder.handle.getFileHandle?.(this.#from);
    if (handle === undefined) throw new Error('the folder gives no file');
    return handle;
  }
}
