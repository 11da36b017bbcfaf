import type { DirectoryLike, EntryLike, FileBytes, FileLike, FileProblem, OtherLike } from './directory-like.ts';

/** Directories built from a flat list of entries, so that file lists and archives are walked like folders [E2]. */
export class MemoryTree implements DirectoryLike {
  readonly kind = 'directory';
  readonly name: string;
  readonly #entries: EntryLike[] = [];
  readonly #directories = new Map<string, MemoryTree>();

  constructor(name: string) {
    this.name = name;
  }

  /** Keeps two files of one name as two entries; a later step decides over all files which one to keep. */
  addFile(segments: readonly string[], file: FileBytes): void {
    const name = segments.at(-1) as string;
    this.#directoryAt(segments).#entries.push(new MemoryFile(name, file));
  }

  /** Adds a file whose bytes cannot be read; `size` comes from the archive. */
  addRefused(segments: readonly string[], size: number, problem: FileProblem): void {
    const name = segments.at(-1) as string;
    const arrayBuffer = () => Promise.reject(new Error(problem.message));
    this.#directoryAt(segments).#entries.push(new MemoryFile(name, { size, arrayBuffer }, problem));
  }

  addOther(segments: readonly string[], kind: OtherLike['kind']): void {
    this.#directoryAt(segments).#entries.push({ kind, name: segments.at(-1) as string });
  }

  async *values(): AsyncGenerator<EntryLike> {
    yield* this.#entries;
  }

  #directoryAt(segments: readonly string[]): MemoryTree {
    let directory: MemoryTree = this;
    for (let i = 0; i < segments.length - 1; i++) directory = directory.#child(segments[i] as string);
    return directory;
  }

  #child(name: string): MemoryTree {
    let child = this.#directories.get(name);
    if (!child) {
      child = new MemoryTree(name);
      this.#directories.set(name, child);
      this.#entries.push(child);
    }
    return child;
  }
}

class MemoryFile implements FileLike {
  readonly kind = 'file';
  readonly name: string;
  readonly problem?: FileProblem;
  readonly #file: FileBytes;

  constructor(name: string, file: FileBytes, problem?: FileProblem) {
    this.name = name;
    this.#file = file;
    if (problem !== undefined) this.problem = problem;
  }

  async getFile(): Promise<FileBytes> {
    return this.#file;
  }
}
