export interface Locks {
  /** Waits for the lock, or gives undefined at once when `ifAvailable` and it is taken. */
  take(name: string, options: { readonly shared?: boolean; readonly ifAvailable: true }): Promise<Release | undefined>;
  /** Rejects with the signal's reason when that comes first. */
  take(name: string, options?: { readonly shared?: boolean; readonly signal?: AbortSignal }): Promise<Release>;
  /** Names of held locks that begin with the prefix, in all tabs. */
  listHeld(prefix: string): Promise<readonly string[]>;
}

export type Release = () => void;
