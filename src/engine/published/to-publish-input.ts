import { toOutlineLeaf } from '../../kernel/chunk/leaf-format.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { chunkId } from '../../kernel/identity.ts';
import { createNames } from '../../lib/names.ts';
import { KINDS } from '../../model/kind.ts';
import { LIMITS } from '../../model/limits.ts';
import { findLimitCode, type Skip } from '../../model/skip.ts';
import type { PublishedCollection, SiteFacts } from '../../publish/format/manifest.ts';
import type { NameColumn } from '../../publish/format/name-column.ts';
import type { PublishedPlaces, PublishInput } from '../../publish/write/write-published.ts';
import { joinTags } from '../../search/facets.ts';
import { encodeFileTable } from '../file-table/decode-file-table.ts';
import { type BundleSpan, type FileEntry, type FileTable, isKept } from '../file-table/file-entry.ts';
import type { CollectionFiles, ExportedCollection } from '../open/faces.ts';
import { leafBytes, mergeLeaves } from '../output/export-stream.ts';
import { toRows } from '../search/to-chunks.ts';

/** Bundle names in a published file table: files instead of bundles. A `text` span starts with the number of its file. */
export const PUBLISHED_BUNDLES = { text: 'text', outlines: 'outlines', assets: 'assets' } as const;

/** Returns the published part of a collection: its files as searched and shown, without where, when or by whom they were imported. */
export async function toPublishInput(
  kernel: Kernel,
  open: ExportedCollection,
  site?: SiteFacts,
): Promise<PublishInput> {
  const table = await open.readTable();
  const { fileCount } = open;
  const toSourceId = createSourceIds(open);
  return {
    collection: { ...toPublishedCollection(open, toSourceId), ...site },
    fileCount,
    facets: {
      kinds: Uint8Array.from({ length: fileCount }, (_, i) => KINDS.indexOf(open.file(i).kind)),
      // Whole folders, so that nested ones are known without reading the names of all files.
      folders: toNameColumn(open, ({ path }) => path.slice(0, path.lastIndexOf('/') + 1)),
      sources: toNameColumn(open, ({ sourceId }) => toSourceId(sourceId)),
      tags: toNameColumn(open, ({ tags }) => joinTags(tags)),
    },
    row(fileIndex) {
      const row = open.row(fileIndex);
      return { ...row, source: toSourceId(row.source) };
    },
    async readChunks(fileIndex) {
      await open.prepareChunks([fileIndex]);
      return { rows: toRows(open, fileIndex), contents: await open.readContents(fileIndex) };
    },
    readOutline: async (fileIndex) => toOutlineLeaf(await open.readLeaf(fileIndex)),
    async readAsset(fileIndex) {
      const { kind, original } = open.file(fileIndex);
      return kind === 'image' && original !== undefined ? open.readOriginal(fileIndex) : undefined;
    },
    chunkId: (fileIndex, row) => chunkId(kernel, open.fileNames(fileIndex).path, row.contentHash, row.occurrence),
    encodeFiles: (places) => encodeFiles(table, places, toSourceId),
    segments: () => mergeSegments(kernel, open),
  };
}

/** Published id of a collection's only source. */
const ONLY_SOURCE = 'files';

type ToSourceId = (id: string) => string;

/** A source's id contains the name of a folder on the publisher's machine. It is published only if paths contain it: with several sources. */
function createSourceIds({ collection: { sources } }: CollectionFiles): ToSourceId {
  return sources.length === 1 ? () => ONLY_SOURCE : (id) => id;
}

function toPublishedCollection({ collection }: CollectionFiles, toSourceId: ToSourceId): PublishedCollection {
  const { name, index_id, settings, stats, sources } = collection;
  return {
    ...{ name, index_id, settings, stats },
    sources: sources.map(({ id, slug, type, files }) => {
      const own = toSourceId(slug);
      return { id: toSourceId(id), slug: own, name: own, type, files };
    }),
  };
}

/** Numbers names by first use. */
function toNameColumn({ fileCount, file }: CollectionFiles, toName: (entry: FileEntry) => string): NameColumn {
  const names = createNames();
  const numbers = Uint32Array.from({ length: fileCount }, (_, i) => names.number(toName(file(i))));
  return { numbers, names: names.all };
}

function encodeFiles(table: FileTable, places: readonly PublishedPlaces[], toSourceId: ToSourceId): Uint8Array {
  let kept = 0;
  const entries = Array.from(table.entries, (entry): FileEntry => {
    const { original: _, incomplete: __, ...rest } = entry;
    const moved = { ...rest, sourceId: toSourceId(entry.sourceId), mtimeMs: -1, shard: 0 };
    if (!isKept(entry)) return { ...moved, leaf: NOWHERE, contents: NOWHERE };
    const fileIndex = kept++;
    const { outline, asset } = places[fileIndex] as PublishedPlaces;
    const length = entry.contents.end - entry.contents.start;
    return {
      ...moved,
      leaf: { bundle: PUBLISHED_BUNDLES.outlines, ...outline },
      contents: { bundle: PUBLISHED_BUNDLES.text, start: fileIndex, end: fileIndex + length },
      ...(asset === undefined ? {} : { original: { bundle: PUBLISHED_BUNDLES.assets, ...asset } }),
    };
  });
  // Skips by rule stay private; skips by limit are named in artifacts too.
  const isPublic = (skip: Skip): boolean => findLimitCode(skip) !== undefined;
  const skips = mapLists(table.skips, toSourceId, (list) => list.filter(isPublic));
  return encodeFileTable({ entries, skips, scanWarnings: mapLists(table.scanWarnings, toSourceId, (list) => list) });
}

const NOWHERE: BundleSpan = { bundle: PUBLISHED_BUNDLES.text, start: 0, end: 0 };

function mapLists<T>(
  lists: Readonly<Record<string, readonly T[]>>,
  toKey: (key: string) => string,
  change: (list: readonly T[]) => readonly T[],
): Record<string, readonly T[]> {
  return Object.fromEntries(Object.entries(lists).map(([key, list]) => [toKey(key), change(list)]));
}

/** Merges leaves into one dictionary, if memory allows: a word is then looked up once instead of in every shard. */
async function* mergeSegments(kernel: Kernel, open: ExportedCollection): AsyncGenerator<Uint8Array> {
  for (let end = 0; end < open.fileCount || end === 0; ) {
    const files: number[] = [];
    for (let bytes = 0; end < open.fileCount && (files.length === 0 || bytes < LIMITS.publishedSegmentBytes); ) {
      bytes += leafBytes(open, end);
      files.push(end++);
    }
    yield (await mergeLeaves(kernel, open, files)).segment;
    if (end === open.fileCount) return;
  }
}
