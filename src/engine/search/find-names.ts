import { toRef } from '../../kernel/identity.ts';
import { LIMITS } from '../../model/limits.ts';
import { createMatcher } from '../../search/matcher.ts';
import { createNameRank } from '../../search/name-matches.ts';
import { parseQuery } from '../../search/parse-query.ts';
import { toQueryWords } from '../../search/query-words.ts';
import type { PaletteRow } from '../contract.ts';
import type { EngineDeps } from '../deps.ts';
import { findStemmers } from './find-stemmers.ts';
import type { SearchTarget } from './search-target.ts';
import { toFound } from './to-found.ts';

type FoundName = PaletteRow & { readonly rank: number; readonly place: number };

/** Finds symbols and headings that contain every word of the text, the last one as a prefix; best first. Reads names only, no texts. */
export async function findNames(
  { kernel }: Pick<EngineDeps, 'kernel'>,
  target: SearchTarget,
  text: string,
  limit: number,
): Promise<PaletteRow[]> {
  const words = toQueryWords(kernel, parseQuery(text, { typing: true }));
  if (words.length === 0) return [];
  const stemmers = await findStemmers(target);
  const request = {
    shards: target.shards,
    words,
    minus: [],
    required: [],
    stemming: target.stemming,
    stemmers,
    limit: LIMITS.maxHits,
    offset: 0,
    namesOnly: true,
  };
  await kernel.prepareRank(request);
  const chunks = toFound(target, kernel.rank(request));
  await Promise.all([
    target.prepareFiles?.(chunks.map(({ fileIndex }) => fileIndex)),
    ...target.shards.map(({ shard }, s) =>
      shard.prepareChunks(chunks.filter((chunk) => chunk.shard === s).map(({ local }) => local)),
    ),
  ]);
  const matcher = createMatcher(kernel, words, { stemming: target.stemming, stemmers });
  const rankOf = createNameRank(kernel, { text, matcher, wordCount: words.length });
  const names = chunks.flatMap(({ fileIndex, chunkIndex, row }, place) => {
    const { path } = target.fileAt(fileIndex);
    const ref = toRef((target.ordinals[fileIndex] as number) + chunkIndex, target.totalChunks);
    const toNames = (type: 'symbol' | 'heading', list: readonly string[]): FoundName[] =>
      [...new Set(list)].flatMap((name) => {
        const rank = rankOf(name);
        return rank === undefined ? [] : [{ type, text: name, path, ref, rank, place }];
      });
    const { symbols, headings } = row();
    return [...toNames('symbol', symbols), ...toNames('heading', headings)];
  });
  names.sort((a, b) => a.rank - b.rank || a.place - b.place);
  return names.slice(0, limit).map(({ rank: _, place: __, ...name }) => name);
}
