import type { Settings } from '../../model/settings.ts';
import type { Generation } from '../../store/contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { BundleSpan, FileEntry } from '../file-table/file-entry.ts';
import { findFile } from '../shards/load-leaves.ts';
import type { CollectionWriter } from './collection-writer.ts';

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
    if (isLost && !damaged.has(toKept(entry).bundle)) await remakeLeaf(deps, remade, entry);
  }
}

/** The file's own bytes as its source gave them. */
export async function readOriginal(generation: Generation, entry: FileEntry): Promise<Uint8Array> {
  const span = toKept(entry);
  return (await generation.read(findFile(generation, span.bundle), span.start, span.end)).slice();
}

function toKept(entry: FileEntry): BundleSpan {
  return entry.original ?? entry.contents;
}
