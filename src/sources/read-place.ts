import type { FilePlace } from '../model/raw-file.ts';
import type { DirectoryLike, FileLike } from './directory-like.ts';
import { toSourceError } from './to-source-error.ts';

export function readPlace({ folder, name }: FilePlace, path: string): Promise<Uint8Array> {
  return readHandle(() => folder.getFileHandle(name), path);
}

/** Rejects with AppError `source/unreadable` or `source/permission`, whose details hold `path`. */
export async function readHandle(getHandle: () => Promise<FileLike>, path: string): Promise<Uint8Array> {
  try {
    const file = await (await getHandle()).getFile();
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw toSourceError(error, path);
  }
}

/** Folders of Node and of archives are not handles and stay in their thread. */
export function isHandle(folder: DirectoryLike | FileSystemDirectoryHandle): folder is FileSystemDirectoryHandle {
  return typeof FileSystemDirectoryHandle !== 'undefined' && folder instanceof FileSystemDirectoryHandle;
}
