export interface MissingFile {
  readonly url: string;
  readonly bytes: number;
}

export interface PwaSnapshot {
  readonly offlineReady: boolean;
  readonly updateReady: boolean;
  /** The user has accepted the update in some tab, and it waits for a job. */
  readonly updateWaits?: boolean;
  /** Files that are loaded when first needed, or when idle; absent until known. */
  readonly later?: { readonly missing: readonly MissingFile[]; readonly total: number };
}

/** Whether the app works offline, and whether a newer version is waiting. */
export interface PwaState {
  /** Returns the same object until something changes. */
  snapshot(): PwaSnapshot;
  subscribe(listener: () => void): () => void;
  /** Activates the waiting version and reloads every open tab, once no tab is busy. */
  applyUpdate(): Promise<void>;
  /** A tab with a running job is busy: a reload would interrupt it. */
  setBusy(isBusy: boolean): void;
  keepEverything(): void;
}
