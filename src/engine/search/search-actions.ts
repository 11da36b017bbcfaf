import { toRef } from '../../kernel/identity.ts';
import { toAsciiLower } from '../../lib/ascii.ts';
import { AppError } from '../../model/app-error.ts';
import { findPublishedAddress } from '../../model/collection.ts';
import type { SearchOptions } from '../../model/hit.ts';
import { LIMITS } from '../../model/limits.ts';
import { NO_COLOURS } from '../../model/outputs/colours.ts';
import { passesFile } from '../../search/filters.ts';
import { findMatches } from '../../search/find-matches.ts';
import { createMatcher } from '../../search/matcher.ts';
import { createNameRank, findPaths } from '../../search/name-matches.ts';
import { createStopTest, parseQuery, toQueryWords } from '../../search/parse-query.ts';
import type { Engine, PaletteRow } from '../contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { EngineContext } from '../engine-context.ts';
import { type CollectionFiles, listRows, type OpenCollection, type SearchedCollection } from '../open/faces.ts';
import { findLanguages, findStemmers } from './languages.ts';
import { runSearch } from './run-search.ts';
import { prepareFound, toFound } from './to-hit.ts';

const PALETTE_FILES = 12;
const PALETTE_NAMES = 12;
/** A word that most collections match with a page of hits. */
const COMMON_WORD = 'the';
/** Shards searched by a prefetch, as many as 50 MB have: a whole large collection would block the thread for longer than the next search may wait. */
const WARM_UP_SHARDS = 4;

/** Actions that search a collection. */
export function createSearchActions({ deps, collections, collectionRecords, masked }: EngineContext) {
  const { kernel } = deps;
  /** Newest search of each collection: older ones still running are dropped. */
  const newest = new Map<string, number>();
  const foldedPaths = new WeakMap<CollectionFiles, readonly string[]>();

  /** Folds paths once, since every keystroke compares all of them. */
  function getFoldedPaths(open: CollectionFiles): readonly string[] {
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
      const run = (open: OpenCollection) => runSearch(kernel, open, query, { ...options, isStale });
      if (asksForNotes(query, options)) {
        return collections.withPartialCollection(collectionId, async (open) => {
          const { searchNotes } = await import('../notes/search-notes.ts');
          return searchNotes(kernel, open, collectionRecords.of(collectionId), { ...options, query });
        });
      }
      if (options.mask)
        return collections.withWholeCollection(collectionId, (open) => masked.withSearchable(open, run));
      return collections.withPartialCollection(collectionId, run);
    },

    async prefetch(collectionId) {
      // On the page's own thread it would block the user it is meant to help.
      if (deps.where !== 'worker') return;
      // A host gets only the requests of the user's own searches.
      if (findPublishedAddress(collectionId) !== undefined) return;
      await collections.prefetch(collectionId, async (open) => {
        const path = open.fileCount === 0 ? '' : open.fileNames(0).path;
        const some: SearchedCollection = Object.create(open, {
          shards: { value: open.shards.slice(0, WARM_UP_SHARDS) },
        });
        return runSearch(kernel, some, `${COMMON_WORD} ${path}`);
      });
    },

    findMatches: (collectionId, query, text) =>
      collections.withPartialCollection(collectionId, async (open) => {
        const isStopWord = createStopTest(findLanguages(open));
        const { stemming } = open.collection.settings;
        return findMatches(kernel, { query, text, isStopWord, stemming, stemmers: await findStemmers(open) });
      }),

    async findColours(language, text) {
      try {
        return (await deps.leafMaker.findColours?.(language, text)) ?? NO_COLOURS;
      } catch (error) {
        // The grammar was never loaded, and the browser is offline.
        if (error instanceof AppError && error.code === 'read/grammar-missing') return NO_COLOURS;
        throw error;
      }
    },

    palette: (collectionId, text) =>
      collections.withCollectionFiles(collectionId, async (open) => {
        if (text.trim() === '') return [];
        const paths = getFoldedPaths(open);
        const files = findPaths(paths, text, PALETTE_FILES).map((i): PaletteRow => {
          const { path } = open.fileNames(i);
          return { type: 'file', text: path, path };
        });
        return [...files, ...(await findNames(deps, open, text, PALETTE_NAMES))];
      }),

    listFiles: (collectionId, filters = {}) =>
      collections.withCollectionFiles(collectionId, (open) => listRows(open).filter((row) => passesFile(row, filters))),

    stats: (collectionId, { tokensByKind = false } = {}) =>
      collections.withPartialCollection(collectionId, async (open) => {
        const { stats } = open.collection;
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
          ...(tokensByKind && !open.isRemote ? { tokens_by_kind: await countTokens(open) } : {}),
          shards: open.shards.length,
          memory: { wasm: memory.bytes, highWater: memory.highWaterBytes, inFlight: 0 },
        };
      }),
  } satisfies Partial<Engine>;
}

/** `kind:note` is about the user's notes. A masked search has no words that only they have. */
function asksForNotes(query: string, { filters, mask }: SearchOptions): boolean {
  if (mask || !(query.includes(':') || filters?.kind?.includes('note'))) return false;
  return [...(parseQuery(query).filters.kind ?? []), ...(filters?.kind ?? [])].some((kind) => /^notes?$/i.test(kind));
}

/** Reads one row at a time: all at once would stay in memory. */
async function countTokens(open: CollectionFiles): Promise<Record<string, number>> {
  await open.completeFiles();
  const tokens: Record<string, number> = {};
  for (let i = 0; i < open.fileCount; i++) {
    const { kind, tokenTotal } = open.row(i);
    tokens[kind] = (tokens[kind] ?? 0) + tokenTotal;
  }
  return tokens;
}

type FoundName = PaletteRow & { readonly rank: number; readonly place: number };

/** Finds symbols and headings that contain every word of the text, the last one as a prefix; best first. Reads names only, no texts. */
async function findNames(
  { kernel }: Pick<EngineDeps, 'kernel'>,
  open: SearchedCollection,
  text: string,
  limit: number,
): Promise<PaletteRow[]> {
  const words = toQueryWords(kernel, parseQuery(text, { typing: true }));
  if (words.length === 0) return [];
  const { stemming } = open.collection.settings;
  const stemmers = await findStemmers(open);
  const request = {
    shards: open.shards,
    words,
    minus: [],
    required: [],
    stemming,
    stemmers,
    limit: LIMITS.maxHits,
    offset: 0,
    namesOnly: true,
  };
  await kernel.prepareRank(request);
  const chunks = toFound(open, kernel.rank(request));
  await prepareFound(open, chunks);
  const matcher = createMatcher(kernel, words, { stemming, stemmers });
  const rankOf = createNameRank(kernel, { text, matcher, wordCount: words.length });
  const names = chunks.flatMap(({ fileIndex, chunkIndex, row }, place) => {
    const { path } = open.fileNames(fileIndex);
    const ref = toRef((open.ordinals[fileIndex] as number) + chunkIndex, open.totalChunks);
    const toNames = (type: 'symbol' | 'heading', list: readonly string[]): FoundName[] =>
      [...new Set(list)].flatMap((name) => {
        const rank = rankOf(name);
        return rank === undefined ? [] : [{ type, text: name, path, ref, rank, place }];
      });
    const { symbols, headings } = row();
    return [...toNames('symbol', symbols), ...toNames('heading', headings)];
  });
  names.sort((a, b) => a.rank - b.rank || a.place - b.place);
  // A long function is in several chunks; headings may repeat.
  const toKey = ({ type, text: name, path, ref }: FoundName) => [name, path, type === 'symbol' ? type : ref].join('\n');
  const once = [...new Map([...names].reverse().map((name) => [toKey(name), name])).values()].reverse();
  return once.slice(0, limit).map(({ rank: _, place: __, ...name }) => name);
}
