import type { ChunkRow, ImportedLeafChunk, Leaf } from '../../kernel/contract.ts';
import { concatBytes } from '../../lib/bytes.ts';
import { estimateChunkTokens } from '../../lib/estimate-tokens.ts';
import { toPathOf } from '../collection/sources.ts';
import type { EngineDeps } from '../deps.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { Job } from '../jobs.ts';
import type { OpenCollection } from '../open/faces.ts';
import { makeCopy } from './make-copy.ts';

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
  const { collection } = open;
  const inFull = <T extends { readonly path: string }>(items: readonly T[], sourceId: string): readonly T[] =>
    items.filter((item) => isIn(toPathOf(collection.sources, sourceId, item.path)));
  return makeCopy(deps, open, {
    collection: { ...collection, name },
    async toFile(entry) {
      if (isIn(entry.path)) return [entry, await open.readStored(entry)];
      const chunks = chunksOf(entry.path);
      if (chunks === undefined) return undefined;
      return [entry, cutResult(deps, entry, await open.readStored(entry), chunks, collection.settings)];
    },
    toSkips: inFull,
    toWarnings: inFull,
    job,
  });
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
    return { ...row, startByte, endByte: at };
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
    bytes: contents.length,
    fileHash: kernel.sha256(contents),
    facts: {
      ...whole.facts,
      chunkCount: chunks.length,
      tokenTotal: chunks.reduce((sum, chunk) => sum + estimateChunkTokens(chunk), 0),
      warnings: [],
    },
  };
}
