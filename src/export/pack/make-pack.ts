import { compareUtf8 } from '../../lib/bytes.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { CountTokens } from './count-tokens.ts';
import { formatFile, formatPack, type PackFile, type PackFormat } from './format-pack.ts';

export interface PackInput {
  /** Best first; a hand-picked basket stands before the hits of a query. */
  readonly candidates: readonly Chunk[];
  readonly budgetTokens: number;
  readonly format: PackFormat;
  readonly countTokens: CountTokens;
  /** The query, or nothing for a basket. */
  readonly title?: string;
  /** Chunk of a file by its index, for bridging gaps. */
  readonly findChunk?: (path: string, chunkIndex: number) => Promise<Chunk | undefined>;
}

export interface Pack {
  readonly text: string;
  /** Of the formatted text; never over the budget. */
  readonly tokens: number;
  readonly chunks: number;
  /** Distinct contents among the candidates. */
  readonly candidates: number;
  /** In the order of the text. */
  readonly refs: readonly string[];
}

/** Below this share of the budget the pack looks for exchanges that fill it better. */
const WELL_USED = 0.95;
/** What is left under this share is not worth another look through the candidates. */
const FULL = 0.995;
const MAX_ROUNDS = 12;

/**
 * Ranked chunks greedily, equal content once, one-chunk gaps bridged when they fit, in order of path and line. The budget holds for the
 * text as formatted: costs are counted file by file, then the whole is counted and corrected until it fits.
 */
export async function makePack(input: PackInput): Promise<Pack> {
  const candidates = withoutRepeats(input.candidates);
  const tokensOf = createCounter(input);
  const cost = (chunk: Chunk): number => tokensOf({ path: chunk.path, chunks: [chunk] });
  const chosen = new Map<string, Chunk>();
  const rank = new Map(candidates.map((chunk, index) => [chunk.id, index]));
  const emptyTokens = input.countTokens(render([], input));
  let used = emptyTokens;
  if (used > input.budgetTokens) return { text: '', tokens: 0, chunks: 0, candidates: candidates.length, refs: [] };

  const hashes = new Set<string>();
  const add = (chunk: Chunk): boolean => {
    const price = cost(chunk);
    if (chosen.has(chunk.id) || hashes.has(chunk.content_hash) || used + price > input.budgetTokens) return false;
    chosen.set(chunk.id, chunk);
    hashes.add(chunk.content_hash);
    used += price;
    return true;
  };
  const remove = (chunk: Chunk): void => {
    if (!chosen.delete(chunk.id)) return;
    hashes.delete(chunk.content_hash);
    used -= cost(chunk);
  };
  const recount = (): void => {
    used = emptyTokens;
    for (const file of toFiles([...chosen.values()])) used += tokensOf(file);
  };

  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = chosen.size;
    for (const chunk of candidates) {
      const left = input.budgetTokens - used;
      if (left < input.budgetTokens * (1 - FULL)) break;
      // Hardly any text has more than eight characters a token: what is larger cannot fit and need not be counted.
      if (chunk.token_estimate / 2 > left || !add(chunk)) continue;
      for (const bridge of await findBridges(chunk, chosen, input)) add(bridge);
    }
    // Neighbours that became one block cost less than they did alone: there may be room again.
    recount();
    if (chosen.size > before) continue;
    if (!exchange({ candidates, chosen, rank, cost, add, remove, input, used: () => used })) break;
  }
  // Sums of parts are a token or two off at their seams. The promise is about the whole.
  let text = render([...chosen.values()], input);
  used = input.countTokens(text);
  while (used > input.budgetTokens) {
    remove(lastRanked(chosen, rank));
    text = render([...chosen.values()], input);
    used = input.countTokens(text);
  }
  const ordered = inOrder([...chosen.values()]);
  return {
    text,
    tokens: used,
    chunks: ordered.length,
    candidates: candidates.length,
    refs: ordered.map((chunk) => chunk.ref),
  };
}

/** Chunks that lie alone between two chosen ones. */
async function findBridges(chunk: Chunk, chosen: ReadonlyMap<string, Chunk>, input: PackInput): Promise<Chunk[]> {
  if (!input.findChunk) return [];
  const bridges: Chunk[] = [];
  const indexes = new Set<number>();
  for (const other of chosen.values()) if (other.path === chunk.path) indexes.add(other.chunk_index);
  for (const step of [-1, 1]) {
    const middle = chunk.chunk_index + step;
    if (indexes.has(middle) || !indexes.has(middle + step)) continue;
    const bridge = await input.findChunk(chunk.path, middle);
    if (bridge) bridges.push(bridge);
  }
  return bridges;
}

interface Exchange {
  readonly candidates: readonly Chunk[];
  readonly chosen: ReadonlyMap<string, Chunk>;
  readonly rank: ReadonlyMap<string, number>;
  readonly cost: (chunk: Chunk) => number;
  readonly add: (chunk: Chunk) => boolean;
  readonly remove: (chunk: Chunk) => void;
  readonly input: PackInput;
  readonly used: () => number;
}

/** When what is left is smaller than any candidate: the weakest chosen ones give way to larger ones. True when it helped. */
function exchange({ candidates, chosen, rank, cost, add, remove, input, used }: Exchange): boolean {
  const budget = input.budgetTokens;
  if (used() >= budget * WELL_USED) return false;
  const waiting = candidates.filter((chunk) => !chosen.has(chunk.id)).slice(0, 200);
  let best: { out: Chunk; in: Chunk; total: number } | undefined;
  for (const out of weakest(chosen, rank, 16)) {
    for (const chunk of waiting) {
      const total = used() - cost(out) + cost(chunk);
      if (total <= budget && total > (best?.total ?? used())) best = { out, in: chunk, total };
    }
  }
  if (!best) return false;
  remove(best.out);
  return add(best.in);
}

function weakest(chosen: ReadonlyMap<string, Chunk>, rank: ReadonlyMap<string, number>, count: number): Chunk[] {
  return [...chosen.values()].sort((a, b) => rankOf(b, rank) - rankOf(a, rank)).slice(0, count);
}

function lastRanked(chosen: ReadonlyMap<string, Chunk>, rank: ReadonlyMap<string, number>): Chunk {
  return weakest(chosen, rank, 1)[0] as Chunk;
}

/** Bridges are not ranked: they go first when something must go. */
function rankOf(chunk: Chunk, rank: ReadonlyMap<string, number>): number {
  return rank.get(chunk.id) ?? Number.MAX_SAFE_INTEGER;
}

/** Of one file's part of the text, counted once for each set of chunks. */
function createCounter(input: PackInput): (file: PackFile) => number {
  const counts = new Map<string, number>();
  return (file) => {
    const key = file.chunks.map((chunk) => chunk.id).join();
    let tokens = counts.get(key);
    if (tokens === undefined) {
      tokens = input.countTokens(formatFile(file, input.format));
      counts.set(key, tokens);
    }
    return tokens;
  };
}

function render(chunks: readonly Chunk[], input: PackInput): string {
  return formatPack(toFiles(chunks), { format: input.format, title: input.title ?? '' });
}

function toFiles(chunks: readonly Chunk[]): PackFile[] {
  const files: { path: string; chunks: Chunk[] }[] = [];
  for (const chunk of inOrder(chunks)) {
    const file = files.at(-1);
    if (file?.path === chunk.path) file.chunks.push(chunk);
    else files.push({ path: chunk.path, chunks: [chunk] });
  }
  return files;
}

function inOrder(chunks: readonly Chunk[]): Chunk[] {
  return [...chunks].sort(
    (a, b) => compareUtf8(a.path, b.path) || a.start_line - b.start_line || a.chunk_index - b.chunk_index,
  );
}

function withoutRepeats(chunks: readonly Chunk[]): Chunk[] {
  const seen = new Set<string>();
  return chunks.filter((chunk) => !seen.has(chunk.content_hash) && seen.add(chunk.content_hash));
}
