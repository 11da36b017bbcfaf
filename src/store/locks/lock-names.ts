/** Held exclusively by a commit or a sweep of the collection. */
export const writeLock = (collectionId: string) => `write:${collectionId}`;
/** Held shared by every reader of a generation. */
export const readLockPrefix = (collectionId: string) => `read:${collectionId}:`;
export const readLock = (collectionId: string, generation: number) => `${readLockPrefix(collectionId)}${generation}`;
/** Held exclusively by whoever changes a collection, from reading it to the last commit. */
export const turnLock = (collectionId: string) => `turn:${collectionId}`;
/** Held together with it: its name says what is being done. */
export const doingLockPrefix = (collectionId: string) => `doing:${collectionId}:`;
/** Held by a session that can still undo a deletion. */
export const sessionLock = (session: string) => `session:${session}`;

export function parseReadGeneration(name: string): number {
  return Number(name.slice(name.lastIndexOf(':') + 1));
}
