import type { StorageUse } from './contract.ts';
import type { StoreDeps } from './store-deps.ts';

export async function readUsage(deps: StoreDeps): Promise<StorageUse> {
  const backend = deps.backends[0].where;
  const rows = await deps.rows.list();
  const perCollection = rows.map(({ row }) => ({
    id: row.collection.id,
    bytes: row.files.reduce((sum, file) => sum + file.length, 0),
  }));
  const ownBytes = perCollection.reduce((sum, entry) => sum + entry.bytes, 0);
  if (backend === 'memory') {
    return { backend, usedBytes: ownBytes, quotaBytes: 0, persisted: false, perCollection };
  }
  const storage = findStorageManager() ?? {};
  const estimate = await storage.estimate?.().catch(() => undefined);
  return {
    backend,
    usedBytes: estimate?.usage ?? ownBytes,
    quotaBytes: estimate?.quota ?? 0,
    persisted: (await storage.persisted?.().catch(() => false)) ?? false,
    perCollection,
  };
}

/** Only pages have `persist`; a worker reports whether it was granted before. */
export async function askToPersist(deps: StoreDeps): Promise<boolean> {
  if (deps.backends[0].where === 'memory') return false;
  const storage = findStorageManager();
  return (await (storage?.persist?.() ?? storage?.persisted?.())) ?? false;
}

/** Absent outside a secure context; its methods differ between browsers and threads. */
export function findStorageManager(): Partial<PageStorage> | undefined {
  return (globalThis as unknown as { navigator?: { storage?: PageStorage } }).navigator?.storage;
}
type PageStorage = StorageManager & { persist(): Promise<boolean> };
