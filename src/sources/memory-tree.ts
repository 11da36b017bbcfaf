import type { DirectoryLike, EntryLike, FileBytes, FileProblem, OtherLike } from './directory-like.ts';

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
    this.#add(segments, (name) => ({ kind: 'file', name, getFile: async () => file }));
  }

  /** Adds a file whose bytes cannot be read; `size` comes from the archive. */
  addRefused(segments: readonly string[], size: number, problem: FileProblem): void {
    const arrayBuffer = () => Promise.reject(new Error(problem.message));
    this.#add(segments, (name) => ({ kind: 'file', name, problem, getFile: async () => ({ size, arrayBuffer }) }));
  }

  addOther(segments: readonly string[], kind: OtherLike['kind']): void {
    this.#add(segments, (name) => ({ kind, name }));
  }

  async *values(): AsyncGenerator<EntryLike> {
    yield* this.#entries;
  }

  #add(segments: readonly string[], toEntry: (name: string) => EntryLike): void {
    let directory: MemoryTree = this;
    for (const name of segments.slice(0, -1)) directory = directory.#child(name);
    directory.#entries.push(toEntry(segments.at(-1) as string));
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
