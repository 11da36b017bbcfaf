export interface MissingFile {
  readonly url: string;
  readonly bytes: number;
}

export interface PwaSnapshot {
  readonly offlineReady: boolean;
  readonly updateReady: boolean;
  /** Files that are loaded when first needed, or when idle; absent until known. */
  readonly later?: { readonly missing: readonly MissingFile[]; readonly total: number };
}

/** Whether the app works offline, and whether a newer version is waiting. */
export interface PwaState {
  /** Returns the same object until something changes. */
  snapshot(): PwaSnapshot;
  subscribe(listener: () => void): () => void;
  /** Activates the waiting version and reloads every open tab. */
  applyUpdate(): Promise<void>;
  keepEverything(): void;
}
