import { isUnseenByHandles } from '../../kinds/unseen-names.ts';
import type { SourceInput } from '../../sources/contract.ts';
import { listBatches, walkEntries } from './walk-entries.ts';

/** Folders that are not searched: excluded by default, and possibly larger than all the rest. */
const PASSED_OVER = new Set(['.git', 'node_modules', 'dist', 'build', 'target', '.cache']);

/** After this time the import starts with the handle, and the rest is searched when it has ended. */
const FIRST_MS = 250;
/** After this time the handle is trusted. */
const MAX_MS = 10_000;
/** Each answer comes from another process; one directory at a time would leave it idle. */
const DIRECTORIES_AT_ONCE = 16;

/** Dropped folders that were not searched to the end. */
const unsearched = new WeakMap<SourceInput, FileSystemDirectoryEntry>();

/** Returns the folder as what it is imported from: its handle, or if that omits some files, all files with the handle for the next sync. */
export async function toFolderInput(
  handle: FileSystemDirectoryHandle | undefined,
  root: FileSystemDirectoryEntry | undefined,
): Promise<SourceInput> {
  const isUnseen = root === undefined ? false : handle === undefined || (await hasUnseenNames(root, FIRST_MS));
  if (root !== undefined && isUnseen === true) return toFilesInput(root, handle);
  const folder = handle as FileSystemDirectoryHandle;
  const input: SourceInput = { type: 'folder', name: folder.name, handle: folder };
  if (root !== undefined && isUnseen === undefined) unsearched.set(input, root);
  return input;
}

/** Call it after the import of a folder: returns all its files if its handle has omitted some. */
export async function findOmitted(input: SourceInput): Promise<SourceInput | undefined> {
  const root = unsearched.get(input);
  unsearched.delete(input);
  if (root === undefined || input.type !== 'folder' || !(await hasUnseenNames(root, MAX_MS))) return undefined;
  return toFilesInput(root, input.handle);
}

async function toFilesInput(
  root: FileSystemDirectoryEntry,
  handle: FileSystemDirectoryHandle | undefined,
): Promise<SourceInput> {
  const files = await walkEntries([{ entry: root, path: '' }]);
  return { type: 'files', name: root.name, files, ...(handle && { handle }) };
}

/** Returns undefined if the time does not suffice. */
async function hasUnseenNames(root: FileSystemDirectoryEntry, maxMs: number): Promise<boolean | undefined> {
  const endsAt = performance.now() + maxMs;
  const open = [root];
  let isFound = false;
  const isOver = (): boolean => isFound || performance.now() > endsAt;

  /** Checks the names in one directory; adds its subdirectories to `open`. */
  async function look(directory: FileSystemDirectoryEntry): Promise<void> {
    for await (const batch of listBatches(directory)) {
      isFound ||= batch.some((entry) => isUnseenByHandles(entry.name));
      if (isOver()) return;
      for (const entry of batch) {
        if (entry.isDirectory && !PASSED_OVER.has(entry.name)) open.push(entry as FileSystemDirectoryEntry);
      }
    }
  }

  while (open.length > 0 && !isOver())
    await Promise.all(open.splice(-DIRECTORIES_AT_ONCE).map((one) => look(one).catch(() => undefined)));
  return isFound || (isOver() ? undefined : false);
}
