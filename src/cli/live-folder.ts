import { createHash } from 'node:crypto';
import { type FSWatcher, mkdirSync, readFileSync, realpathSync, rmSync, watch, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { withTimeout } from '../lib/async/within.ts';
import type { ServedCollection } from '../mcp/create-server.ts';
import { describeProblem } from '../mcp/describe-problem.ts';
import { type Collection, countIndexed } from '../model/collection.ts';
import { FORMAT_VERSION } from '../model/settings.ts';
import { createDiskStore } from '../store/disk-store.ts';
import { createNodeEngine, type NodeEngine, type NodeParts } from './node-engine.ts';
import { nodeHandle } from './node-folder.ts';
import { isRunning } from './unfinished.ts';

/** Editors write a file in several steps. */
const QUIET_MS = 150;
/** Where watching fails, a call looks for changes if the last look is older. */
const STALE_MS = 1_000;
/** Most that a call waits for changes; it then answers from what is indexed. */
const PATIENCE_MS = 1_000;
/** Most that the first call waits for a folder that was never read. Clients give up after a minute. */
const FIRST_PATIENCE_MS = 10_000;
/** Changes here are not in the collection, and git makes them all the time. */
const UNREAD = /(?:^|[\\/])(?:\.git|node_modules)(?:[\\/]|$)/;
/** Other systems watch a whole folder with one handle. Linux needs one per directory, and Node would take one for every ignored file too. */
const WATCHES_DIRECTORIES = process.platform === 'linux';

interface LiveFolder extends ServedCollection {
  readonly name: string;
  /** Stops following the folder, after the import that runs. */
  close(): Promise<void>;
}

/**
 * Serves a folder and follows its changes. The index is kept in the user's cache folder: the next start reads only what changed since. Answers while the first
 * import runs, with what is indexed so far.
 */
export async function serveFolder(path: string, parts: NodeParts): Promise<LiveFolder> {
  const root = realpathSync(path);
  const { home, release } = takeCacheFolder(root);
  const node = createNodeEngine({ ...parts, store: createDiskStore(home), isLive: true });
  const { engine } = node;
  const kept = await openKept(node, basename(root));
  const { id } = kept;
  let isDirty = true;
  let scannedMs = 0;
  let isAsked = false;
  let running: Promise<unknown> | undefined;
  let problem: unknown;
  let doneText = '';
  let quiet: NodeJS.Timeout | undefined;
  await engine.subscribe((event) => {
    if (event.type === 'progress' && event.progress.total > 0)
      doneText = `${event.progress.done} of ${event.progress.total} files`;
  });

  const watcher = watchFolder(root, () => {
    isDirty = true;
    clearTimeout(quiet);
    quiet = setTimeout(() => void sync(), QUIET_MS).unref();
  });

  function sync(): Promise<unknown> {
    running ??= runSync().finally(() => {
      running = undefined;
    });
    return running;
  }

  /** Reads the folder until nothing changed meanwhile. */
  async function runSync(): Promise<void> {
    while (isDirty) {
      isDirty = false;
      const handle = nodeHandle(root, { onList: watcher.visit });
      const input = { type: 'folder', name: basename(root), handle } as const;
      try {
        const { sources } = (await engine.listCollections()).find((one) => one.id === id) ?? kept;
        const [source] = sources;
        await engine.ingest({ collectionId: id, jobId: 'sync', input, ...(source && { sourceId: source.id }) });
        problem = undefined;
      } catch (error) {
        problem = error;
        process.stderr.write(`${describeProblem(error)}\n`);
      }
      scannedMs = performance.now();
    }
  }

  quiet = setTimeout(() => void sync(), QUIET_MS).unref();
  return {
    name: basename(root),
    engine,
    opened: Promise.resolve(kept),
    async close() {
      watcher.close();
      clearTimeout(quiet);
      await running;
      release();
    },
    async refresh() {
      if (!watcher.isComplete() && performance.now() - scannedMs > STALE_MS) isDirty = true;
      const isFirst = countIndexed(kept.stats) === 0 && !isAsked;
      isAsked = true;
      if (isDirty || running !== undefined) await withTimeout(isFirst ? FIRST_PATIENCE_MS : PATIENCE_MS, sync());
      if (problem !== undefined) return `The folder could not be read: ${describeProblem(problem)}`;
      return running === undefined ? undefined : `Still indexing (${doneText}): answers may lack files or changes.`;
    },
  };
}

/** Returns the collection that an earlier start kept, or a new one. */
async function openKept({ engine }: NodeEngine, name: string): Promise<Collection> {
  const [kept] = await engine.listCollections();
  if (kept !== undefined && !kept.evicted && !kept.isOlder) return kept;
  if (kept !== undefined) await engine.purgeCollection(kept.id).catch(() => engine.deleteCollection(kept.id));
  return engine.createCollection({ name, settings: { mask_secrets: false } });
}

/** Returns a folder in the user's cache that no other process uses: editors start a server each. Kept until its owner ends. */
function takeCacheFolder(root: string): { readonly home: string; release(): void } {
  const key = createHash('sha256').update(root).digest('hex').slice(0, 16);
  for (let slot = 1; ; slot++) {
    const home = join(findCache(), 'quire', `v${FORMAT_VERSION}`, `${key}-${slot}`);
    mkdirSync(home, { recursive: true });
    const lock = join(home, 'pid');
    if (!takeLock(lock)) continue;
    const release = () => rmSync(lock, { force: true });
    process.once('exit', release);
    return { home, release };
  }
}

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    try {
      if (isRunning(Number(readFileSync(lock, 'utf8')))) return false;
    } catch {
      // Its owner has just ended.
    }
    rmSync(lock, { force: true });
    return takeLock(lock);
  }
}

function findCache(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_CACHE_HOME) return resolve(XDG_CACHE_HOME);
  if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}

function watchFolder(root: string, onChange: () => void) {
  const watched = new Map<string, FSWatcher>();
  let isComplete = true;
  const watchOne = (directory: string): void => {
    if (watched.has(directory)) return;
    const stop = (): void => {
      watched.get(directory)?.close();
      watched.delete(directory);
    };
    try {
      const watcher = watch(directory, { recursive: !WATCHES_DIRECTORIES, persistent: false }, (type, name) => {
        if (name !== null && UNREAD.test(name)) return;
        // A directory that was removed, and made again under its name, needs a new handle.
        if (type === 'rename' && name !== null && name === basename(directory)) stop();
        onChange();
      });
      watcher.on('error', () => {
        stop();
        isComplete = false;
      });
      watched.set(directory, watcher);
    } catch {
      // Too many directories, or a file system without events.
      isComplete = false;
    }
  };
  if (!WATCHES_DIRECTORIES) watchOne(root);
  return {
    /** Called with each directory that a walk lists; undefined if one handle watches all. */
    visit: WATCHES_DIRECTORIES ? watchOne : undefined,
    /** False if some directory could not be watched. */
    isComplete: () => isComplete,
    close(): void {
      for (const watcher of watched.values()) watcher.close();
      watched.clear();
    },
  };
}
