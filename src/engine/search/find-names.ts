import { toRef } from '../../kernel/identity.ts';
import { LIMITS } from '../../model/limits.ts';
import { createMatcher } from '../../search/matcher.ts';
import { createNameRank } from '../../search/name-matches.ts';
import { parseQuery } from '../../search/parse-query.ts';
import { toQueryWords } from '../../search/query-words.ts';
import type { PaletteRow } from '../contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { findStemmers } from './find-stemmers.ts';
import { prepareFound, toFound } from './to-found.ts';

type FoundName = PaletteRow & { readonly rank: number; readonly place: number };

/** Finds symbols and headings that contain every word of the text, the last one as a prefix; best first. Reads names only, no texts. */
export async function findNames(
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
  return names.slice(0, limit).map(({ rank: _, place: __, ...name }) => name);
}
