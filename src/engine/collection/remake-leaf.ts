import { FORMAT_VERSION, type Settings } from '../../model/settings.ts';
import type { Generation, IndexRow } from '../../store/contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { Job } from '../jobs.ts';
import type { CollectionWriter } from './collection-writer.ts';
import { readOriginal, toKept } from './read-original.ts';

interface Remade {
  readonly writer: CollectionWriter;
  readonly generation: Generation;
  readonly settings: Settings;
}

/** Makes the leaf of a file again from the bytes that are kept; no source is needed. */
export async function remakeLeaf(
  deps: EngineDeps,
  { writer, generation, settings }: Remade,
  entry: FileEntry,
): Promise<void> {
  const { sourceId, relPath, path, mtimeMs } = entry;
  const meta = entry.meta === undefined ? {} : { meta: entry.meta };
  const result = await deps.leafMaker.make({ path, bytes: await readOriginal(generation, entry), settings, ...meta });
  await writer.put({ sourceId, relPath, path, mtimeMs, bytes: entry.bytes, ...meta }, result);
}

/** What is kept of a collection of an older release are its bytes: leaves and shards are made again before anything else is changed. */
export function isOlder({ formatVersion, files }: Pick<IndexRow, 'formatVersion' | 'files'>): boolean {
  return formatVersion < FORMAT_VERSION && files.length > 0;
}

/** Makes every leaf again, but for those whose bytes are damaged: a sync reads them anew. */
export async function remakeLeaves(
  deps: EngineDeps,
  remade: Remade,
  { job, damaged = new Set() }: { readonly job?: Job | undefined; readonly damaged?: ReadonlySet<string> },
): Promise<void> {
  const { entries } = remade.writer;
  job?.expect(entries.size, entries.totals.bytes);
  job?.phase('chunk');
  for (const row of entries.rows()) {
    job?.throwIfCancelled();
    const entry = entries.entry(row);
    if (isRemakable(entry) && !damaged.has(toKept(entry).bundle)) await remakeLeaf(deps, remade, entry);
    else if (isStale(remade, entry)) remade.writer.amend({ ...entry, incomplete: 'unfinished' });
    job?.step({ done: 1, doneBytes: entry.bytes, path: entry.path });
  }
}

/** Of a file that is no text nothing is kept to make it from, and no setting makes it one; of a document in an import there is only the text, and its chunks stay as they are. */
function isRemakable({ refused, kind, original }: FileEntry): boolean {
  return refused === undefined && (kind !== 'document' || original !== undefined);
}

/** A document of which only the text is kept stays as it is cut until the next sync of its source; an import has no source. */
function isStale({ generation }: Remade, { kind, refused, original, sourceId }: FileEntry): boolean {
  if (kind !== 'document' || refused !== undefined || original !== undefined) return false;
  return generation.row.collection.sources.some(({ id, type }) => id === sourceId && type !== 'import');
}

/**
 * Leaves of other sources that lie in damaged bundles: shards hold files of several sources, so a sync of one could not be finished without
 * them. Those of the source itself are read anew by its sync.
 */
export async function remakeLostLeaves(
  deps: EngineDeps,
  remade: Remade & { readonly damaged: ReadonlySet<string>; readonly syncedId: string },
): Promise<void> {
  const { writer, damaged, syncedId } = remade;
  if (damaged.size === 0) return;
  for (const row of writer.entries.rows()) {
    const entry = writer.entries.entry(row);
    const isLost = entry.sourceId !== syncedId && damaged.has(entry.leaf.bundle);
    if (isLost && isRemakable(entry) && !damaged.has(toKept(entry).bundle)) await remakeLeaf(deps, remade, entry);
  }
}
