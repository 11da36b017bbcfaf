/** Keeps the handles that a directory listing returned, so that opening one of those files needs no second lookup. */
export function createListedHandles() {
  const listed = new Map<string, Map<string, FileSystemFileHandle>>();
  const count = (): number => [...listed.values()].reduce((sum, files) => sum + files.size, 0);
  return {
    keep(collectionId: string, files: Map<string, FileSystemFileHandle>): void {
      listed.delete(collectionId);
      if (count() + files.size <= MAX_LISTED) listed.set(collectionId, files);
    },
    pop(collectionId: string, name: string): FileSystemFileHandle | undefined {
      const handle = listed.get(collectionId)?.get(name);
      listed.get(collectionId)?.delete(name);
      return handle;
    },
    evict: (collectionId: string) => void listed.delete(collectionId),
  };
}

/** Each handle also holds an object in the browser process. */
const MAX_LISTED = 400;
