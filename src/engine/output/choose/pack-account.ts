import type { Pack } from '../../../export/pack/make-pack.ts';
import { toHex } from '../../../lib/bytes.ts';
import { estimateChunkTokens } from '../../../model/outputs/estimate-tokens.ts';
import { PACK_BUDGETS, type PackAccount } from '../../../model/outputs/pack.ts';
import type { PackReason } from '../../contract.ts';
import type { SearchedCollection } from '../../open/faces.ts';
import type { Choice } from './choose-chunks.ts';

export interface AccountInput {
  readonly open: SearchedCollection;
  readonly pack: Pick<Pack, 'items'>;
  readonly budgetTokens: number;
  /** Characters of the question and the instructions. */
  readonly frameChars: number;
  /** Selected files, if no question ranks their chunks. */
  readonly selected: readonly number[];
  /** Ordinals of chunks removed by hand. */
  readonly removed: ReadonlySet<number>;
  /** Returns the candidates for a pack with this budget, best first. */
  readonly choose: (budgetTokens: number) => readonly Choice[];
}

const MATCHES: ReadonlySet<PackReason> = new Set(['picked', 'hit', 'selected', 'changed', 'uses']);
/** Tokens of a chunk's heading and fence. */
const CHUNK_FRAME_TOKENS = 30;
/** Share of a budget available to chunks: a tenth is reserved for outlines, and the need is an estimate. */
const SAFE_SHARE = 0.85;

/** Counts the matches and those that did not fit, and finds the budget that fits all of them. */
export function toPackAccount(input: AccountInput): PackAccount {
  const { open, pack, selected, removed, budgetTokens } = input;
  const packed = new Set(pack.items.flatMap((item) => ('chunk' in item ? [item.chunk.content_hash] : [])));
  const choices = input.choose(budgetTokens);
  const known = new Set(choices.map(({ ordinal }) => open.fileOfOrdinal(ordinal)));
  const hashOf = (ordinal: number): string => {
    const fileIndex = open.fileOfOrdinal(ordinal);
    if (!known.has(fileIndex)) return String(ordinal);
    return toHex(open.chunkRow(fileIndex, ordinal - (open.ordinals[fileIndex] as number)).contentHash);
  };
  const isIn = (ordinal: number): boolean => removed.has(ordinal) || packed.has(hashOf(ordinal));
  const chunksOf = (fileIndex: number): number[] => {
    const first = open.ordinals[fileIndex] as number;
    return Array.from({ length: (open.ordinals[fileIndex + 1] as number) - first }, (_, i) => first + i);
  };
  const asked = [
    ...choices.filter(({ why }) => MATCHES.has(why)).map(({ ordinal }) => ordinal),
    ...selected.flatMap(chunksOf),
  ].filter((ordinal) => !removed.has(ordinal));
  const matches = new Map(asked.map((ordinal) => [hashOf(ordinal), ordinal]));
  const missing = [...matches.values()].filter((ordinal) => !isIn(ordinal)).length;
  const enoughTokens = missing === 0 ? undefined : findBudget(input);
  const files = selected.map(chunksOf).filter((chunks) => chunks.length > 0);
  return {
    matches: matches.size,
    missing,
    ...(enoughTokens === undefined ? {} : { enoughTokens }),
    ...(files.length === 0
      ? {}
      : { selected: { files: files.length, whole: files.filter((chunks) => chunks.every(isIn)).length } }),
  };
}

function findBudget(input: AccountInput): number | undefined {
  const { budgetTokens, selected } = input;
  const need = selected.length > 0 ? () => estimateFiles(input) : (budget: number) => estimateMatches(input, budget);
  return PACK_BUDGETS.find((budget) => budget > budgetTokens && need(budget) <= budget * SAFE_SHARE);
}

function estimateFiles(input: AccountInput): number {
  const { open, selected } = input;
  const picked = input.choose(input.budgetTokens).filter(({ why }) => why === 'picked').length;
  const sum = selected.reduce((total, fileIndex) => {
    const { chunk_count, token_total } = open.row(fileIndex);
    return total + token_total + (chunk_count + 1) * CHUNK_FRAME_TOKENS;
  }, picked * CHUNK_FRAME_TOKENS);
  return input.frameChars + sum * toTokensPerEstimate(input);
}

/** Sums all chunks ranked up to the last match: they take tokens even if they are not matches. */
function estimateMatches(input: AccountInput, budgetTokens: number): number {
  const choices = input.choose(budgetTokens);
  const end = choices.findLastIndex(({ why }) => MATCHES.has(why)) + 1;
  const sum = choices.slice(0, end).reduce((total, { ordinal }) => total + estimateChunk(input.open, ordinal), 0);
  return input.frameChars + sum * toTokensPerEstimate(input);
}

function estimateChunk(open: SearchedCollection, ordinal: number): number {
  const fileIndex = open.fileOfOrdinal(ordinal);
  const row = open.chunkRow(fileIndex, ordinal - (open.ordinals[fileIndex] as number));
  return estimateChunkTokens(row) + CHUNK_FRAME_TOKENS;
}

/** Ratio of counted to estimated tokens in the pack. */
function toTokensPerEstimate({ pack }: AccountInput): number {
  let tokens = 0;
  let estimate = 0;
  for (const item of pack.items) {
    if (!('chunk' in item)) continue;
    tokens += item.tokens;
    estimate += item.chunk.token_estimate + CHUNK_FRAME_TOKENS;
  }
  return estimate === 0 ? 1.5 : Math.max(1, tokens / estimate);
}
