import { toMaxBytes } from '../kinds/document-format.ts';
import { compareUtf8 } from '../lib/bytes.ts';
import { AppError } from '../model/app-error.ts';
import type { FoundFile } from '../model/raw-file.ts';
import type { Skip } from '../model/skip.ts';
import type { FileSource, ScanItem, ScanOptions } from './contract.ts';
import type { DirectoryLike, EntryLike, FileLike } from './directory-like.ts';
import { type IgnoreFile, parseIgnoreFile } from './ignore/ignore-file.ts';
import { type FolderRules, PathFilter } from './ignore/path-filter.ts';
import { findPathExcess, toCleanName } from './to-path.ts';
import { archiveEntry, badPath } from './warnings.ts';

/**
 * Steps of a walk in progress: a folder that is listed, or files whose sizes are requested. A picked folder answers over IPC: one step at a time
 * leaves the pipe empty, hundreds fill memory.
 */
const STEPS_AT_ONCE = 32;
const FILES_A_STEP = 32;
/** No one writes longer ignore files by hand. */
const MAX_IGNORE_FILE_BYTES = 1_000_000;

/** Yields what has no place in the folder, and returns the folder. */
type OpenFolder = (options: ScanOptions) => AsyncGenerator<ScanItem, { root: DirectoryLike; isCutOff: boolean }>;

/** A folder, or what is walked like one: once, directory by directory. Yields files in path order. */
export function createWalkedSource(name: string, folder: DirectoryLike | OpenFolder): FileSource {
  let incomplete = true;
  return {
    name,
    isSorted: true,
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

/** An entry that is not skipped. */
interface Entry {
  /** Its path; of a directory, with a slash at the end. */
  readonly path: string;
  readonly folder: Folder;
  readonly entry: DirectoryLike | FileLike;
}

/** One part of the walk; `inner` are the parts that follow from it, in path order. */
interface Outcome {
  readonly items: readonly ScanItem[];
  readonly inner: readonly Step[];
}

class Step {
  readonly path: string;
  readonly #run: () => Promise<Outcome>;
  #outcome: Promise<Outcome> | undefined;

  constructor(path: string, run: () => Promise<Outcome>) {
    this.path = path;
    this.#run = run;
  }

  /** Starts it if that was not done yet. */
  result(): Promise<Outcome> {
    this.#outcome ??= this.#run();
    return this.#outcome;
  }
}

class Walker {
  incomplete = false;
  readonly #root: DirectoryLike;
  readonly #options: ScanOptions;
  readonly #filter: PathFilter;
  readonly #held: HeldFiles = { count: 0 };
  /** Steps that have not started, the next one at the end. */
  readonly #pending: Step[] = [];
  #running = 0;
  #isOver = false;

  constructor(root: DirectoryLike, options: ScanOptions) {
    this.#root = root;
    this.#options = options;
    this.#filter = new PathFilter(options);
  }

  /** Yields files in path order, while several steps run ahead. */
  async *run(): AsyncGenerator<ScanItem> {
    const root: Folder = { handle: this.#root, path: '', rawPath: '', rules: { ignoreFiles: [] } };
    const ahead = [new Step('', () => this.#list([root]))];
    this.#add(ahead);
    try {
      for (let step = ahead.pop(); step !== undefined; step = ahead.pop()) {
        const { items, inner } = await step.result();
        this.#options.signal.throwIfAborted();
        yield* items;
        for (let i = inner.length - 1; i >= 0; i--) ahead.push(inner[i] as Step);
      }
    } finally {
      this.#isOver = true;
    }
  }

  /** Adds steps whose paths are all in one folder, before the pending ones that follow it. */
  #add(steps: readonly Step[]): void {
    const first = steps[0]?.path ?? '';
    let at = this.#pending.length;
    while (at > 0 && compareUtf8((this.#pending[at - 1] as Step).path, first) < 0) at--;
    const before = this.#pending.splice(at);
    for (let i = steps.length - 1; i >= 0; i--) this.#pending.push(steps[i] as Step);
    for (const step of before) this.#pending.push(step);
    while (!this.#isOver && this.#running < STEPS_AT_ONCE && this.#pending.length > 0) {
      this.#running++;
      void this.#runStep(this.#pending.pop() as Step);
    }
  }

  async #runStep(step: Step): Promise<void> {
    // `run` reports a failure when it gets there.
    const { inner } = await step.result().catch(() => ({ inner: [] }));
    this.#running--;
    this.#add(inner);
  }

  /** Lists folders of one path: there are several if their names differ only in how they are encoded. */
  async #list(folders: readonly Folder[]): Promise<Outcome> {
    const items: ScanItem[] = [];
    const kept: Entry[] = [];
    for (const folder of folders) {
      const entries: EntryLike[] = [];
      try {
        for await (const entry of folder.handle.values()) entries.push(entry);
      } catch (error) {
        if (folder.path === '') throw toRootError(error, folder.handle.name);
        items.push(await this.#noteUnreadable(folder.path.slice(0, -1), true, error));
        continue;
      }
      const rules = await this.#extendRules(folder, entries);
      for (const entry of entries) {
        const decided = this.#decide(folder, entry, rules);
        if ('type' in decided) items.push(decided);
        else kept.push(decided);
      }
    }
    kept.sort((a, b) => compareUtf8(a.path, b.path));
    return { items, inner: this.#toSteps(kept) };
  }

  #toSteps(entries: readonly Entry[]): Step[] {
    const steps: Step[] = [];
    for (let at = 0, end = 0; at < entries.length; at = end) {
      const { path, entry } = entries[at] as Entry;
      const isDirectory = entry.kind === 'directory';
      while (end < entries.length && end - at < FILES_A_STEP && belongs(entries[end] as Entry)) end++;
      function belongs(other: Entry): boolean {
        return isDirectory ? other.path === path : other.entry.kind === 'file';
      }
      const own = entries.slice(at, end);
      steps.push(new Step(path, () => (isDirectory ? this.#list(own.map(toFolder)) : this.#scanFiles(own))));
    }
    return steps;
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

  /** Returns why an entry is skipped, or the entry. */
  #decide(folder: Folder, entry: EntryLike, rules: FolderRules): ScanItem | Entry {
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
    if (!isDirectory) return { path, folder, entry };
    const inner: FolderRules = decision.refusal ? { ...rules, refusal: decision.refusal } : rules;
    return { path: whole, folder: { ...folder, rules: inner }, entry };
  }

  async #scanFiles(entries: readonly Entry[]): Promise<Outcome> {
    return { items: await Promise.all(entries.map((one) => this.#scanFile(one))), inner: [] };
  }

  async #scanFile({ path, folder, entry }: Entry): Promise<ScanItem> {
    const handle = entry as FileLike;
    try {
      const file = await handle.getFile();
      const { size, lastModified } = file;
      const limit = toMaxBytes(path, this.#options.maxFileBytes);
      if (size > limit) return toSkip({ path, isDirectory: false, reason: 'too-large', limit, actual: size });
      if (handle.problem) {
        const { message, ...limits } = handle.problem;
        return { type: 'warning', warning: archiveEntry(path, message, limits) };
      }
      const facts = { path, size, mtimeMs: lastModified };
      const found = !folder.handle.getFileHandle
        ? new WalkedFile(facts, folder, handle)
        : file instanceof Blob
          ? new WalkedBlob(facts, folder, handle.name, file, this.#held)
          : new DiskFile(facts, folder, handle.name);
      return { type: 'file', file: found };
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

function toFolder({ path, folder: { rawPath, rules }, entry }: Entry): Folder {
  return { handle: entry as DirectoryLike, path, rawPath: `${rawPath}${entry.name}/`, rules };
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

/** Maps platform errors to one of our two codes; the details keep the platform's error name. */
function toSourceError(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error;
  const name = error instanceof Error ? error.name : 'unknown';
  if (isPermissionError(error)) return new AppError('source/permission', 'reading was not allowed', { path, name });
  return new AppError('source/unreadable', 'the file could not be read', { path, name });
}

function isPermissionError(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'source/permission';
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'SecurityError');
}

interface WalkedFolder {
  readonly handle: DirectoryLike;
  /** Empty, or ends in `/`. */
  readonly rawPath: string;
}

/**
 * Keeps no handle if its folder can return it by name: 100,000 browser handles take half a gigabyte. A class with few fields, because a closure would
 * keep every variable around it alive.
 */
class WalkedFile implements FoundFile {
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

/** A file of a disk without Blobs, as in Node. A batch of them is read file by file. */
class DiskFile extends WalkedFile {
  async openBlob(): Promise<undefined> {}
}

/** Number of files that hold their `File` until they are read. */
interface HeldFiles {
  count: number;
}

/** As many take some 80 MB in the browser; files beyond them are opened a second time. */
const MAX_HELD = 16_384;

/** A file of the disk. Holds its `File`, if not too many do, because opening it takes as long as reading it. */
class WalkedBlob extends WalkedFile {
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
