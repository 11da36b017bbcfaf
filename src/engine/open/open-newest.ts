import { scopeRecords } from '../../lib/scope-records.ts';
import { AppError, isAppError } from '../../model/app-error.ts';
import { findPublishedAddress } from '../../model/collection.ts';
import { FORMAT_VERSION } from '../../model/settings.ts';
import { splitKey } from '../../publish/collection-address.ts';
import type { RecordTable } from '../../store/contract.ts';
import { isDamage, noteDamage } from '../collection/damage-notes.ts';
import { repairNow } from '../collection/repair-collection.ts';
import type { EngineDeps } from '../deps.ts';
import { openPublishedCollection } from '../published/open-published-collection.ts';
import type { OpenCollection } from './faces.ts';
import { openCollection } from './open-collection.ts';

/** Opens the newest generation and reuses parts of `previous`. Repairs a damaged index first; throws if that fails. */
export async function openNewest(
  deps: EngineDeps,
  collectionId: string,
  previous?: OpenCollection,
): Promise<OpenCollection> {
  const address = findPublishedAddress(collectionId);
  if (address !== undefined) return openRemote(deps, address);
  const open = async (): Promise<OpenCollection> => {
    const generation = await deps.store.openGeneration(collectionId);
    try {
      const opened = await openCollection(deps.kernel, generation, previous);
      if (!opened.facets.kind.names.includes('document')) return opened;
      const { addDetails } = await import('../references/document-details.ts');
      return await addDetails(opened, scopeRecords<RecordTable>(deps.store.records, collectionId));
    } catch (error) {
      generation.release();
      throw error;
    }
  };
  try {
    return await open();
  } catch (error) {
    if (!isDamage(error)) throw error;
    await repairIndex(deps, collectionId, error);
    return open();
  }
}

function openRemote({ kernel, openHost }: EngineDeps, address: string): Promise<OpenCollection> {
  if (openHost === undefined) throw new AppError('publish/unreachable', 'nothing can be fetched here', {});
  return openPublishedCollection(kernel, address, openHost(splitKey(address).folder));
}

/** Returns false if the collection was committed to or renamed since. The store and the job both report a commit, so the second report changes nothing. */
export async function isNewest(deps: EngineDeps, collectionId: string, open: OpenCollection): Promise<boolean> {
  const { stored } = open;
  if (stored === undefined) return true;
  const generation = await deps.store.openGeneration(collectionId);
  const { row } = generation;
  generation.release();
  const isSame = JSON.stringify(row.collection) === JSON.stringify(stored.collection);
  return isSame && row.generation === stored.generation;
}

/** Removes the cause of a failed answer if opening the collection again will help; otherwise throws `error`. */
export async function recover(deps: EngineDeps, collectionId: string, error: unknown): Promise<void> {
  // Published again: the open version cannot be read to its end, the newest can.
  if (isAppError(error) && error.code === 'publish/replaced') return;
  if (!isIndexDamage(error)) throw error;
  await repairIndex(deps, collectionId, error);
}

/** Rebuilds damaged shards from their leaves. Throws `error` if it repaired nothing. */
async function repairIndex(deps: EngineDeps, collectionId: string, error: unknown): Promise<void> {
  await refuseNewer(deps, collectionId);
  const { repaired } = await repairNow(deps, collectionId);
  if (repaired.length === 0) throw error;
}

/** Data of a newer release looks damaged to this one, and must stay as it is. Throws `store/newer-format`. */
async function refuseNewer({ store }: EngineDeps, collectionId: string): Promise<void> {
  const generation = await store.openGeneration(collectionId);
  generation.release();
  const theirs = generation.row.formatVersion;
  if (theirs > FORMAT_VERSION)
    throw new AppError('store/newer-format', 'a newer release wrote this', { theirs, ours: FORMAT_VERSION });
}

/** Records a damaged file, so that the next sync reads it again. Returns the error to report. */
export async function noteDamagedFile(deps: EngineDeps, collectionId: string, error: unknown): Promise<unknown> {
  if (!isDamage(error)) return error;
  const { file } = error.details;
  // Bytes that match their published hash were published wrong.
  if (findPublishedAddress(collectionId) !== undefined)
    return new AppError('publish/damaged', 'the index holds bytes that no index has', { file: file ?? 'words' });
  await refuseNewer(deps, collectionId);
  if (typeof file === 'string') await noteDamage(deps.store, collectionId, [file]).catch(() => {});
  return error;
}

/** Whether `repairIndex` may help: bundles of leaves and contents cannot be repaired. */
function isIndexDamage(error: unknown): boolean {
  if (!isDamage(error)) return false;
  const { role } = error.details;
  return role === undefined || role === 'segment' || role === 'table';
}
