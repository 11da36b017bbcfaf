import { createEstimator, loadO200k } from '../../export/pack/count-tokens.ts';
import { makePack as fillPack } from '../../export/pack/make-pack.ts';
import type { Kernel } from '../../kernel/contract.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { Filters, SearchAnswer } from '../../model/hit.ts';
import { LIMITS } from '../../model/limits.ts';
import type { PackAnswer, PackOptions } from '../contract.ts';
import { getChunk } from '../search/answers.ts';
import type { OpenCollection } from '../search/open-collection.ts';
import { readChunk } from '../search/to-chunks.ts';

/** Candidates are read until they hold this many times the budget: enough to choose from, and repeats fall out. */
const CANDIDATE_SHARE = 2;
const MAX_CANDIDATES = 2_000;

export interface PackParts {
  readonly kernel: Kernel;
  readonly open: OpenCollection;
  search(query: string, options: { filters?: Filters; limit: number; offset: number }): Promise<SearchAnswer>;
}

/** A basket first, then the hits of the query, within the budget. */
export async function makePack(deps: PackParts, options: PackOptions): Promise<PackAnswer> {
  const exact = options.counter === 'o200k';
  const countTokens = exact ? await loadO200k() : createEstimator('other');
  const picked = await readPicks(deps, options.picks ?? []);
  const ranked = options.query === undefined ? [] : await readRanked(deps, options, options.query);
  const pack = await fillPack({
    candidates: [...picked, ...ranked],
    budgetTokens: options.budgetTokens,
    format: options.format,
    countTokens,
    ...(options.query === undefined ? {} : { title: options.query }),
    findChunk: (path, chunkIndex) => findChunk(deps, path, chunkIndex),
  });
  return { ...pack, exact };
}

async function readPicks({ kernel, open }: PackParts, picks: readonly string[]): Promise<Chunk[]> {
  const found = await Promise.all(picks.map((pick) => getChunk(kernel, open, pick)));
  return found.flatMap((answer) => (answer === undefined ? [] : [answer.chunk]));
}

async function readRanked(deps: PackParts, options: PackOptions, query: string): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  let tokens = 0;
  while (chunks.length < MAX_CANDIDATES && tokens < options.budgetTokens * CANDIDATE_SHARE) {
    const { hits } = await deps.search(query, {
      ...(options.filters === undefined ? {} : { filters: options.filters }),
      limit: LIMITS.maxHits,
      offset: chunks.length,
    });
    for (const hit of hits) {
      const answer = await getChunk(deps.kernel, deps.open, hit.ref);
      if (answer === undefined) continue;
      chunks.push(answer.chunk);
      tokens += answer.chunk.token_estimate;
    }
    if (hits.length < LIMITS.maxHits) break;
  }
  return chunks;
}

async function findChunk({ kernel, open }: PackParts, path: string, chunkIndex: number): Promise<Chunk | undefined> {
  const fileIndex = open.findFileIndex(path);
  if (fileIndex === undefined || chunkIndex < 0 || chunkIndex >= open.file(fileIndex).chunkCount) return undefined;
  return readChunk(kernel, open, (open.ordinals[fileIndex] as number) + chunkIndex);
}
