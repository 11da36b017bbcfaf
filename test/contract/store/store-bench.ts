import type { OnStep } from '../../../src/store/commit/commit-step.ts';
import type { Store } from '../../../src/store/contract.ts';

/** A fresh, empty place to keep things, and hands that reach behind the store's back. */
export interface StoreBench {
  /** Another store over the same place, like another tab or the next start. */
  open(options?: { onStep?: OnStep }): Promise<Store>;
  /** Writes a file the store does not know. */
  plant(collectionId: string, name: string): Promise<void>;
  listNames(collectionId: string): Promise<readonly string[]>;
  removeFile(collectionId: string, name: string): Promise<void>;
  /** Absent where nothing outlives the process and so nothing is verified. */
  readonly bytes?: {
    size(collectionId: string, name: string): Promise<number>;
    /** Inverts the bits of one byte. */
    flip(collectionId: string, name: string, offset: number): Promise<void>;
    truncate(collectionId: string, name: string, size: number): Promise<void>;
  };
  readonly rows?: {
    /** Overwrites a stored row; undefined removes it. */
    put(table: 'collections' | 'indexes', collectionId: string, row: unknown): Promise<void>;
    get(table: 'collections' | 'indexes', collectionId: string): Promise<unknown>;
    /** Does to the database what a newer release would do when it starts. */
    upgrade(): Promise<void>;
  };
  dispose(): Promise<void>;
}

export interface StoreCase {
  readonly name: string;
  /** Only for backends whose bytes outlive the process. */
  readonly persistent?: boolean;
  run(bench: StoreBench): Promise<void>;
}
