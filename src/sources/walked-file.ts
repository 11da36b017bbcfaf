import type { FoundFile } from '../model/raw-file.ts';
import type { DirectoryLike, FileLike } from './directory-like.ts';
import { toSourceError } from './to-source-error.ts';

export interface WalkedFolder {
  readonly handle: DirectoryLike;
  /** Empty, or ends in `/`. */
  readonly rawPath: string;
}

/**
 * Keeps no handle if its folder can return it by name: 100,000 browser handles take half a gigabyte. A class with few fields, because a closure would
 * keep every variable around it alive.
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

  async read(): Promise<Uint8Array> {
    try {
      return new Uint8Array(await (await this.open()).arrayBuffer());
    } catch (error) {
      throw toSourceError(error, this.path);
    }
  }

  protected async open() {
    const handle = typeof this.#from === 'string' ? this.#folder.handle.getFileHandle?.(this.#from) : this.#from;
    if (handle === undefined) throw new Error('the folder gives no file');
    return (await handle).getFile();
  }
}

/** Number of files that hold their `File` until they are read. */
export interface HeldFiles {
  count: number;
}

/** As many take some 80 MB in the browser; files beyond them are opened a second time. */
const MAX_HELD = 16_384;

/** A file of the disk. Holds its `File`, if not too many do, because opening it takes as long as reading it. */
export class WalkedBlob extends WalkedFile {
  #file: Blob | undefined;
  readonly #held: HeldFiles;

  constructor(...[facts, folder, from, file, held]: [...ConstructorParameters<typeof WalkedFile>, Blob, HeldFiles]) {
    super(facts, folder, from);
    this.#held = held;
    if (held.count >= MAX_HELD) return;
    held.count++;
    this.#file = file;
  }

  async openBlob(): Promise<Blob> {
    const file = this.#file;
    if (file === undefined) return (await this.open()) as unknown as Blob;
    this.#file = undefined;
    this.#held.count--;
    return file;
  }
}
