import { isAppError } from '../../model/app-error.ts';
import type { StoredFile } from '../contract.ts';
import { openGeneration, openStored } from '../generation/open-generation.ts';
import type { StoreDeps } from '../store-deps.ts';

export async function verifyCollection(deps: StoreDeps, collectionId: string): Promise<readonly StoredFile[]> {
  const generation = await openGeneration(deps, collectionId);
  const damaged: StoredFile[] = [];
  try {
    for (const file of generation.row.files) {
      try {
        await (await openStored(deps, collectionId, file)).readAll();
      } catch (error) {
        if (!isAppError(error) || (error.code !== 'store/damaged' && error.code !== 'store/not-found')) throw error;
        damaged.push(file);
      }
    }
  } finally {
    generation.release();
  }
  return damaged;
}
