import type { StoreParts } from './backend.ts';
import type { StorageUse } from './contract.ts';

export async function readUsage(parts: StoreParts): Promise<StorageUse> {
  const backend = parts.shelves[0].where;
  const rows = await parts.rows.list();
  const perCollection = rows.map(({ row }) => ({
    id: row.collection.id,
    bytes: row.files.reduce((sum, file) => sum + file.length, 0),
  }));
  const ownBytes = perCollection.reduce((sum, entry) => sum + entry.bytes, 0);
  if (backend === 'memory') {
    return { backend, usedBytes: ownBytes, quotaBytes: 0, persisted: false, perCollection };
  }
  const storage: Partial<StorageManager> = navigator.storage ?? {};
  const estimate = await storage.estimate?.().catch(() => undefined);
  return {
    backend,
    usedBytes: estimate?.usage ?? ownBytes,
    quotaBytes: estimate?.quota ?? 0,
    persisted: (await storage.persisted?.().catch(() => false)) ?? false,
    perCollection,
  };
}
