import type { DirectoryLike, FileLike } from './directory-like.ts';

/** Of a folder from which that many files were asked for, all are listed: a browser keeps more for good of a file asked for by its name. */
const LIST_AFTER = 4;
/** No more handles are held of one folder, and of no more folders than these, since nobody may ask for the rest. */
const MAX_LISTED = 512;
const MAX_FOLDERS = 4;

type NamingFolder = DirectoryLike & Required<Pick<DirectoryLike, 'getFileHandle'>>;

interface Asked {
  count: number;
  listing?: Promise<Map<string, FileLike>>;
}

/** Files of folders, each asked for once or so; what is no longer listed is asked for by name. */
export function createListedFiles(): (folder: NamingFolder, name: string) => Promise<FileLike> {
  const known = new WeakMap<NamingFolder, Asked>();
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
      // Each file is asked for by its name then, and says what is wrong.
    }
    return files;
  }

  return async (folder, name) => {
    const asked = known.get(folder) ?? { count: 0 };
    known.set(folder, asked);
    asked.count++;
    if (asked.count > LIST_AFTER) asked.listing ??= list(folder);
    const files = await asked.listing;
    const file = files?.get(name);
    files?.delete(name);
    return file ?? folder.getFileHandle(name);
  };
}
