import { compareUtf8 } from '../../lib/bytes.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { Signature } from '../signatures/to-signatures.ts';
import { hasPages } from '../text/page-marks.ts';
import type { CountTokens } from './count-tokens.ts';
import { formatFile, formatPack, type PackFile, type PackFormat } from './format-pack.ts';

/** The part of a pack's input that its frame has. */
export interface PackFrame {
  readonly format: PackFormat;
  /** The question. */
  readonly title?: string | undefined;
  readonly instructions?: string | undefined;
  /** The collection is incomplete, and the text says so. */
  readonly isIncomplete?: boolean;
  /** Changes to review; they come before the files. */
  readonly changes?: { readonly title: string; readonly text: string } | undefined;
}

interface PackInput extends PackFrame {
  /** Best first; hand-picked chunks come before the hits of a query. */
  readonly candidates: readonly Chunk[];
  readonly budgetTokens: number;
  /** Order of files: by path, or by their best candidate. */
  readonly order?: 'path' | 'best';
  readonly countTokens: CountTokens;
  /** Refs of candidates that say nothing on their own: included only with another chunk of their file. */
  readonly companions?: ReadonlySet<string>;
  /** Finds a chunk of a file by its index, to bridge gaps. */
  readonly findChunk?: (path: string, chunkIndex: number) => Promise<Chunk | undefined>;
  /** Called before each try of a candidate; may yield to other work, and may throw. */
  readonly onCandidate?: () => Promise<void> | undefined;
  /** Relevant files, best first: a file without a chunk that fits is included as an outline [P2]. */
  readonly outlines?: Outlines;
}

export interface Outlines {
  readonly paths: readonly string[];
  /** Returns the signature lines that fit into `maxTokens`; none if the file has no structure. */
  read(path: string, maxTokens: number): Promise<readonly Signature[]>;
}

export interface Pack {
  readonly text: string;
  /** Tokens in the formatted text; never more than the budget. */
  readonly tokens: number;
  readonly chunks: number;
  /** Distinct contents among the candidates. */
  readonly candidates: number;
  /** In the order of the text. */
  readonly refs: readonly string[];
  /** Chunks and outlines, best first, with the tokens each would take on its own. */
  readonly items: readonly PackedItem[];
}

export type PackedItem =
  | { readonly chunk: Chunk; readonly tokens: number }
  | { readonly path: string; readonly outline: readonly Signature[]; readonly tokens: number };

/** Below this share of the budget the pack tries exchanges that fill it better. */
const WELL_USED = 0.95;
/** Above this share the rest is too small for another pass over the candidates. */
const FULL = 0.995;
const MAX_ROUNDS = 12;
/** Share of the budget for outlines of files that are not included in full. */
const OUTLINE_SHARE = 0.1;
/** Share of the budget for one outline. */
const ONE_OUTLINE_SHARE = 0.02;
const MIN_OUTLINE_TOKENS = 100;

/**
 * Adds ranked chunks greedily, equal content once, bridges one-chunk gaps when they fit, and orders by path and line. The budget applies to the
 * formatted text: costs are counted file by file, then the whole is counted and corrected until it fits.
 */
export async function makePack(input: PackInput): Promise<Pack> {
  const candidates = withoutRepeats(input.candidates);
  const tokensOf = createCounter(input);
  const cost = (chunk: Chunk): number => tokensOf({ path: chunk.path, chunks: [chunk] });
  const chosen = new Map<string, Chunk>();
  const outlines = new Map<string, readonly Signature[]>();
  const rank = new Map(candidates.map((chunk, index) => [chunk.ref, index]));
  const listFiles = (): PackFile[] =>
    toFiles([...chosen.values()], outlines, input.order === 'best' ? rank : undefined);
  const emptyTokens = input.countTokens(renderPack([], input));
  let used = emptyTokens;
  if (used > input.budgetTokens) return { ...NOTHING, candidates: candidates.length };

  const hashes = new Set<string>();
  let budget = input.budgetTokens;
  const add = (chunk: Chunk): boolean => {
    if (chosen.has(chunk.ref) || hashes.has(chunk.contentHash) || isAlone(chunk, chosen, input)) return false;
    const price = cost(chunk);
    if (used + price > budget) return false;
    chosen.set(chunk.ref, chunk);
    hashes.add(chunk.contentHash);
    used += price;
    return true;
  };
  const remove = (chunk: Chunk): void => {
    if (!chosen.delete(chunk.ref)) return;
    hashes.delete(chunk.contentHash);
    used -= cost(chunk);
  };
  const recount = (): void => {
    used = emptyTokens;
    for (const file of listFiles()) used += tokensOf(file);
  };
  const fill = async (): Promise<void> => {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = chosen.size;
      for (const chunk of candidates) {
        const left = budget - used;
        if (left < budget * (1 - FULL)) break;
        await input.onCandidate?.();
        // Text rarely has more than eight characters per token: a larger chunk cannot fit and need not be counted.
        if (chunk.tokenEstimate / 2 > left || !add(chunk)) continue;
        for (const bridge of await findBridges(chunk, chosen, input)) add(bridge);
      }
      // Chunks merged into one block cost less than separately: there may be space again.
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
  // Sums of parts are a token or two off at their borders. The budget is for the whole text.
  let text = renderPack(listFiles(), input);
  used = input.countTokens(text);
  while (used > input.budgetTokens) {
    const last = weakest(chosen, rank, 1)[0];
    if (last === undefined) outlines.delete([...outlines.keys()].at(-1) as string);
    else remove(last);
    text = renderPack(listFiles(), input);
    used = input.countTokens(text);
  }
  const ordered = listFiles().flatMap(({ chunks }) => chunks);
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

/** Adds outlines of files without a chosen chunk while they fit. Returns their tokens. */
async function addOutlines(
  { outlines: candidates, budgetTokens }: PackInput,
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
  let usedTokens = 0;
  for (const path of candidates?.paths ?? []) {
    if (left - usedTokens < MIN_OUTLINE_TOKENS / 2) break;
    if (whole.has(path)) continue;
    const outline = (await candidates?.read(path, Math.min(maxTokens, left - usedTokens))) ?? [];
    if (outline.length === 0) continue;
    const price = tokensOf({ path, chunks: [], outline });
    if (usedTokens + price > left) continue;
    outlines.set(path, outline);
    usedTokens += price;
  }
  return usedTokens;
}

function isAlone({ ref, path }: Chunk, chosen: ReadonlyMap<string, Chunk>, { companions }: PackInput): boolean {
  return companions?.has(ref) === true && ![...chosen.values()].some((other) => other.path === path);
}

/** Finds single chunks between two chosen ones. */
async function findBridges(chunk: Chunk, chosen: ReadonlyMap<string, Chunk>, input: PackInput): Promise<Chunk[]> {
  if (!input.findChunk) return [];
  const bridges: Chunk[] = [];
  const indexes = new Set<number>();
  for (const other of chosen.values()) if (other.path === chunk.path) indexes.add(other.chunkIndex);
  for (const step of [-1, 1]) {
    const middle = chunk.chunkIndex + step;
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

/** Runs when the space left is smaller than any candidate: replaces the weakest chosen chunks with larger ones. Returns true if that helped. */
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

/** Bridges are not ranked: they are removed first. */
const UNRANKED = Number.MAX_SAFE_INTEGER;

function rankOf(chunk: Chunk, rank: ReadonlyMap<string, number>): number {
  return rank.get(chunk.ref) ?? UNRANKED;
}

/** Counts one file's part of the text, once for each set of chunks. */
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
  // The empty frame has the longer note if any candidate needs it, so that the chosen chunks never make it grow.
  const chunks = files.length === 0 ? input.candidates : files.flatMap((file) => file.chunks);
  return formatPack(files, { ...toFrame(input), hasPages: chunks.some(hasPages) });
}

/** Formats a pack without files, with the longest note. */
export function formatFrame(frame: PackFrame): string {
  return formatPack([], { ...toFrame(frame), hasPages: true });
}

function toFrame({ format, title = '', instructions = '', isIncomplete = false, changes }: PackFrame) {
  return { format, title, instructions, isIncomplete, changes };
}

/** With `rank`, sorts the file of the best chunk first, and outlines last. */
function toFiles(
  chunks: readonly Chunk[],
  outlines: ReadonlyMap<string, readonly Signature[]>,
  rank?: ReadonlyMap<string, number>,
): PackFile[] {
  const files = new Map<string, { path: string; chunks: Chunk[]; outline?: readonly Signature[] }>();
  const best = new Map<string, number>();
  for (const chunk of [...chunks].sort((a, b) => a.startLine - b.startLine || a.chunkIndex - b.chunkIndex)) {
    const file = files.get(chunk.path) ?? { path: chunk.path, chunks: [] };
    file.chunks.push(chunk);
    files.set(chunk.path, file);
    if (rank) best.set(chunk.path, Math.min(best.get(chunk.path) ?? UNRANKED, rankOf(chunk, rank)));
  }
  for (const [path, outline] of outlines) files.set(path, { ...(files.get(path) ?? { path, chunks: [] }), outline });
  const bestOf = ({ path }: PackFile): number => (rank ? (best.get(path) ?? UNRANKED) : 0);
  return [...files.values()].sort((a, b) => bestOf(a) - bestOf(b) || compareUtf8(a.path, b.path));
}

function withoutRepeats(chunks: readonly Chunk[]): Chunk[] {
  const seen = new Set<string>();
  return chunks.filter((chunk) => !seen.has(chunk.contentHash) && seen.add(chunk.contentHash));
}
