import { createEstimator, loadO200k } from '../../export/pack/count-tokens.ts';
import { makePack as fillPack } from '../../export/pack/make-pack.ts';
import type { Kernel } from '../../kernel/contract.ts';
import type { Chunk } from '../../model/chunk.ts';
import { namesSecondary } from '../../model/secondary.ts';
import type { PackAnswer, PackOptions, PackReason } from '../contract.ts';
import { getChunk } from '../search/answers.ts';
import type { OpenCollection } from '../search/open-collection.ts';
import { rankChunks } from '../search/run-search.ts';
import type { SearchTarget } from '../search/search-target.ts';
import { readChunk } from '../search/to-chunks.ts';
import { chooseChunks } from './choose-chunks.ts';

/** Candidates are read until they hold this many times the budget: enough to choose from, and repeats fall out. */
const CANDIDATE_SHARE = 2;
/** Hits that are weighed: beyond them nothing has come that mattered. */
const MAX_HITS = 500;

export interface PackParts {
  readonly kernel: Kernel;
  readonly open: OpenCollection;
  readonly target: SearchTarget;
}

/** A basket first, then what the question leads to, within the budget. */
export async function makePack(deps: PackParts, options: PackOptions): Promise<PackAnswer> {
  const exact = options.counter === 'o200k';
  const countTokens = exact ? await loadO200k() : createEstimator('other');
  const picked = await readPicks(deps, options.picks ?? []);
  const ranked = options.query === undefined ? [] : await readRanked(deps, options, options.query);
  const candidates = [...picked.map((chunk) => ({ chunk, why: 'picked' as const })), ...ranked];
  const pack = await fillPack({
    candidates: candidates.map(({ chunk }) => chunk),
    budgetTokens: options.budgetTokens,
    format: options.format,
    countTokens,
    ...(options.query === undefined ? {} : { title: options.query }),
    findChunk: (path, chunkIndex) => findChunk(deps, path, chunkIndex),
  });
  const reasons = new Map<string, PackReason>();
  for (const { chunk, why } of candidates) if (!reasons.has(chunk.ref)) reasons.set(chunk.ref, why);
  return { ...pack, exact, reasons: pack.refs.map((ref) => reasons.get(ref) ?? 'between') };
}

async function readPicks({ kernel, open }: PackParts, picks: readonly string[]): Promise<Chunk[]> {
  const found = await Promise.all(picks.map((pick) => getChunk(kernel, open, pick)));
  return found.flatMap((answer) => (answer === undefined ? [] : [answer.chunk]));
}

async function readRanked(
  { kernel, open, target }: PackParts,
  { budgetTokens, filters }: PackOptions,
  query: string,
): Promise<{ chunk: Chunk; why: PackReason }[]> {
  const hits = await rankChunks(kernel, target, query, {
    limit: MAX_HITS,
    ...(filters === undefined ? {} : { filters }),
  });
  await open.prepareChunks([...new Set(hits.map(({ fileIndex }) => fileIndex))]);
  const keepsSecondary = namesSecondary(filters?.path ?? []);
  const read: { chunk: Chunk; why: PackReason }[] = [];
  let tokens = 0;
  for (const { ordinal, why } of chooseChunks(open, hits, { budgetTokens, keepsSecondary })) {
    if (tokens >= budgetTokens * CANDIDATE_SHARE) break;
    const chunk = await readChunk(kernel, open, ordinal);
    read.push({ chunk, why });
    tokens += chunk.token_estimate;
  }
  return read;
}

async function findChunk({ kernel, open }: PackParts, path: string, chunkIndex: number): Promise<Chunk | undefined> {
  await open.completeFiles();
  const fileIndex = open.findFileIndex(path);
  if (fileIndex === undefined || chunkIndex < 0 || chunkIndex >= open.row(fileIndex).chunk_count) return undefined;
  return readChunk(kernel, open, (open.ordinals[fileIndex] as number) + chunkIndex);
}
