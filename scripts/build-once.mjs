// Builds if something is missing or older than its sources, one process at a time.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCK_MS = 240_000;

/**
 * Resolves to the path of every file by its key.
 * @template {string} Key
 * @param {{ dir: string, files: Record<Key, string>, stamp: () => string, build: () => Promise<Record<Key, string | Uint8Array>> }} plan
 *   `stamp` is a hash of everything the files are made from.
 * @returns {Promise<Record<Key, string>>}
 */
export async function buildOnce({ dir, files, stamp, build }) {
  const paths = /** @type {Record<Key, string>} */ (
    Object.fromEntries(Object.entries(files).map(([key, name]) => [key, join(dir, String(name))]))
  );
  const stampPath = join(dir, 'stamp');
  const wanted = stamp();
  const isFresh = () =>
    existsSync(stampPath) &&
    readFileSync(stampPath, 'utf8') === wanted &&
    Object.values(paths).every((path) => existsSync(String(path)));
  if (isFresh()) return paths;
  mkdirSync(dir, { recursive: true });
  const unlock = await lock(join(dir, 'lock'));
  try {
    // The process that held the lock may have built exactly this.
    if (isFresh()) return paths;
    const contents = await build();
    for (const key of /** @type {Key[]} */ (Object.keys(paths))) write(paths[key], contents[key]);
    write(stampPath, wanted);
    return paths;
  } finally {
    unlock();
  }
}

/** Test files load the kernel in separate processes: one of them builds, the others wait. A lock left by a killed build is broken. */
async function lock(path) {
  for (;;) {
    try {
      mkdirSync(path);
      return () => rmSync(path, { recursive: true, force: true });
    } catch {
      const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (age > LOCK_MS) rmSync(path, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Renames, so that a reader never sees half a file. */
function write(path, contents) {
  const temporary = `${path}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}
