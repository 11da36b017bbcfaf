import type { ChunkRow, ImportedLeafChunk } from '../../kernel/contract.ts';
import { concatBytes } from '../../lib/bytes.ts';
import { estimateChunkTokens } from '../../model/outputs/estimate-tokens.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createCollectionWriter } from '../collection/collection-writer.ts';
import { toPathOf } from '../collection/sources.ts';
import type { EngineDeps, Leaf } from '../deps.ts';
import { EMPTY_TABLE, type FileEntry } from '../file-table/file-entry.ts';
import type { Job } from '../jobs.ts';
import { type OpenCollection, openCollection } from '../open/open-collection.ts';
import { readResult } from './mask-collection.ts';

/** Selected part of a collection. */
export interface SelectedParts {
  readonly name: string;
  /** Whether a path is in, also a refused or skipped one: warnings go with files. */
  isIn(path: string): boolean;
  /** Indexes of the selected chunks of a partly selected file, ascending. */
  chunksOf(path: string): readonly number[] | undefined;
}

/**
 * Builds a collection with only these files in memory, from their stored leaves: refs, `index_id` and terms are those that an import of only these
 * files would give. Chunks of a partly selected file keep their lines; its hash is of their text. The caller releases it.
 */
export async function makeSelectedCopy(
  deps: EngineDeps,
  open: OpenCollection,
  { name, isIn, chunksOf, job }: SelectedParts & { readonly job?: Job | undefined },
): Promise<OpenCollection> {
  const { collection } = open.generation.row;
  const store = createMemoryStore();
  await open.complete();
  const writer = createCollectionWriter(
    { ...deps, store },
    { collection: { ...collection, name }, table: EMPTY_TABLE, generation: undefined },
  );
  try {
    for (const entry of open.table.entries) {
      job?.throwIfCancelled();
      const { sourceId, relPath, path, mtimeMs, meta } = entry;
      const chunks = isIn(path) ? undefined : chunksOf(path);
      if (chunks === undefined && !isIn(path)) continue;
      const whole = await readResult(open, entry);
      const result = chunks === undefined ? whole : cutResult(deps, entry, whole, chunks, collection.settings);
      const bytes = chunks === undefined ? entry.bytes : result.contents.length;
      await writer.put({ sourceId, relPath, path, bytes, mtimeMs, ...(meta === undefined ? {} : { meta }) }, result);
    }
    const inFull = (sourceId: string) => (item: { readonly path: string }) =>
      isIn(toPathOf(collection.sources, sourceId, item.path));
    for (const [sourceId, skips] of Object.entries(open.table.skips))
      writer.setSkips(sourceId, skips.filter(inFull(sourceId)));
    for (const [sourceId, warnings] of Object.entries(open.table.scanWarnings))
      writer.setScanWarnings(sourceId, warnings.filter(inFull(sourceId)));
    await writer.commit('final', (base) => base);
  } finally {
    await writer.abort();
  }
  const copy = await openCollection(deps.kernel, await store.openGeneration(collection.id), undefined);
  await copy.complete();
  return copy;
}

/** Reduces the file to some of its chunks, with the headings and symbols that start in them. */
function cutResult(
  { kernel }: EngineDeps,
  entry: FileEntry,
  whole: Leaf,
  indexes: readonly number[],
  settings: Parameters<EngineDeps['kernel']['makeImportedLeaf']>[0]['settings'],
): Leaf {
  const leaf = kernel.readLeaf(whole.leaf);
  const rows = indexes.map((i) => leaf.chunks[i] as ChunkRow);
  const texts = rows.map(({ startByte, endByte }) => whole.contents.subarray(startByte, endByte));
  const contents = concatBytes(texts);
  let at = 0;
  const chunks = rows.map((row, i): ImportedLeafChunk => {
    const startByte = at;
    at += (texts[i] as Uint8Array).length;
    const { startLine, endLine, chars, contentHash, part, parts, headingPath, symbol, address, places, context } = row;
    return {
      startByte,
      endByte: at,
      startLine,
      endLine,
      chars,
      contentHash,
      part,
      parts,
      headingPath,
      symbol,
      address,
      places,
      context,
    };
  });
  const isHeld = (line: number): boolean => rows.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const { kind, language, lineCount, title, description, url } = leaf;
  return {
    ...whole,
    leaf: kernel.makeImportedLeaf({
      ...{ kind, language, lineCount, settings, contents, chunks },
      meta: {
        ...(title === '' ? {} : { title }),
        ...(description === '' ? {} : { description }),
        ...(url === '' ? {} : { source_url: url }),
      },
      headings: leaf.headings.filter(({ line }) => isHeld(line)),
      symbols: leaf.symbols.filter(({ startLine }) => isHeld(startLine)),
      isJson: kind === 'json' && !/\.ipynb$/i.test(entry.path),
      warnings: [],
    }),
    contents,
    fileHash: kernel.sha256(contents),
    facts: {
      ...whole.facts,
      chunkCount: chunks.length,
      tokenTotal: chunks.reduce((sum, chunk) => sum + estimateChunkTokens(chunk), 0),
      warnings: [],
    },
  };
}
