/** Held exclusively by the one commit or sweep of a collection. */
export const writeLock = (collectionId: string) => `write:${collectionId}`;
/** Held shared by every reader of a generation. */
export const readLockPrefix = (collectionId: string) => `read:${collectionId}:`;
export const readLock = (collectionId: string, generation: number) => `${readLockPrefix(collectionId)}${generation}`;
/** Held by a session that could still undo a deletion. */
export const sessionLock = (session: string) => `session:${session}`;

export function parseReadGeneration(name: string): number {
  return Number(name.slice(name.lastIndexOf(':') + 1));
}
