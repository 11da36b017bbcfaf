import type { RunSlice } from '../../lib/async/priorities.ts';
import { isAppError, isGone } from '../../model/app-error.ts';
import type { Collection } from '../../model/collection.ts';
import { LIMITS } from '../../model/limits.ts';
import { isDamage } from '../collection/damage-notes.ts';
import type { LeftOutCollection } from '../contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { CollectionCache } from '../open/collection-cache.ts';
import { noteDamagedFile, recover } from '../open/open-newest.ts';
import type { Member } from './join-collections.ts';

interface TogetherOptions {
  /** Reads each collection completely first; otherwise `work` prepares what it needs. */
  readonly whole: boolean;
}

interface TogetherResult<T> {
  readonly value: T;
  readonly leftOut: readonly LeftOutCollection[];
}

/**
 * Gives `work` the members oldest first, so that their labels do not depend on the last use, and may call it again: a member found to be damaged
 * is repaired or skipped. If not all fit into memory, those named first win.
 */
export type WithCollections = <T>(
  collectionIds: readonly string[],
  options: TogetherOptions,
  work: (members: readonly Member[]) => Promise<T>,
) => Promise<TogetherResult<T>>;

interface Parts {
  readonly deps: EngineDeps;
  readonly cache: CollectionCache;
  readonly evict: (collectionId: string) => void;
  /** Runs the slices in which a member is read. */
  readonly runSlice: RunSlice;
}

export async function withCollections<T>(
  parts: Parts,
  { collectionIds, whole }: TogetherOptions & { readonly collectionIds: readonly string[] },
  work: (members: readonly Member[]) => Promise<T>,
): Promise<TogetherResult<T>> {
  const known = await parts.deps.store.listCollections();
  const { fitting, leftOut } = chooseFitting(known, [...new Set(collectionIds)]);
  makeRoom(parts, known, fitting);
  const tried = new Set<string>();
  for (;;) {
    const wanted = fitting.filter((id) => !leftOut.has(id));
    const members = await openMembers(parts, wanted, leftOut);
    try {
      if (whole)
        await Promise.all(members.map(({ open }) => (open.isRemote ? undefined : open.complete(parts.runSlice))));
      const value = await work(toOldestFirst(members));
      return { value, leftOut: collectionIds.flatMap((id) => leftOut.get(id) ?? []) };
    } catch (error) {
      const damaged = await findDamaged(members, error);
      if (damaged === undefined) throw error;
      if (tried.has(damaged.id) || !(await repair(parts, damaged.id, error)))
        leftOut.set(damaged.id, toLeftOut(damaged.id, toReason(error), known));
      tried.add(damaged.id);
      parts.evict(damaged.id);
    } finally {
      for (const { open } of members) open.release();
    }
  }
}

/** Keeps the total within the limit of one collection, which fits into the kernel's memory. Published collections are read in parts. */
function chooseFitting(
  known: readonly Collection[],
  collectionIds: readonly string[],
): { fitting: string[]; leftOut: Map<string, LeftOutCollection> } {
  const leftOut = new Map<string, LeftOutCollection>();
  let bytes = 0;
  const fitting = collectionIds.filter((id) => {
    const own = known.find((collection) => collection.id === id);
    const size = own?.stats.total_bytes ?? 0;
    if (bytes > 0 && bytes + size > LIMITS.maxTotalBytes) {
      leftOut.set(id, toLeftOut(id, 'too-large', known));
      return false;
    }
    bytes += size;
    return true;
  });
  return { fitting, leftOut };
}

/** Evicts other open collections that do not fit into memory with these. */
function makeRoom({ cache, evict }: Parts, known: readonly Collection[], fitting: readonly string[]): void {
  const sizeOf = (id: string): number => known.find((collection) => collection.id === id)?.stats.total_bytes ?? 0;
  let bytes = fitting.reduce((sum, id) => sum + sizeOf(id), 0);
  for (const id of [...cache.ids()].filter((other) => !fitting.includes(other))) {
    bytes += sizeOf(id);
    if (bytes > LIMITS.maxTotalBytes) evict(id);
  }
}

/** Notes the collections that cannot be opened. */
async function openMembers(
  { deps, cache }: Parts,
  collectionIds: readonly string[],
  leftOut: Map<string, LeftOutCollection>,
): Promise<Member[]> {
  const known = await deps.store.listCollections();
  const opened = await Promise.all(
    collectionIds.map(async (id) => {
      try {
        return [{ id, open: await cache.acquire(id) }];
      } catch (error) {
        leftOut.set(id, toLeftOut(id, toReason(error), known));
        return [];
      }
    }),
  );
  return opened.flat();
}

function toReason(error: unknown): LeftOutCollection['why'] {
  if (isGone(error)) return 'gone';
  return isDamage(error) ? 'damaged' : 'unreadable';
}

function toLeftOut(
  collectionId: string,
  why: LeftOutCollection['why'],
  known: readonly Collection[],
): LeftOutCollection {
  return { collectionId, why, name: known.find(({ id }) => id === collectionId)?.name };
}

function toOldestFirst(members: readonly Member[]): Member[] {
  const keyOf = ({ id, open }: Member): string => `${open.collection.createdAt} ${id}`;
  return [...members].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Finds the member with the damaged file. A corrupt index names no file: then it is the member that cannot be read completely. */
async function findDamaged(members: readonly Member[], error: unknown): Promise<Member | undefined> {
  const isOfHost = isAppError(error) && error.code.startsWith('publish/');
  if (!isDamage(error) && !isOfHost) return undefined;
  const { file } = error.details;
  const owner = members.find(({ open }) => open.stored?.files.some(({ name }) => name === file));
  const suspects = members.filter(({ open }) => open.isRemote === isOfHost);
  if (owner !== undefined || (isOfHost && suspects.length === 1)) return owner ?? suspects[0];
  for (const member of suspects) {
    try {
      await member.open.complete();
    } catch {
      return member;
    }
  }
  return undefined;
}

async function repair({ deps }: Parts, collectionId: string, error: unknown): Promise<boolean> {
  await noteDamagedFile(deps, collectionId, error);
  return recover(deps, collectionId, error).then(
    () => true,
    () => false,
  );
}
