import { AppError } from '../model/app-error.ts';
import { toMaxBytes } from '../model/kind.ts';
import type { Skip } from '../model/skip.ts';
import type { FileSource, ScanItem, ScanOptions } from './contract.ts';
import type { DirectoryLike, EntryLike, FileLike } from './directory-like.ts';
import { type IgnoreFile, parseIgnoreFile } from './ignore/ignore-file.ts';
import { type FolderRules, PathFilter } from './ignore/path-filter.ts';
import { createItemQueue, type ItemQueue } from './item-queue.ts';
import { findPathExcess, toCleanName } from './to-path.ts';
import { isPermissionError, toSourceError } from './to-source-error.ts';
import { WalkedFile, type WalkedFolder } from './walked-file.ts';
import { archiveEntry, badPath } from './warnings.ts';

/** Directories listed concurrently. A picked folder answers over IPC: one at a time leaves the pipe empty, hundreds fill memory. */
const FOLDERS_AT_ONCE = 8;
/** Sizes requested concurrently in one directory. */
const FILES_AT_ONCE = 32;
/** No one writes longer ignore files by hand. */
const MAX_IGNORE_FILE_BYTES = 1_000_000;

/** Yields what has no place in the folder, and returns the folder. */
type OpenFolder = (options: ScanOptions) => AsyncGenerator<ScanItem, { root: DirectoryLike; isCutOff: boolean }>;

/** A folder, or what is walked like one: once, directory by directory. Yields results during the walk; a slow reader slows it down. */
export function createWalkedSource(name: string, folder: DirectoryLike | OpenFolder): FileSource {
  let incomplete = true;
  return {
    name,
    async *scan(options) {
      incomplete = true;
      const { root, isCutOff } =
        typeof folder === 'function' ? yield* folder(options) : { root: folder, isCutOff: false };
      const walker = new Walker(root, options);
      yield* walker.run();
      incomplete = isCutOff || walker.incomplete;
    },
    get incomplete() {
      return incomplete;
    },
  };
}

interface Folder extends WalkedFolder {
  /** Empty, or ends in `/`. */
  readonly path: string;
  readonly rules: FolderRules;
}

class Walker {
  incomplete = false;
  readonly #root: DirectoryLike;
  readonly #options: ScanOptions;
  readonly #filter: PathFilter;
  readonly #queue: ItemQueue<ScanItem> = createItemQueue();
  readonly #pending: Folder[] = [];
  #active = 0;
  #stopped = false;

  constructor(root: DirectoryLike, options: ScanOptions) {
    this.#root = root;
    this.#options = options;
    this.#filter = new PathFilter(options);
  }

  async *run(): AsyncGenerator<ScanItem> {
    this.#pending.push({ handle: this.#root, path: '', rawPath: '', rules: { ignoreFiles: [] } });
    this.#startMore();
    try {
      for await (const batch of this.#queue.batches()) {
        this.#options.signal.throwIfAborted();
        yield* batch;
      }
    } finally {
      this.#stopped = true;
      this.#pending.length = 0;
      this.#queue.drop();
    }
  }

  #startMore(): void {
    while (!this.#stopped && this.#active < FOLDERS_AT_ONCE && this.#pending.length > 0) {
      this.#active++;
      void this.#visit(this.#pending.pop() as Folder);
    }
    if (this.#active === 0) this.#queue.end();
  }

  async #visit(folder: Folder): Promise<void> {
    try {
      this.#options.signal.throwIfAborted();
      await this.#list(folder);
    } catch (error) {
      this.#stopped = true;
      this.incomplete = true;
      this.#queue.fail(error);
    }
    this.#active--;
    this.#startMore();
  }

  async #list(folder: Folder): Promise<void> {
    const entries = await this.#readEntries(folder);
    if (!entries) return;
    const rules = await this.#extendRules(folder, entries);
    const files: FileLike[] = [];
    for (const entry of entries) {
      if (entry.kind === 'directory') this.#addFolder(folder, entry, rules);
      else if (entry.kind !== 'file') this.#skipOther(folder, entry);
      else if (this.#takesFile(folder, entry, rules)) files.push(entry);
    }
    this.#startMore();
    await this.#scanFiles(folder, files);
  }

  async #readEntries(folder: Folder): Promise<readonly EntryLike[] | undefined> {
    const entries: EntryLike[] = [];
    try {
      for await (const entry of folder.handle.values()) entries.push(entry);
      return entries;
    } catch (error) {
      if (folder.path === '') throw toRootError(error, folder.handle.name);
      await this.#noteUnreadable(folder.path.slice(0, -1), true, error);
      return undefined;
    }
  }

  async #extendRules(folder: Folder, entries: readonly EntryLike[]): Promise<FolderRules> {
    if (!this.#options.useIgnoreFiles || folder.rules.refusal) return folder.rules;
    const own: IgnoreFile[] = [];
    for (const fileName of ['.ignore', '.gitignore']) {
      const entry = entries.find((candidate) => candidate.name === fileName);
      const text = entry?.kind === 'file' ? await readIgnoreText(entry) : undefined;
      if (text !== undefined) own.push(parseIgnoreFile({ base: folder.path, fileName, text }));
    }
    return own.length === 0 ? folder.rules : { ignoreFiles: [...own, ...folder.rules.ignoreFiles] };
  }

  #addFolder(folder: Folder, entry: DirectoryLike, rules: FolderRules): void {
    const name = toCleanName(entry.name);
    const path = folder.path + name;
    if (this.#isTooLong(`${path}/`)) return;
    const decision = this.#filter.decideDirectory(path, name, rules);
    if (!decision.take) {
      this.#skip({ path, isDirectory: true, ...decision.refusal });
      return;
    }
    const inner: FolderRules = decision.refusal ? { ...rules, refusal: decision.refusal } : rules;
    const rawPath = `${folder.rawPath}${entry.name}/`;
    this.#pending.push({ handle: entry, path: `${path}/`, rawPath, rules: inner });
  }

  #skipOther(folder: Folder, entry: EntryLike): void {
    const reason = entry.kind === 'symlink' ? 'symlink' : 'not-a-file';
    this.#skip({ path: folder.path + toCleanName(entry.name), isDirectory: false, reason });
  }

  #takesFile(folder: Folder, entry: FileLike, rules: FolderRules): boolean {
    const name = toCleanName(entry.name);
    if (this.#isTooLong(folder.path + name)) return false;
    const decision = this.#filter.decideFile(folder.path + name, name, rules);
    if (!decision.take) this.#skip({ path: folder.path + name, isDirectory: false, ...decision.refusal });
    return decision.take;
  }

  async #scanFiles(folder: Folder, files: readonly FileLike[]): Promise<void> {
    for (let at = 0; at < files.length && !this.#stopped; at += FILES_AT_ONCE) {
      const some = files.slice(at, at + FILES_AT_ONCE);
      await Promise.all(some.map((file) => this.#scanFile(folder, file)));
      await this.#queue.ready();
    }
  }

  async #scanFile(folder: Folder, handle: FileLike): Promise<void> {
    const path = folder.path + toCleanName(handle.name);
    try {
      const { size, lastModified } = await handle.getFile();
      const limit = toMaxBytes(path, this.#options.maxFileBytes);
      if (size > limit) {
        this.#skip({ path, isDirectory: false, reason: 'too-large', limit, actual: size });
        return;
      }
      if (handle.problem) {
        const { message, ...limits } = handle.problem;
        this.#queue.push({ type: 'warning', warning: archiveEntry(path, message, limits) });
        return;
      }
      const from = folder.handle.getFileHandle ? handle.name : handle;
      const file = new WalkedFile({ path, size, mtimeMs: lastModified }, folder, from);
      this.#queue.push({ type: 'file', file });
    } catch (error) {
      await this.#noteUnreadable(path, false, error);
    }
  }

  /** Skips one protected or vanished entry; stops the walk if permission for the whole folder was withdrawn. */
  async #noteUnreadable(path: string, isDirectory: boolean, error: unknown): Promise<void> {
    this.incomplete = true;
    if (isPermissionError(error) && !(await canList(this.#root))) {
      throw new AppError('source/permission', 'permission to read the folder was withdrawn', { path });
    }
    this.#skip({ path, isDirectory, reason: 'unreadable' });
  }

  #isTooLong(path: string): boolean {
    const excess = findPathExcess(path);
    if (excess) this.#queue.push({ type: 'warning', warning: badPath(path) });
    return excess !== undefined;
  }

  #skip(skip: Skip): void {
    this.#queue.push({ type: 'skip', skip });
  }
}

/** Chromium reports a folder that the system does not let it list as one that must not be modified. */
function toRootError(error: unknown, path: string): AppError {
  const name = error instanceof Error ? error.name : '';
  return name === 'NoModificationAllowedError'
    ? new AppError('source/permission', 'the folder could not be listed', { path, name })
    : toSourceError(error, path);
}

async function readIgnoreText(entry: FileLike): Promise<string | undefined> {
  try {
    const file = await entry.getFile();
    if (file.size > MAX_IGNORE_FILE_BYTES) return undefined;
    return new TextDecoder().decode(await file.arrayBuffer());
  } catch {
    // The walk meets the same file again as an entry and reports it there.
    return undefined;
  }
}

async function canList(root: DirectoryLike): Promise<boolean> {
  try {
    for await (const _ of root.values()) break;
    return true;
  } catch {
    return false;
  }
}
