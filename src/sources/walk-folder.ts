import { toMaxBytes } from '../kinds/document-format.ts';
import { AppError } from '../model/app-error.ts';
import type { Skip } from '../model/skip.ts';
import type { FileSource, ScanItem, ScanOptions } from './contract.ts';
import type { DirectoryLike, EntryLike, FileLike } from './directory-like.ts';
import { type IgnoreFile, parseIgnoreFile } from './ignore/ignore-file.ts';
import { type FolderRules, PathFilter } from './ignore/path-filter.ts';
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

/** Items of one folder, some at each step. */
type FolderList = AsyncGenerator<readonly ScanItem[], void>;

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
  readonly #pending: Folder[] = [];

  constructor(root: DirectoryLike, options: ScanOptions) {
    this.#root = root;
    this.#options = options;
    this.#filter = new PathFilter(options);
  }

  /** Lists several folders at once, each one step ahead of the reader. */
  async *run(): AsyncGenerator<ScanItem> {
    this.#pending.push({ handle: this.#root, path: '', rawPath: '', rules: { ignoreFiles: [] } });
    const steps = new Map<FolderList, Promise<{ list: FolderList; step: IteratorResult<readonly ScanItem[]> }>>();
    const advance = (list: FolderList) =>
      steps.set(
        list,
        list.next().then((step) => ({ list, step })),
      );
    while (steps.size + this.#pending.length > 0) {
      while (steps.size < FOLDERS_AT_ONCE && this.#pending.length > 0)
        advance(this.#list(this.#pending.pop() as Folder));
      const { list, step } = await Promise.race(steps.values());
      this.#options.signal.throwIfAborted();
      steps.delete(list);
      if (step.done) continue;
      yield* step.value;
      advance(list);
    }
  }

  async *#list(folder: Folder): FolderList {
    const entries: EntryLike[] = [];
    try {
      for await (const entry of folder.handle.values()) entries.push(entry);
    } catch (error) {
      if (folder.path === '') throw toRootError(error, folder.handle.name);
      yield [await this.#noteUnreadable(folder.path.slice(0, -1), true, error)];
      return;
    }
    const rules = await this.#extendRules(folder, entries);
    const refused: ScanItem[] = [];
    const files: FileLike[] = [];
    for (const entry of entries) {
      const item = this.#refuse(folder, entry, rules);
      if (item) refused.push(item);
      else if (entry.kind === 'file') files.push(entry);
    }
    if (refused.length > 0) yield refused;
    for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
      const some = files.slice(at, at + FILES_AT_ONCE);
      yield await Promise.all(some.map((file) => this.#scanFile(folder, file)));
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

  /** Returns why an entry is skipped; queues a folder that is not. */
  #refuse(folder: Folder, entry: EntryLike, rules: FolderRules): ScanItem | undefined {
    const name = toCleanName(entry.name);
    const path = folder.path + name;
    const isDirectory = entry.kind === 'directory';
    if (!isDirectory && entry.kind !== 'file')
      return toSkip({ path, isDirectory, reason: entry.kind === 'symlink' ? 'symlink' : 'not-a-file' });
    const whole = isDirectory ? `${path}/` : path;
    if (findPathExcess(whole)) return { type: 'warning', warning: badPath(whole) };
    const decision = isDirectory
      ? this.#filter.decideDirectory(path, name, rules)
      : this.#filter.decideFile(path, name, rules);
    if (!decision.take) return toSkip({ path, isDirectory, ...decision.refusal });
    if (isDirectory) {
      const inner: FolderRules = decision.refusal ? { ...rules, refusal: decision.refusal } : rules;
      this.#pending.push({ handle: entry, path: whole, rawPath: `${folder.rawPath}${entry.name}/`, rules: inner });
    }
    return undefined;
  }

  async #scanFile(folder: Folder, handle: FileLike): Promise<ScanItem> {
    const path = folder.path + toCleanName(handle.name);
    try {
      const { size, lastModified } = await handle.getFile();
      const limit = toMaxBytes(path, this.#options.maxFileBytes);
      if (size > limit) return toSkip({ path, isDirectory: false, reason: 'too-large', limit, actual: size });
      if (handle.problem) {
        const { message, ...limits } = handle.problem;
        return { type: 'warning', warning: archiveEntry(path, message, limits) };
      }
      const from = folder.handle.getFileHandle ? handle.name : handle;
      return { type: 'file', file: new WalkedFile({ path, size, mtimeMs: lastModified }, folder, from) };
    } catch (error) {
      return this.#noteUnreadable(path, false, error);
    }
  }

  /** Skips one protected or vanished entry; stops the walk if permission for the whole folder was withdrawn. */
  async #noteUnreadable(path: string, isDirectory: boolean, error: unknown): Promise<ScanItem> {
    this.incomplete = true;
    if (isPermissionError(error) && !(await canList(this.#root))) {
      throw new AppError('source/permission', 'permission to read the folder was withdrawn', { path });
    }
    return toSkip({ path, isDirectory, reason: 'unreadable' });
  }
}

function toSkip(skip: Skip): ScanItem {
  return { type: 'skip', skip };
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
