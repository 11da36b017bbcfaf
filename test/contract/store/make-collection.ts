import { type Collection, NO_STATS } from '../../../src/model/collection.ts';
import { DEFAULT_SETTINGS, FORMAT_VERSION } from '../../../src/model/settings.ts';
import type { Commit, IndexRow, Store, StoredFile, StoredFileRole } from '../../../src/store/contract.ts';

export function makeCollection(id: string, change: Partial<Collection> = {}): Collection {
  return {
    id,
    name: `Collection ${id}`,
    index_id: '',
    generation: 0,
    settings: DEFAULT_SETTINGS,
    sources: [],
    stats: NO_STATS,
    storedBytes: 0,
    createdAt: '2026-01-01T00:00:00Z',
    changedAt: '2026-01-01T00:00:00Z',
    ...change,
  };
}

/** Bytes that differ at every place and with every seed. */
export function makeBytes(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = (seed * 2654435761) >>> 0 || 1;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state;
  }
  return bytes;
}

export async function writeFile(commit: Commit, role: StoredFileRole, bytes: Uint8Array): Promise<StoredFile> {
  const writer = await commit.createFile(role);
  await writer.write(bytes);
  return writer.finish();
}

export function makeRow(collection: Collection, files: readonly StoredFile[]): Omit<IndexRow, 'generation'> {
  return { collection, formatVersion: FORMAT_VERSION, files };
}

/** One commit that keeps the files of `keep` and adds one per given size. */
export async function commitFiles(
  store: Store,
  id: string,
  options: { sizes: readonly number[]; seed?: number; keep?: (file: StoredFile) => boolean },
): Promise<IndexRow> {
  const commit = await store.beginCommit(id);
  const files = (commit.base?.files ?? []).filter(options.keep ?? (() => false));
  for (const [i, size] of options.sizes.entries()) {
    files.push(await writeFile(commit, i % 2 ? 'contents' : 'leaves', makeBytes(size, (options.seed ?? 1) + i)));
  }
  return commit.commit(makeRow(commit.base?.collection ?? makeCollection(id), files));
}
