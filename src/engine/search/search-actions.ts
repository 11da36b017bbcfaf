import { toAsciiLower } from '../../lib/ascii.ts';
import type { FileRow } from '../../model/chunk.ts';
import { passesFile } from '../../search/filters.ts';
import { findMatches } from '../../search/find-matches.ts';
import { findPaths } from '../../search/find-paths.ts';
import type { Engine, PaletteRow } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { findPublishedAddress } from '../published/published-id.ts';
import { findNames } from './find-names.ts';
import type { OpenCollection } from './open-collection.ts';
import { runSearch } from './run-search.ts';
import type { SearchTarget } from './search-target.ts';
import { toChunkId } from './to-chunks.ts';

type Actions = Pick<Engine, 'search' | 'prefetch' | 'findMatches' | 'listFiles' | 'palette' | 'stats'>;

const PALETTE_FILES = 12;
const PALETTE_NAMES = 12;
/** Most collections answer it with a page of hits. */
const COMMON_WORD = 'the';

/** Questions about a collection. */
export function createSearchActions({ deps, collections, masked }: EngineContext): Actions {
  const { kernel } = deps;
  /** The newest query of each collection: an older one that is still being answered is dropped. */
  const newest = new Map<string, number>();
  const foldedPaths = new WeakMap<OpenCollection, readonly string[]>();

  /** Folded once: every key that is typed looks at all of them. */
  function getFoldedPaths(open: OpenCollection): readonly string[] {
    const known = foldedPaths.get(open);
    if (known !== undefined) return known;
    const made = Array.from({ length: open.fileCount }, (_, i) => toAsciiLower(open.fileNames(i).path));
    foldedPaths.set(open, made);
    return made;
  }

  return {
    search(collectionId, query, options = {}) {
      const { seq } = options;
      if (seq !== undefined) newest.set(collectionId, Math.max(seq, newest.get(collectionId) ?? seq));
      const isStale = (): boolean => seq !== undefined && (newest.get(collectionId) ?? seq) > seq;
      const run = (open: OpenCollection) =>
        runSearch(kernel, toSearchTarget(deps, open), query, { ...options, isStale });
      if (options.mask) return collections.use(collectionId, (open) => masked.use(open, run));
      return collections.usePartial(collectionId, (open) => {
        open.generation.expectReads(open.isComplete ? ['contents'] : ['segment', 'table', 'contents']);
        return run(open);
      });
    },

    async prefetch(collectionId) {
      // On the page's own thread it would be in the way of the person it is meant for.
      if (deps.where !== 'worker') return;
      // A host is asked what a person asks, and nothing before.
      if (findPublishedAddress(collectionId) !== undefined) return;
      await collections.prefetch(collectionId, async (open) => {
        if (open.fileCount > 0) await open.prepareFiles([0]);
        const path = open.fileCount === 0 ? '' : open.fileNames(0).path;
        return runSearch(kernel, toSearchTarget(deps, open), `${COMMON_WORD} ${path}`);
      });
    },

    findMatches: (collectionId, query, text) =>
      collections.use(collectionId, ({ generation }) =>
        findMatches(kernel, { query, text, stemming: generation.row.collection.settings.stemming }),
      ),

    palette: (collectionId, text) =>
      collections.usePartial(collectionId, async (open) => {
        if (text.trim() === '') return [];
        await open.completeFiles();
        const paths = getFoldedPaths(open);
        const files = findPaths(paths, text, PALETTE_FILES).map((i): PaletteRow => {
          const { path } = open.fileNames(i);
          return { type: 'file', text: path, path };
        });
        return [...files, ...(await findNames(deps, toSearchTarget(deps, open), text, PALETTE_NAMES))];
      }),

    listFiles: (collectionId, filters = {}) =>
      collections.usePartial(collectionId, async (open) => {
        await open.completeFiles();
        return open.rows.filter((row: FileRow) => passesFile(row, filters));
      }),

    stats: (collectionId) =>
      collections.usePartial(collectionId, (open) => {
        const { stats } = open.generation.row.collection;
        const memory = kernel.memory();
        const byKind: Record<string, number> = {};
        const { numbers, names } = open.facets.kind;
        for (const number of numbers) {
          const kind = names[number] as string;
          byKind[kind] = (byKind[kind] ?? 0) + 1;
        }
        return {
          total_files: stats.total_files,
          total_chunks: stats.total_chunks,
          total_bytes: stats.total_bytes,
          total_tokens: stats.total_tokens,
          by_kind: byKind,
          shards: open.shards.length,
          memory: { wasm: memory.bytes, highWater: memory.highWaterBytes, inFlight: 0 },
        };
      }),
  };
}

export function toSearchTarget({ kernel }: EngineContext['deps'], open: OpenCollection): SearchTarget {
  return {
    fileCount: open.fileCount,
    fileAt: open.fileNames,
    facets: open.facets,
    ordinals: open.ordinals,
    totalChunks: open.totalChunks,
    shards: open.shards,
    stemming: open.generation.row.collection.settings.stemming,
    ...(open.memberOf === undefined ? {} : { memberOf: open.memberOf }),
    ...(open.refs === undefined ? {} : { refOf: open.refs.of }),
    incomplete: open.incomplete,
    complete: open.complete,
    completeFiles: open.completeFiles,
    get pathOf() {
      return open.isComplete ? (file: number) => open.fileNames(file).path : undefined;
    },
    prepareFiles: open.prepareFiles,
    readTexts: open.readTexts,
    chunkId: (fileIndex, row) => toChunkId(kernel, open, fileIndex, row),
  };
}
