import { AppError } from '../../model/app-error.ts';
import type { InputFile } from '../../sources/contract.ts';

export interface EntryRoot {
  readonly entry: FileSystemDirectoryEntry;
  /** Prefix of every path below: empty, or the folder's own name and a slash. */
  readonly path: string;
}

/** Files requested at once: enough to be fast, few enough to keep every step on the main thread short. */
const BATCH = 64;

/** Walks dropped entries, for browsers without handles and for several folders at once. Skips folders below that cannot be listed; rejects with `source/permission` if a dropped one can't. */
export async function walkEntries(roots: readonly EntryRoot[]): Promise<readonly InputFile[]> {
  const found: InputFile[] = [];
  const open = [...roots];
  for (let root = open.pop(); root !== undefined; root = open.pop()) {
    const isRoot = roots.includes(root);
    const entries = await readAll(root.entry).catch((): FileSystemEntry[] => {
      if (isRoot) throw new AppError('source/permission', 'the folder could not be listed', {});
      return [];
    });
    for (let i = 0; i < entries.length; i += BATCH) {
      const step = entries.slice(i, i + BATCH);
      const { path } = root;
      const files = await Promise.all(step.filter((entry) => entry.isFile).map((entry) => readFile(entry, path)));
      for (const file of files) if (file !== undefined) found.push(file);
      for (const entry of step) {
        if (entry.isDirectory) open.push({ entry: entry as FileSystemDirectoryEntry, path: `${path}${entry.name}/` });
      }
    }
  }
  return found;
}

/** Chromium returns 100 entries at a time; only an empty batch is the end. */
async function readAll(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

function readFile(entry: FileSystemEntry, path: string): Promise<InputFile | undefined> {
  return new Promise((resolve) =>
    (entry as FileSystemFileEntry).file(
      (file) => resolve({ path: `${path}${entry.name}`, file }),
      () => resolve(undefined),
    ),
  );
}
