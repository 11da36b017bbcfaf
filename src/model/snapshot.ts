/** Summary of a generation without its text, enough to find later changes. */
export interface Snapshot {
  readonly indexId: string;
  /** In ref order. */
  readonly chunks: readonly SnapshotChunk[];
  /** Paths of files without a chunk, if known. */
  readonly empty?: readonly string[];
}

export interface SnapshotChunk {
  readonly id: string;
  readonly ref: string;
  readonly path: string;
  readonly lines: readonly [number, number];
  readonly contentHash: string;
}

/** `moved`: the same content at another path or other lines. A new ref does not count as a change: refs shift with every insertion. */
export interface SnapshotChange {
  readonly what: 'added' | 'removed' | 'changed' | 'moved';
  readonly path: string;
  readonly oldPath?: string;
  readonly id?: string;
  readonly oldId?: string;
  readonly ref?: string;
  readonly oldRef?: string;
  readonly lines?: readonly [number, number];
  readonly oldLines?: readonly [number, number];
}
