import type { SourceInput } from '../../sources/contract.ts';
import { filesToInputs } from './files-to-inputs.ts';
import { toFolderInput } from './unseen-names.ts';
import { type EntryRoot, walkEntries } from './walk-entries.ts';

/** Content of a drop or a paste: sources to import, or addresses of a site, one per line. */
export interface DropContent {
  readonly inputs: readonly SourceInput[];
  readonly url?: string;
}

interface DropItem {
  readonly handle: Promise<FileSystemHandle | null> | undefined;
  readonly entry: FileSystemEntry | null;
  readonly file: File | null;
}

type HandleItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/**
 * Reads a drop. Call it inside the event: the list of items is empty afterwards. So it takes every item synchronously and only then
 * awaits them.
 */
export function takeDrop(transfer: DataTransfer): Promise<DropContent> {
  const items = Array.from(transfer.items)
    .filter((item) => item.kind === 'file')
    .map(takeItem);
  const text = transfer.getData('text/uri-list') || transfer.getData('text/plain');
  return items.length > 0 ? readItems(items) : loadToUrl().then((toUrl) => toUrl(text));
}

function takeItem(item: HandleItem): DropItem {
  return {
    handle: item.getAsFileSystemHandle?.().catch(() => null),
    entry: item.webkitGetAsEntry?.() ?? null,
    file: item.getAsFile(),
  };
}

async function readItems(items: readonly DropItem[]): Promise<DropContent> {
  const only = items.length === 1 ? items[0] : undefined;
  const handle = await only?.handle;
  const entryRoot = only?.entry?.isDirectory ? (only.entry as FileSystemDirectoryEntry) : undefined;
  const folder = handle?.kind === 'directory' ? (handle as FileSystemDirectoryHandle) : undefined;
  if (folder !== undefined || entryRoot !== undefined) return { inputs: [await toFolderInput(folder, entryRoot)] };
  const loose = items.flatMap(({ entry, file }) => (entry?.isDirectory || file === null ? [] : [file]));
  const roots = items.flatMap(({ entry }): EntryRoot[] =>
    entry?.isDirectory ? [{ entry: entry as FileSystemDirectoryEntry, path: `${entry.name}/` }] : [],
  );
  if (roots.length === 0) return { inputs: filesToInputs(loose) };
  const walked = await walkEntries(roots);
  const folders = roots.map(({ entry }) => entry.name);
  const files = [...walked, ...loose.map((file) => ({ path: file.name, file }))];
  const given = [...folders, ...loose.map((file) => file.name)];
  return { inputs: [{ type: 'files', name: folders.join(', '), files, roots: given }] };
}

/** Loaded with the first text: the first screen starts without it. */
export async function loadToUrl() {
  return (await import('./to-url.ts')).toUrl;
}
