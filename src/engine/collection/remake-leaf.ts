import { FORMAT_VERSION, type Settings } from '../../model/settings.ts';
import type { Generation, IndexRow } from '../../store/contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import { makeOne } from '../ingest/file-outcome.ts';
import type { Job } from '../jobs.ts';
import type { CollectionWriter } from './collection-writer.ts';
import { readOriginal, toOriginalSpan } from './read-original.ts';

interface Remade {
  readonly writer: CollectionWriter;
  readonly generation: Generation;
  readonly settings: Settings;
}

/** Makes a file's leaf again from its stored bytes; needs no source. */
export async function remakeLeaf(
  deps: EngineDeps,
  { writer, generation, settings }: Remade,
  entry: FileEntry,
): Promise<void> {
  const { path, meta } = entry;
  const bytes = await readOriginal(generation, entry);
  const leaf = await makeOne(deps.leafMaker, {
    ...{ path, bytes, settings, meta },
    collectionId: generation.row.collection.id,
  });
  // An import knows the size of the file, and stores only its text.
  await writer.put(entry, { ...leaf, bytes: entry.bytes });
}

/** Whether an older release wrote the generation. Only its bytes are usable: leaves and shards are rebuilt before any other change. */
export function isOlder({ formatVersion, files }: Pick<IndexRow, 'formatVersion' | 'files'>): boolean {
  return formatVersion < FORMAT_VERSION && files.length > 0;
}

/** Makes every leaf again, except those whose bytes are damaged: a sync reads these again. */
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
    if (isRemakable(entry) && !damaged.has(toOriginalSpan(entry).bundle)) await remakeLeaf(deps, remade, entry);
    else if (isTextAlone(entry)) await keepText(deps, remade, entry);
    job?.step({ done: 1, doneBytes: entry.bytes, path: entry.path });
  }
}

/** Whether the leaf can be made again. A refused file has no stored text, and no setting changes that. */
export function isRemakable(entry: FileEntry): boolean {
  return entry.refused === undefined && !isTextAlone(entry);
}

/** Whether only the text is stored: a document of an import, or of a collection that keeps only texts. */
function isTextAlone({ kind, refused, original }: FileEntry): boolean {
  return kind === 'document' && refused === undefined && original === undefined;
}

/** Keeps the chunks, if they can still be read, until the source's next sync; an import has no sync. */
async function keepText(deps: EngineDeps, remade: Remade, entry: FileEntry): Promise<void> {
  if (isOlder(remade.generation.row)) await remakeFromText(deps, remade, entry);
  else if (isSynced(remade, entry)) remade.writer.amend({ ...entry, incomplete: 'unfinished' });
}

function isSynced({ generation }: Remade, { sourceId }: FileEntry): boolean {
  return generation.row.collection.sources.some(({ id, type }) => id === sourceId && type !== 'import');
}

/** Chunks the text by paragraphs, so that it can be found until the document itself is read again. */
async function remakeFromText(deps: EngineDeps, remade: Remade, entry: FileEntry): Promise<void> {
  const { path, sha256, title, description, warnings, bytes, meta } = entry;
  const text = await readOriginal(remade.generation, entry);
  const { original: _, ...leaf } = deps.kernel.makeLeaf({
    ...{ path, kind: 'document', settings: remade.settings, bytes: text, fileHash: sha256 },
    read: { bytes: text, title, description, warnings },
    meta,
  });
  const incomplete = isSynced(remade, entry) ? { incomplete: 'unfinished' as const } : {};
  await remade.writer.put(entry, { ...leaf, bytes, ...incomplete });
}

/**
 * Makes leaves of other sources in damaged bundles again: shards contain files of several sources, so a sync of one source needs them all. The
 * synced source reads its own files again.
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
    if (!isLost || damaged.has(toOriginalSpan(entry).bundle)) continue;
    if (isTextAlone(entry)) await remakeFromText(deps, remade, entry);
    else await remakeLeaf(deps, remade, entry);
  }
}
