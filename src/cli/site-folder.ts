import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { COLLECTION_FOLDER, MANIFEST_NAME } from '../publish/format/layout.ts';
import { findSealed } from '../publish/format/sealed-manifest.ts';
import { Refusal } from './problems.ts';
import { takePart } from './unfinished.ts';

/** Files that the last run wrote: the next one may replace and delete these, and no others. */
export const LIST_NAME = 'quire-files.json';
const MANIFEST = COLLECTION_FOLDER + MANIFEST_NAME;

export interface SiteFolderOptions {
  readonly isLocked: boolean;
  /** True if anyone may read a website that was locked. */
  readonly allowOpen: boolean;
  readonly onChanges?: (changes: SiteChanges) => void;
}

/** Changes of a host's folder for the new version. */
export interface SiteChanges {
  /** New and changed files, in the order to copy them: the manifest last. */
  readonly upload: readonly string[];
  /** Files of the old version only; readers of it may still need its blocks. */
  readonly delete: readonly string[];
}

/**
 * Calls `write` with an empty folder, then makes `out` contain exactly what it wrote. Refuses a folder with files of others, and an open website in
 * the place of a locked one; nothing is changed then, or if `write` fails.
 */
export async function replaceSite<T>(
  out: string,
  { isLocked, allowOpen, onChanges }: SiteFolderOptions,
  write: (folder: string) => Promise<T>,
): Promise<T> {
  const isNew = !existsSync(out);
  await makeFolder(out);
  const part = await takePart(join(out, sep), mkdir);
  try {
    const found = await listFiles(out);
    const own = await readList(out);
    const foreign = found.filter((path) => path !== LIST_NAME && !own.has(path));
    if (foreign.length > 0)
      throw new Refusal(
        `${out} has other files, such as ${foreign[0]} (${foreign.length} in all). Give an empty folder, or one that Quire wrote.`,
      );
    if (!isLocked && !allowOpen && (await isSealed(out)))
      throw new Refusal(
        `${out} has a locked website. Set QUIRE_PASSPHRASE or give --lock, or --open if anyone may read it from now on.`,
      );
    const written = await write(part);
    const files = new Set(await listFiles(part));
    const upload: string[] = [];
    // A run that is killed below leaves files of both versions; the next run knows all of them.
    await writeList(out, [...own, ...files]);
    // Readers open the new version when its manifest is there.
    for (const path of [...[...files].filter((one) => one !== MANIFEST), ...(files.has(MANIFEST) ? [MANIFEST] : [])]) {
      // A file that stays keeps its time, so that tools for copying skip it.
      if (await isSame(join(part, path), join(out, path))) continue;
      await mkdir(dirname(join(out, path)), { recursive: true });
      await rename(join(part, path), join(out, path));
      upload.push(path);
    }
    const old = found.filter((path) => path !== LIST_NAME && !files.has(path));
    for (const path of old) await rm(join(out, path));
    await writeList(out, [...files]);
    await removeEmptyFolders(out);
    onChanges?.({ upload, delete: old });
    return written;
  } finally {
    await rm(part, { recursive: true, force: true });
    // Fails for a folder with files, which stays.
    if (isNew) await rmdir(out).catch(() => undefined);
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const sizes = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  if (sizes[0]?.size !== sizes[1]?.size) return false;
  const [a, b] = await Promise.all([readFile(one), readFile(other)]);
  return a.equals(b);
}

/** Node's own recursive `mkdir` never ends where the system allows no folder at all, such as `/proc`. */
async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
    });
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await make();
  });
}

/** Lists the files below a folder by their paths in it, with `/`. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => relative(folder, path).split(sep).join('/')).sort();
}

async function readList(out: string): Promise<ReadonlySet<string>> {
  try {
    const { files } = JSON.parse(await readFile(join(out, LIST_NAME), 'utf8')) as { files?: unknown };
    return new Set(Array.isArray(files) ? files : []);
  } catch {
    return new Set();
  }
}

function writeList(out: string, files: readonly string[]): Promise<void> {
  return writeFile(join(out, LIST_NAME), `${JSON.stringify({ files: [...new Set(files)].sort() })}\n`);
}

async function isSealed(out: string): Promise<boolean> {
  const manifest = await readFile(join(out, MANIFEST)).catch(() => undefined);
  return manifest !== undefined && findSealed(manifest) !== undefined;
}

async function removeEmptyFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) {
      await removeEmptyFolders(join(folder, entry.name));
      // Fails for a folder with files, which stays.
      await rmdir(join(folder, entry.name)).catch(() => undefined);
    }
}
