import type { Store } from '../../../src/store/contract.ts';
import type { OnStep } from '../../../src/store/store-deps.ts';

/** A new, empty store, with direct access to its storage. */
export interface StoreBench {
  /** Opens another store over the same storage, like another tab or the next start. */
  open(options?: { onStep?: OnStep }): Promise<Store>;
  /** Writes a file that the store does not know. */
  plant(collectionId: string, name: string): Promise<void>;
  listNames(collectionId: string): Promise<readonly string[]>;
  removeFile(collectionId: string, name: string): Promise<void>;
  /** Absent if nothing outlives the process, so that nothing is verified. */
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
    /** Changes the database as the start of a newer release would. */
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

export function storeCase(name: string, run: StoreCase['run']): StoreCase {
  return { name, run };
}

export function persistentCase(name: string, run: StoreCase['run']): StoreCase {
  return { name, persistent: true, run };
}
