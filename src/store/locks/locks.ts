export interface Locks {
  /** Waits for the lock. With `ifAvailable`, returns undefined at once if the lock is held. */
  acquire(
    name: string,
    options: { readonly shared?: boolean; readonly ifAvailable: true },
  ): Promise<Release | undefined>;
  /** Rejects with the signal's reason if that comes first. */
  acquire(name: string, options?: { readonly shared?: boolean; readonly signal?: AbortSignal }): Promise<Release>;
  /** Names of held locks with the prefix, in all tabs. */
  listHeld(prefix: string): Promise<readonly string[]>;
}

export type Release = () => void;
