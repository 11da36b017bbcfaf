/** Listing a directory gives the handles of its files: who opens one of them next need not ask for it. */
export function createListedHandles() {
  const listed = new Map<string, Map<string, FileSystemFileHandle>>();
  const count = (): number => [...listed.values()].reduce((sum, files) => sum + files.size, 0);
  return {
    keep(collectionId: string, files: Map<string, FileSystemFileHandle>): void {
      listed.delete(collectionId);
      if (count() + files.size <= MAX_LISTED) listed.set(collectionId, files);
    },
    take(collectionId: string, name: string): FileSystemFileHandle | undefined {
      const handle = listed.get(collectionId)?.get(name);
      listed.get(collectionId)?.delete(name);
      return handle;
    },
    forget: (collectionId: string) => void listed.delete(collectionId),
  };
}

/** Each is an object in the browser's own process too. */
const MAX_LISTED = 400;
