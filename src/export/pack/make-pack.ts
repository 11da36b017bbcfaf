import { compareUtf8 } from '../../lib/bytes.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { Signature } from '../signatures/to-signatures.ts';
import type { CountTokens } from './count-tokens.ts';
import { formatFile, formatPack, type PackFile, type PackFormat } from './format-pack.ts';

export interface PackInput {
  /** Best first; a hand-picked basket stands before the hits of a query. */
  readonly candidates: readonly Chunk[];
  readonly budgetTokens: number;
  readonly format: PackFormat;
  /** Of files: by path, or by the best of their candidates. */
  readonly order?: 'path' | 'best';
  readonly countTokens: CountTokens;
  /** The query, or nothing for a basket. */
  readonly title?: string;
  /** The text then says that the collection is. */
  readonly isIncomplete?: boolean;
  /** Refs of candidates that say nothing alone: they come only where another chunk of their file is in. */
  readonly companions?: ReadonlySet<string>;
  /** Chunk of a file by its index, for bridging gaps. */
  readonly findChunk?: (path: string, chunkIndex: number) => Promise<Chunk | undefined>;
  /** Called before each candidate that is tried, as often as it is tried; may let other work in, and may throw. */
  readonly onCandidate?: () => Promise<void> | undefined;
  /** Files that matter, best first: those of which no chunk fits come as outlines [P2]. */
  readonly outlines?: Outlines;
}

export interface Outlines {
  readonly paths: readonly string[];
  /** Lines of its signatures that `tokens` have room for; none where the file has no structure. */
  read(path: string, maxTokens: number): Promise<readonly Signature[]>;
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
  /** Chunks and outlines, best first, with what each would take alone. */
  readonly items: readonly PackedItem[];
}

export type PackedItem =
  | { readonly chunk: Chunk; readonly tokens: number }
  | { readonly path: string; readonly outline: readonly Signature[]; readonly tokens: number };

/** Below this share of the budget the pack looks for exchanges that fill it better. */
const WELL_USED = 0.95;
/** What is left under this share is not worth another look through the candidates. */
const FULL = 0.995;
const MAX_ROUNDS = 12;
/** Of the budget, for outlines of files that do not come whole. */
const OUTLINE_SHARE = 0.1;
/** Of the budget, for one outline. */
const ONE_OUTLINE_SHARE = 0.02;
const MIN_OUTLINE_TOKENS = 100;

/**
 * Ranked chunks greedily, equal content once, one-chunk gaps bridged when they fit, in order of path and line. The budget holds for the
 * text as formatted: costs are counted file by file, then the whole is counted and corrected until it fits.
 */
export async function makePack(input: PackInput): Promise<Pack> {
  const candidates = withoutRepeats(input.candidates);
  const tokensOf = createCounter(input);
  const cost = (chunk: Chunk): number => tokensOf({ path: chunk.path, chunks: [chunk] });
  const chosen = new Map<string, Chunk>();
  const outlines = new Map<string, readonly Signature[]>();
  const rank = new Map(candidates.map((chunk, index) => [chunk.ref, index]));
  const render = (): string =>
    renderPack(toFiles([...chosen.values()], outlines, input.order === 'best' ? rank : undefined), input);
  const emptyTokens = input.countTokens(renderPack([], input));
  let used = emptyTokens;
  if (used > input.budgetTokens) return { ...NOTHING, candidates: candidates.length };

  const hashes = new Set<string>();
  let budget = input.budgetTokens;
  const add = (chunk: Chunk): boolean => {
    if (chosen.has(chunk.ref) || hashes.has(chunk.content_hash) || isAlone(chunk, chosen, input)) return false;
    const price = cost(chunk);
    if (used + price > budget) return false;
    chosen.set(chunk.ref, chunk);
    hashes.add(chunk.content_hash);
    used += price;
    return true;
  };
  const remove = (chunk: Chunk): void => {
    if (!chosen.delete(chunk.ref)) return;
    hashes.delete(chunk.content_hash);
    used -= cost(chunk);
  };
  const recount = (): void => {
    used = emptyTokens;
    for (const file of toFiles([...chosen.values()], outlines)) used += tokensOf(file);
  };
  const fill = async (): Promise<void> => {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = chosen.size;
      for (const chunk of candidates) {
        const left = budget - used;
        if (left < budget * (1 - FULL)) break;
        await input.onCandidate?.();
        // Hardly any text has more than eight characters a token: what is larger cannot fit and need not be counted.
        if (chunk.token_estimate / 2 > left || !add(chunk)) continue;
        for (const bridge of await findBridges(chunk, chosen, input)) add(bridge);
      }
      // Neighbours that became one block cost less than they did alone: there may be room again.
      recount();
      if (chosen.size > before) continue;
      if (!exchange({ candidates, chosen, rank, cost, add, remove, budget, used: () => used })) break;
    }
  };
  if (input.outlines !== undefined) {
    budget = Math.floor(input.budgetTokens * (1 - OUTLINE_SHARE));
    await fill();
    budget = input.budgetTokens;
    used += await addOutlines(input, { chosen, outlines, tokensOf, left: budget - used });
  }
  await fill();
  // Sums of parts are a token or two off at their seams. The promise is about the whole.
  let text = render();
  used = input.countTokens(text);
  while (used > input.budgetTokens) {
    const last = weakest(chosen, rank, 1)[0];
    if (last === undefined) outlines.delete([...outlines.keys()].at(-1) as string);
    else remove(last);
    text = render();
    used = input.countTokens(text);
  }
  const ordered = toFiles([...chosen.values()], outlines, input.order === 'best' ? rank : undefined).flatMap(
    ({ chunks }) => chunks,
  );
  return {
    text,
    tokens: used,
    chunks: ordered.length,
    candidates: candidates.length,
    refs: ordered.map((chunk) => chunk.ref),
    items: [
      ...weakest(chosen, rank, chosen.size)
        .reverse()
        .map((chunk) => ({ chunk, tokens: cost(chunk) })),
      ...[...outlines].map(([path, outline]) => ({ path, outline, tokens: tokensOf({ path, chunks: [], outline }) })),
    ],
  };
}

const NOTHING: Pack = { text: '', tokens: 0, chunks: 0, candidates: 0, refs: [], items: [] };

/** Files of which nothing was chosen, while there is room. Answers what they take. */
async function addOutlines(
  { outlines: wanted, budgetTokens }: PackInput,
  {
    chosen,
    outlines,
    tokensOf,
    left,
  }: {
    chosen: ReadonlyMap<string, Chunk>;
    outlines: Map<string, readonly Signature[]>;
    tokensOf: (file: PackFile) => number;
    left: number;
  },
): Promise<number> {
  const whole = new Set([...chosen.values()].map(({ path }) => path));
  const maxTokens = Math.max(MIN_OUTLINE_TOKENS, Math.floor(budgetTokens * ONE_OUTLINE_SHARE));
  let taken = 0;
  for (const path of wanted?.paths ?? []) {
    if (left - taken < MIN_OUTLINE_TOKENS / 2) break;
    if (whole.has(path)) continue;
    const outline = (await wanted?.read(path, Math.min(maxTokens, left - taken))) ?? [];
    if (outline.length === 0) continue;
    const price = tokensOf({ path, chunks: [], outline });
    if (taken + price > left) continue;
    outlines.set(path, outline);
    taken += price;
  }
  return taken;
}

function isAlone({ ref, path }: Chunk, chosen: ReadonlyMap<string, Chunk>, { companions }: PackInput): boolean {
  return companions?.has(ref) === true && ![...chosen.values()].some((other) => other.path === path);
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
  readonly budget: number;
  readonly used: () => number;
}

/** When what is left is smaller than any candidate: the weakest chosen ones give way to larger ones. True when it helped. */
function exchange({ candidates, chosen, rank, cost, add, remove, budget, used }: Exchange): boolean {
  if (used() >= budget * WELL_USED) return false;
  const waiting = candidates.filter((chunk) => !chosen.has(chunk.ref)).slice(0, 200);
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

/** Bridges are not ranked: they go first when something must go. */
function rankOf(chunk: Chunk, rank: ReadonlyMap<string, number>): number {
  return rank.get(chunk.ref) ?? Number.MAX_SAFE_INTEGER;
}

/** Of one file's part of the text, counted once for each set of chunks. */
function createCounter(input: PackInput): (file: PackFile) => number {
  const counts = new Map<string, number>();
  return (file) => {
    const key = `${file.chunks.map((chunk) => chunk.ref).join()}|${file.outline === undefined ? '' : file.path}`;
    let tokens = counts.get(key);
    if (tokens === undefined) {
      tokens = input.countTokens(formatFile(file, input.format));
      counts.set(key, tokens);
    }
    return tokens;
  };
}

function renderPack(files: readonly PackFile[], input: PackInput): string {
  const { format, title = '', isIncomplete = false } = input;
  return formatPack(files, { format, title, isIncomplete });
}

/** With `rank` the file of the best chunk comes first, and outlines last. */
function toFiles(
  chunks: readonly Chunk[],
  outlines: ReadonlyMap<string, readonly Signature[]>,
  rank?: ReadonlyMap<string, number>,
): PackFile[] {
  const files = new Map<string, { path: string; chunks: Chunk[]; outline?: readonly Signature[] }>();
  for (const chunk of inOrder(chunks)) {
    const file = files.get(chunk.path);
    if (file === undefined) files.set(chunk.path, { path: chunk.path, chunks: [chunk] });
    else file.chunks.push(chunk);
  }
  for (const [path, outline] of outlines) files.set(path, { ...(files.get(path) ?? { path, chunks: [] }), outline });
  const bestOf = ({ chunks: own }: PackFile): number =>
    rank === undefined ? 0 : Math.min(...own.map((chunk) => rankOf(chunk, rank)), Number.MAX_SAFE_INTEGER);
  return [...files.values()].sort((a, b) => bestOf(a) - bestOf(b) || compareUtf8(a.path, b.path));
}

function inOrder(chunks: readonly Chunk[]): Chunk[] {
  return [...chunks].sort((a, b) => a.start_line - b.start_line || a.chunk_index - b.chunk_index);
}

function withoutRepeats(chunks: readonly Chunk[]): Chunk[] {
  const seen = new Set<string>();
  return chunks.filter((chunk) => !seen.has(chunk.content_hash) && seen.add(chunk.content_hash));
}
