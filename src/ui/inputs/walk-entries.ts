import { AppError } from '../../model/app-error.ts';
import type { InputFile } from '../../sources/contract.ts';

export interface EntryRoot {
  readonly entry: FileSystemDirectoryEntry;
  /** Prefix of every path below: empty, or the folder's own name and a slash. */
  readonly path: string;
}

/** Walks dropped entries, for browsers without handles and for several folders at once. Skips folders below that cannot be listed; rejects with `source/permission` if a dropped one can't. */
export async function walkEntries(roots: readonly EntryRoot[]): Promise<readonly InputFile[]> {
  const found: InputFile[] = [];
  const open = [...roots];
  for (let root = open.pop(); root !== undefined; root = open.pop()) {
    const { path } = root;
    try {
      for await (const batch of listBatches(root.entry)) {
        const files = await Promise.all(batch.filter(({ isFile }) => isFile).map((entry) => readFile(entry, path)));
        found.push(...files.filter((file) => file !== undefined));
        for (const entry of batch) {
          if (entry.isDirectory) open.push({ entry: entry as FileSystemDirectoryEntry, path: `${path}${entry.name}/` });
        }
      }
    } catch {
      if (roots.includes(root)) throw new AppError('source/permission', 'the folder could not be listed', {});
    }
  }
  return found;
}

/** Lists a directory. Chromium returns 100 entries at a time; only an empty batch is the end. */
export async function* listBatches(directory: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry[]> {
  const reader = directory.createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    yield batch;
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
