import type { Kernel, RankAnswer, RankRequest } from '../../kernel/contract.ts';
import type { Stemmer } from '../../search/languages/stemmers.ts';
import type { QueryWord } from '../../search/parse-query.ts';
import type { OpenShard, SearchedCollection } from '../open/faces.ts';

interface WordsToRank {
  readonly words: readonly QueryWord[];
  /** Terms scored in addition to the words. */
  readonly terms?: RankRequest['terms'];
  readonly stemmers: readonly Stemmer[];
  /** Also matches compounds that end with a word. */
  readonly compounds: boolean;
  readonly minus: readonly string[];
  readonly required: readonly string[];
  /** One bit set per shard; undefined if everything may be found. */
  readonly allow: readonly Uint8Array[] | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly secondaryToo: boolean;
  /** Searches only headings, symbols and titles. */
  readonly namesOnly?: boolean;
}

/** Ranks shards with the same analysis settings together and merges the scores of the groups [P10]. */
export async function rankWords(kernel: Kernel, open: SearchedCollection, wish: WordsToRank): Promise<RankAnswer> {
  const groups = groupShards(open);
  const [only] = groups;
  if (groups.length <= 1) return rankGroup(kernel, open, only ?? NO_SHARDS, wish);
  const whole = { ...wish, limit: wish.limit + wish.offset, offset: 0 };
  const answers: RankAnswer[] = [];
  for (const group of groups) answers.push(await rankGroup(kernel, open, group, whole));
  return mergeAnswers(answers, groups, { ...wish, fileCount: open.fileCount });
}

interface ShardGroup {
  readonly stemming: boolean;
  /** Indexes into the collection's shards. */
  readonly shards: readonly number[];
}

const NO_SHARDS: ShardGroup = { stemming: false, shards: [] };

function groupShards({ shards, collection }: SearchedCollection): ShardGroup[] {
  const { stemming: common } = collection.settings;
  const groups = new Map<boolean, number[]>();
  for (const [i, { stemming = common }] of shards.entries()) {
    const group = groups.get(stemming);
    if (group === undefined) groups.set(stemming, [i]);
    else group.push(i);
  }
  return Array.from(groups, ([stemming, own]) => ({ stemming, shards: own }));
}

async function rankGroup(
  kernel: Kernel,
  open: SearchedCollection,
  { stemming, shards }: ShardGroup,
  { allow, ...wish }: WordsToRank,
): Promise<RankAnswer> {
  const request: RankRequest = {
    shards: shards.map((i) => {
      const { shard, fileOrder } = open.shards[i] as OpenShard;
      const bits = allow?.[i];
      return bits === undefined ? { shard, fileOrder } : { shard, fileOrder, allow: bits };
    }),
    ...wish,
    stemming,
  };
  await kernel.prepareRank(request);
  return kernel.rank(request);
}

function mergeAnswers(
  answers: readonly RankAnswer[],
  groups: readonly ShardGroup[],
  { limit, offset, fileCount }: { readonly limit: number; readonly offset: number; readonly fileCount: number },
): RankAnswer {
  const rows = answers
    .flatMap((answer, g) => Array.from(answer.score, (score, i) => ({ answer, g, i, score })))
    .sort((a, b) => b.score - a.score || a.g - b.g || a.i - b.i)
    .slice(offset, offset + limit);
  const fileHits = new Uint32Array(fileCount);
  for (const { fileHits: own } of answers)
    for (let i = 0; i < own.length; i++) (fileHits[i] as number) += own[i] as number;
  const [first, ...others] = answers.map(({ missing }) => missing);
  return {
    shard: Uint32Array.from(rows, ({ answer, g, i }) => groups[g]?.shards[answer.shard[i] as number] as number),
    chunk: Uint32Array.from(rows, ({ answer, i }) => answer.chunk[i] as number),
    score: Float64Array.from(rows, ({ score }) => score),
    matched: Uint32Array.from(rows, ({ answer, i }) => answer.matched[i] as number),
    total: answers.reduce((sum, { total }) => sum + total, 0),
    fileHits,
    // A word found in any group is not missing.
    missing: (first ?? []).filter((word) => others.every((missing) => missing.includes(word))),
  };
}
