import { toAsciiLower } from '../../lib/ascii.ts';
import { AppError } from '../../model/app-error.ts';
import type { Collection, Source, SourceType } from '../../model/collection.ts';
import type { EngineDeps } from '../deps.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { CollectionWriter } from './collection-writer.ts';
import { remakeLeaf } from './remake-leaf.ts';
import type { Change } from './with-collection.ts';

/** Throws `engine/unknown-source` if the collection has no source with this id. */
export function getSource(collection: Collection, sourceId: string): Source {
  const source = collection.sources.find((other) => other.id === sourceId);
  if (source === undefined) {
    throw new AppError('engine/unknown-source', 'the collection has no such source', { sourceId });
  }
  return source;
}

/** Creates a source with a unique slug, which is also its id: nothing random may reach a path. */
export function toNewSource(collection: Collection, name: string, type: SourceType): Source {
  const taken = new Set(collection.sources.map((source) => source.slug));
  const stem = toSourceSlug(name);
  let slug = stem;
  for (let n = 2; taken.has(slug); n++) slug = `${stem}-${n}`;
  return { id: slug, slug, name, type, state: 'PENDING', remembered: false, files: 0, skipped: 0 };
}

function toSourceSlug(name: string): string {
  const slug = toAsciiLower(name)
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return slug === '' ? 'source' : slug.slice(0, 48);
}

/** Puts the slug first in paths when there are several sources. */
export function toPathOf(sources: readonly Source[], sourceId: string, relPath: string): string {
  return sources.length > 1 ? `${sourceId}/${relPath}` : relPath;
}

/**
 * Gives every entry its path under these sources. Leaves do not contain their path, except for images, whose text names it: these are made
 * again from their bytes.
 */
export async function renamePaths(
  deps: EngineDeps,
  change: Change & { readonly sources: readonly Source[] },
): Promise<void> {
  const { entries } = change.writer;
  for (const row of entries.sorted()) {
    const entry = entries.entry(row);
    if (entry.path !== toPathOf(change.sources, entry.sourceId, entry.relPath)) await renamePath(deps, change, entry);
  }
}

async function renamePath(
  deps: EngineDeps,
  change: Change & { readonly sources: readonly Source[] },
  entry: FileEntry,
): Promise<void> {
  const path = toPathOf(change.sources, entry.sourceId, entry.relPath);
  if (entry.kind !== 'image' || entry.original === undefined) {
    change.writer.amend({ ...entry, path });
    return;
  }
  await remakeLeaf(deps, { ...change, settings: change.collection.settings }, { ...entry, path });
}

export function removeSourceEntries(writer: CollectionWriter, sourceId: string): void {
  for (const row of writer.entries.rows()) {
    if (writer.entries.entry(row).sourceId === sourceId) writer.remove(row);
  }
  writer.setSkips(sourceId, []);
  writer.setScanWarnings(sourceId, []);
}
