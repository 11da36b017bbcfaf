import type { DirectoryLike, FileLike } from './directory-like.ts';

/** After this many requests for files of a folder, all of it is listed: the browser keeps more memory for a file requested by name. */
const LIST_AFTER = 4;
/** Bounds on handles per folder and on folders, since the rest may never be read. */
const MAX_LISTED = 512;
const MAX_FOLDERS = 4;

type NamingFolder = DirectoryLike & Required<Pick<DirectoryLike, 'getFileHandle'>>;

interface FolderUse {
  requests: number;
  listing?: Promise<Map<string, FileLike>>;
}

/** Returns files of folders, each of which is read about once; files dropped from the list are requested by name. */
export function createListedFiles(): (folder: NamingFolder, name: string) => Promise<FileLike> {
  const known = new WeakMap<NamingFolder, FolderUse>();
  const recent: Map<string, FileLike>[] = [];

  async function list(folder: NamingFolder): Promise<Map<string, FileLike>> {
    const files = new Map<string, FileLike>();
    recent.push(files);
    if (recent.length > MAX_FOLDERS) recent.shift()?.clear();
    try {
      for await (const entry of folder.values()) {
        if (entry.kind === 'file') files.set(entry.name, entry);
        if (files.size === MAX_LISTED) break;
      }
    } catch {
      // Each file is then requested by name, which reports the error.
    }
    return files;
  }

  return async (folder, name) => {
    const use = known.get(folder) ?? { requests: 0 };
    known.set(folder, use);
    use.requests++;
    if (use.requests > LIST_AFTER) use.listing ??= list(folder);
    const files = await use.listing;
    const file = files?.get(name);
    files?.delete(name);
    return file ?? folder.getFileHandle(name);
  };
}
