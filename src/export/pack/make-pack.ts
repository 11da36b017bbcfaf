import { compareUtf8 } from '../../lib/bytes.ts';
import type { Chunk } from '../../model/chunk.ts';
import { isCodeKind } from '../../model/kind.ts';
import type { Signature } from '../signatures/to-signatures.ts';
import { hasPages } from '../text/page-marks.ts';
import type { CountTokens } from './count-tokens.ts';
import {
  countFiles,
  formatFile,
  formatPack,
  formatReferences,
  formatTree,
  type PackFile,
  type PackFormat,
} from './format-pack.ts';

interface PackLevel {
  readonly budgetTokens: number;
  /** Best first; hand-picked chunks come before the hits of a query. */
  readonly candidates: readonly Chunk[];
  /** Relevant files, best first: those that are not included in full get an outline [P2]. */
  readonly outlined?: readonly Outlined[];
}

interface Outlined {
  readonly path: string;
  /** Returns the signature lines outside of these chunks that fit into `maxTokens`; none if the file has no structure. */
  read(inPack: readonly Chunk[], maxTokens: number): Promise<readonly Signature[]>;
}

/** The part of a pack's input that its frame has. */
export interface PackFrame {
  readonly format: PackFormat;
  /** The question. */
  readonly title?: string | undefined;
  readonly instructions?: string | undefined;
  /** Numbers the lines of code. */
  readonly citesLines?: boolean;
  /** The collection is incomplete, and the text says so. */
  readonly isIncomplete?: boolean;
  /** Changes to review; they come before the files. */
  readonly changes?: { readonly title: string; readonly text: string } | undefined;
}

interface PackInput extends PackLevel, PackFrame {
  /** The same for smaller budgets, smallest first: they are filled before, so that a larger pack contains what a smaller one has. */
  readonly smaller?: readonly PackLevel[];
  /** Order of files: by path, or by their best candidate. */
  readonly order?: 'path' | 'best';
  readonly countTokens: CountTokens;
  /** Refs of candidates that say nothing on their own: included only with another chunk of their file. */
  readonly companions?: ReadonlySet<string>;
  /** Finds a chunk of a file by its index, to bridge gaps and to complete files. */
  readonly findChunk?: (path: string, chunkIndex: number) => Promise<Chunk | undefined>;
  /** Returns the number of chunks of a file, their estimated tokens, and its title. */
  readonly describe?: (
    path: string,
  ) => { readonly chunks: number; readonly tokens: number } & Pick<PackFile, 'title' | 'reference'>;
  /** Called before each try of a candidate; may yield to other work, and may throw. */
  readonly onCandidate?: () => Promise<void> | undefined;
}

export interface Pack {
  readonly text: string;
  /** Tokens in the formatted text; never more than the budget. */
  readonly tokens: number;
  readonly chunks: number;
  readonly files: number;
  readonly outlines: number;
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

const NOTHING: Pack = { text: '', tokens: 0, chunks: 0, files: 0, outlines: 0, candidates: 0, refs: [], items: [] };
/** Above this share the rest is too small for another pass over the candidates. */
const FULL = 0.995;
const MAX_ROUNDS = 12;
/** Share of the budget for outlines of files that are not included in full. */
const OUTLINE_SHARE = 0.1;
/** Share of the budget for one outline. */
const ONE_OUTLINE_SHARE = 0.02;
const MIN_OUTLINE_TOKENS = 100;
/** Share of the budget for the names of files that did not fit. */
const LEFT_OUT_SHARE = 0.01;
const MAX_LEFT_OUT = 12;

/**
 * Adds ranked chunks greedily, equal content once, bridges one-chunk gaps and completes small files when they fit. The budget applies to the formatted
 * text: costs are counted file by file, then the whole is counted and corrected until it fits.
 */
export async function makePack(input: PackInput): Promise<Pack> {
  const levels: readonly PackLevel[] = [...(input.smaller ?? []), input];
  const all = withoutRepeats(levels.flatMap(({ candidates }) => candidates));
  const tokensOf = createCounter(input);
  const draft = createDraft(input, tokensOf);
  const emptyTokens = input.countTokens(renderPack([], [], input));
  if (emptyTokens > input.budgetTokens) return { ...NOTHING, candidates: all.length };
  let used = emptyTokens;
  const recount = (): void => {
    const files = draft.listFiles();
    used = files.reduce(
      (sum, file) => sum + tokensOf(file),
      emptyTokens + input.countTokens(formatTree(files) + formatReferences(files)),
    );
  };
  const fill = async (candidates: readonly Chunk[], budget: number, takesSiblings: boolean): Promise<void> => {
    const maxSource = hasSources(candidates) ? budget * SOURCE_SHARE : budget;
    const add = (chunk: Chunk, completes = false): boolean => {
      if (!draft.takes(chunk, completes) || (!takesSiblings && !completes && draft.isSibling(chunk, budget)))
        return false;
      const price = draft.priceOf(chunk);
      if (used + price > budget || (chunk.kind === 'document' && draft.spentOn(chunk.path) + price > maxSource))
        return false;
      draft.add(chunk, price);
      used += price;
      return true;
    };
    /** A chunk that closes a gap may leave so little of its file that the rest comes too. */
    const complete = async (chunk: Chunk): Promise<void> => {
      for (const more of await draft.findMore(chunk, budget, budget - used)) if (add(more, true)) await complete(more);
    };
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = draft.size();
      for (const chunk of candidates) {
        const left = budget - used;
        if (left < budget * (1 - FULL)) break;
        await input.onCandidate?.();
        // Text rarely has more than eight characters per token: a larger chunk cannot fit and need not be counted.
        if (chunk.tokenEstimate / 2 > left || !add(chunk)) continue;
        await complete(chunk);
      }
      // Chunks merged into one block cost less than separately: there may be space again.
      recount();
      if (draft.size() === before) break;
    }
  };
  const isTight = all.reduce((sum, { tokenEstimate }) => sum + tokenEstimate, 0) > input.budgetTokens;
  for (const { budgetTokens, candidates, outlined = [] } of levels) {
    const budget = isTight ? Math.floor(budgetTokens * (1 - LEFT_OUT_SHARE)) : budgetTokens;
    const own = withoutRepeats(candidates);
    if (outlined.length > 0) {
      await fill(own, Math.floor(budget * (1 - OUTLINE_SHARE)), false);
      await draft.addOutlines(outlined, budgetTokens, budget - used);
      recount();
    }
    await fill(own, budget, false);
    await fill(own, budget, true);
  }
  // Sums of parts are a token or two off at their borders. The budget is for the whole text.
  let text = renderPack(draft.listFiles(), [], input);
  while (input.countTokens(text) > input.budgetTokens && draft.dropLast())
    text = renderPack(draft.listFiles(), [], input);
  const files = draft.listFiles();
  const inPack = new Set(files.map(({ path }) => path));
  const leftOut = [...new Set(all.map(({ path }) => path))].filter((path) => !inPack.has(path)).slice(0, MAX_LEFT_OUT);
  for (let count = leftOut.length; count > 0; count--) {
    const named = renderPack(files, leftOut.slice(0, count), input);
    if (input.countTokens(named) > input.budgetTokens) continue;
    text = named;
    break;
  }
  return {
    text,
    tokens: input.countTokens(text),
    candidates: all.length,
    ...countFiles(files),
    refs: files.flatMap(({ chunks }) => chunks.map(({ ref }) => ref)),
    items: draft.listItems(files),
  };
}

/** Share of the budget for one document if there are several. */
const SOURCE_SHARE = 1 / 3;

function hasSources(candidates: readonly Chunk[]): boolean {
  const paths = new Set(candidates.filter(({ kind }) => kind === 'document').map(({ path }) => path));
  return paths.size * SOURCE_SHARE >= 1;
}

/** A file up to this share of the budget is included in full once half of it is: of a small budget, of a large one. */
const MAX_WHOLE_SHARE = { small: 0.3, large: 0.125 };
const SMALL_BUDGET = 20_000;
/** A larger file is completed if no more than this share of what is in is missing. */
const LAST_SHARE = 0.15;
/** Share of common words from which two chunks of a file are made after one pattern. */
const SIBLING_SHARE = 0.7;
const MIN_SIBLING_WORDS = 8;

/** The contents of a pack in the order in which they were added. */
function createDraft(input: PackInput, tokensOf: (file: PackFile) => number) {
  const chosen = new Map<string, Chunk>();
  const byPath = new Map<string, Chunk[]>();
  const hashes = new Set<string>();
  const spent = new Map<string, number>();
  const outlines = new Map<string, readonly Signature[]>();
  const words = new Map<string, ReadonlySet<string>>();
  const own = (path: string): readonly Chunk[] => byPath.get(path) ?? [];
  const priceOfOutline = (file: PackFile): number => tokensOf(file) + input.countTokens(formatTree([file]));
  const isWhole = (path: string): boolean => own(path).length === input.describe?.(path).chunks;
  const isSmall = (path: string, budget: number): boolean => {
    const share = budget < SMALL_BUDGET ? MAX_WHOLE_SHARE.small : MAX_WHOLE_SHARE.large;
    return (input.describe?.(path).tokens ?? 0) <= budget * share;
  };
  const wordsOf = ({ ref, content }: Chunk): ReadonlySet<string> => {
    const known = words.get(ref) ?? new Set(content.match(/[A-Za-z_]\w+/g));
    words.set(ref, known);
    return known;
  };

  const listFiles = (): PackFile[] => {
    const paths = [...new Set([...byPath.keys(), ...outlines.keys()])];
    const files = paths.map((path): PackFile => {
      const chunks = [...own(path)].sort((a, b) => a.chunkIndex - b.chunkIndex);
      const outline = outlines.get(path)?.filter(({ line }) => !chunks.some((chunk) => isOn(line, chunk)));
      const { title, reference } = input.describe?.(path) ?? {};
      return {
        path,
        chunks,
        isWhole: isWhole(path),
        title,
        reference,
        ...(outline && outline.length > 0 ? { outline } : {}),
      };
    });
    // By importance; files with an outline only come last.
    const ordered = files.sort((a, b) => Number(a.chunks.length === 0) - Number(b.chunks.length === 0));
    return input.order === 'path' ? ordered.sort((a, b) => compareUtf8(a.path, b.path)) : ordered;
  };

  return {
    listFiles,
    size: () => chosen.size,
    spentOn: (path: string) => spent.get(path) ?? 0,
    takes: ({ ref, path, contentHash }: Chunk, completes: boolean): boolean =>
      !chosen.has(ref) &&
      (completes || !hashes.has(contentHash)) &&
      (input.companions?.has(ref) !== true || own(path).length > 0),
    priceOf: (chunk: Chunk): number => {
      const { title, reference } = input.describe?.(chunk.path) ?? {};
      const file = { path: chunk.path, chunks: [chunk], title, reference };
      const listed = formatTree([file]) + formatReferences([file]);
      return tokensOf(file) + (byPath.has(chunk.path) ? 0 : input.countTokens(listed));
    },
    add(chunk: Chunk, price: number): void {
      chosen.set(chunk.ref, chunk);
      byPath.set(chunk.path, [...own(chunk.path), chunk]);
      hashes.add(chunk.contentHash);
      spent.set(chunk.path, (spent.get(chunk.path) ?? 0) + price);
    },
    /** Whether a chunk of code has nearly the words of another one of a large file, as methods made after one pattern do. */
    isSibling(chunk: Chunk, budget: number): boolean {
      if (!isCodeKind(chunk.kind) || isSmall(chunk.path, budget)) return false;
      const mine = wordsOf(chunk);
      if (mine.size < MIN_SIBLING_WORDS) return false;
      return own(chunk.path).some((other) => {
        const theirs = wordsOf(other);
        const common = [...mine].filter((word) => theirs.has(word)).length;
        return common >= SIBLING_SHARE * Math.max(mine.size, theirs.size);
      });
    },
    /** Finds single chunks between two chosen ones, or the rest of a file that is small or nearly complete. */
    async findMore({ path, chunkIndex }: Chunk, budget: number, left: number): Promise<Chunk[]> {
      const indexes = new Set(own(path).map((chunk) => chunk.chunkIndex));
      const size = input.describe?.(path);
      const inTokens = own(path).reduce((sum, { tokenEstimate }) => sum + tokenEstimate, 0);
      const rest = (size?.tokens ?? 0) - inTokens;
      const mayMiss = isSmall(path, budget) ? inTokens : inTokens * LAST_SHARE;
      const wanted =
        size !== undefined && rest <= mayMiss && rest * 2 <= left
          ? Array.from({ length: size.chunks }, (_, i) => i).filter((i) => !indexes.has(i))
          : [chunkIndex - 1, chunkIndex + 1].filter((i) => !indexes.has(i) && indexes.has(i * 2 - chunkIndex));
      const found = await Promise.all(wanted.map((i) => input.findChunk?.(path, i)));
      return found.filter((chunk) => chunk !== undefined);
    },
    async addOutlines(files: readonly Outlined[], budgetTokens: number, left: number): Promise<void> {
      const maxTokens = Math.max(MIN_OUTLINE_TOKENS, Math.floor(budgetTokens * ONE_OUTLINE_SHARE));
      let usedTokens = 0;
      for (const { path, read } of files) {
        if (left - usedTokens < MIN_OUTLINE_TOKENS / 2) break;
        if (isWhole(path)) continue;
        const room = Math.min(maxTokens, left - usedTokens);
        const before = outlines.get(path) ?? [];
        const more = await read(own(path), room);
        const lines = new Map([...before, ...more].map((signature) => [signature.text, signature]));
        if (lines.size === before.length) continue;
        const outline = [...lines.values()].sort((a, b) => a.line - b.line);
        const file = { path, chunks: [], outline };
        const paid = before.length === 0 ? 0 : priceOfOutline({ ...file, outline: before });
        const price = priceOfOutline(file) - paid;
        if (usedTokens + price > left) continue;
        outlines.set(path, outline);
        usedTokens += price;
      }
    },
    /** Removes what was added last. Returns false if nothing is left. */
    dropLast(): boolean {
      const last = [...chosen.values()].at(-1);
      if (last === undefined) return outlines.delete([...outlines.keys()].at(-1) ?? '');
      chosen.delete(last.ref);
      const rest = own(last.path).filter((chunk) => chunk !== last);
      if (rest.length === 0) byPath.delete(last.path);
      else byPath.set(last.path, rest);
      return true;
    },
    listItems: (files: readonly PackFile[]): PackedItem[] => [
      ...[...chosen.values()].map((chunk) => ({ chunk, tokens: tokensOf({ path: chunk.path, chunks: [chunk] }) })),
      ...files.flatMap(({ path, outline }) =>
        outline === undefined ? [] : [{ path, outline, tokens: tokensOf({ path, chunks: [], outline }) }],
      ),
    ],
  };
}

function isOn(line: number, { startLine, endLine }: Chunk): boolean {
  return startLine <= line && line <= endLine;
}

/** Counts one file's part of the text, once for each set of chunks. */
function createCounter(input: PackInput): (file: PackFile) => number {
  const counts = new Map<string, number>();
  const style = { format: input.format, citesLines: input.citesLines === true };
  return (file) => {
    const outline = file.outline === undefined ? '' : `${file.path} ${file.outline.map(({ line }) => line).join()}`;
    const key = `${file.chunks.map(({ ref }) => ref).join()}|${file.isWhole === true}|${outline}`;
    const tokens = counts.get(key) ?? input.countTokens(formatFile(file, style));
    counts.set(key, tokens);
    return tokens;
  };
}

function renderPack(files: readonly PackFile[], leftOut: readonly string[], input: PackInput): string {
  // The empty frame has the longer note if any candidate needs it, so that the chosen chunks never make it grow.
  const chunks = files.length === 0 ? input.candidates : files.flatMap((file) => file.chunks);
  const frame = toFrame(input);
  const citesLines = frame.citesLines && chunks.some(({ kind }) => isCodeKind(kind));
  return formatPack(files, { ...frame, citesLines, leftOut, hasPages: chunks.some(hasPages) });
}

/** Formats a pack without files, with the longest note. */
export function formatFrame(frame: PackFrame): string {
  return formatPack([], { ...toFrame(frame), hasPages: true });
}

function toFrame({ format, title = '', instructions = '', citesLines = false, ...rest }: PackFrame) {
  const { isIncomplete = false, changes } = rest;
  return { format, title, instructions, citesLines, isIncomplete, changes, leftOut: [] };
}

function withoutRepeats(chunks: readonly Chunk[]): Chunk[] {
  const seen = new Set<string>();
  return chunks.filter((chunk) => !seen.has(chunk.contentHash) && seen.add(chunk.contentHash));
}
