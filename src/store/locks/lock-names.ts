// Tabs with older releases use the same names, so they must not change.

/** Held exclusively by a commit or a sweep of the collection. */
export const commitLock = (collectionId: string) => `write:${collectionId}`;
/** Held shared by every reader of a generation. */
export const readLockPrefix = (collectionId: string) => `read:${collectionId}:`;
export const readLock = (collectionId: string, generation: number) => `${readLockPrefix(collectionId)}${generation}`;
/** Held exclusively during a whole change of a collection, from reading it to the last commit. */
export const writeLock = (collectionId: string) => `turn:${collectionId}`;
/** Prefix of a second lock held with it; the rest of its name is the current action. */
export const doingLockPrefix = (collectionId: string) => `doing:${collectionId}:`;
/** Held by a session that can still undo a deletion. */
export const sessionLock = (session: string) => `session:${session}`;

export function parseReadGeneration(name: string): number {
  return Number(name.slice(name.lastIndexOf(':') + 1));
}
