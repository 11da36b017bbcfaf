import { type Kernel, MATCHED_KEY, type RankAnswer } from '../../kernel/contract.ts';
import { isSecondary } from '../../kinds/secondary.ts';
import { isCodeKind } from '../../model/kind.ts';
import { LIMITS } from '../../model/limits.ts';
import { alignMessage } from '../../search/align.ts';
import { type Frame, findFrameFiles, type Message } from '../../search/classify-query.ts';
import { findLiteral, HAS } from '../../search/literal.ts';
import type { QueryWord } from '../../search/query-words.ts';
import type { OpenShard, SearchedCollection } from '../open/faces.ts';
import { mapTexts } from './map-texts.ts';
import { type FoundChunk, placeOf, toFound, toOrdinal } from './to-hit.ts';

/** The chunks before all others, in order. */
export interface Best {
  readonly chunks: readonly FoundChunk[];
  /** The number of them that have everything that was typed, the first ones. Undefined if that cannot be told. */
  readonly all?: number;
  /** True if there may be more of them. */
  readonly partial?: boolean;
}

interface Context {
  readonly kernel: Kernel;
  readonly open: SearchedCollection;
  readonly isStale: () => boolean;
  readonly words: readonly QueryWord[];
  /** Whether tests and examples have full weight. */
  readonly secondaryToo: boolean;
  rank(required: readonly string[], limit: number): Promise<RankAnswer>;
}

/** Finds the chunks with a literal: those that define it, then uses; tests, examples and generated files after others. */
export async function findLiteralChunks(context: Context, literal: string): Promise<Best | undefined> {
  const { open, words, secondaryToo } = context;
  const limit = LIMITS.maxCompared;
  const texts = words.map(({ text }) => text);
  const answer = await context.rank(texts, limit);
  const isOpen = words.some(({ prefix }) => prefix);
  const last = literal.split(/\.|::|#|->/).at(-1) as string;
  const judged = await mapTexts(context, toFound(open, answer), (chunk, text) => {
    const { path, kind } = open.fileNames(chunk.fileIndex);
    const isCode = isCodeKind(kind);
    const { symbols, headings } = chunk.row();
    const isDefined =
      ((chunk.matched >>> MATCHED_KEY.title) & 1) === 1 || symbols.some((name) => name.split('.').at(-1) === last);
    const isNamed = headings.some((heading) => findLiteral(heading, { literal, isOpen, isCode: false }) >= HAS.use);
    const has = Math.max(
      isDefined ? HAS.definition : findLiteral(text, { literal, isOpen, isCode }),
      isNamed ? HAS.key : path.includes(literal) ? HAS.use : HAS.nothing,
    );
    const isLast = !secondaryToo && isSecondary(path, isCode);
    return {
      chunk: { ...chunk, text },
      has,
      place: isLast && has >= HAS.key ? HAS.use + 0.5 : isLast ? has / 10 : has,
    };
  });
  if (judged === undefined) return undefined;
  const chunks = judged
    .filter(({ has }) => has > HAS.nothing)
    .sort((a, b) => b.place - a.place || b.chunk.score - a.chunk.score)
    .map(({ chunk }) => chunk);
  return { chunks, all: chunks.length, partial: answer.total > limit };
}

/** Share of a message from which a text counts as having all of it. */
const WHOLE = 0.95;
/** Share from which a text is likely its source. */
const LIKELY = 0.6;
/** Weight of the ranking of the words; their sequence has the rest. */
const RANK_WEIGHT = 0.3;
/** Tests, examples and change logs repeat messages, and do not throw them. */
const SECONDARY_WEIGHT = 0.7;

interface MessageContext extends Context {
  readonly isStopWord: (word: string) => boolean;
  allows(shard: number, chunk: number): boolean;
}

/** Finds the innermost frame, then the chunk that repeats most of the message, the other frames, and the others by how much they repeat. */
export async function findMessageChunks(context: MessageContext, message: Message): Promise<Best | undefined> {
  const { kernel, open, isStopWord } = context;
  const frames = await findFrameChunks(context, message.frames);
  const ranked = toFound(open, await context.rank([], LIMITS.maxCompared));
  const read = await mapTexts(context, ranked, (chunk, text) => ({ ...chunk, text }));
  if (read === undefined) return undefined;
  const texts = read.map(({ text }) => text);
  const shares = alignMessage(kernel, { message: message.words, texts, isStopWord });
  const top = read[0]?.score || 1;
  const ordered = read
    .map((chunk, i) => {
      const { path, kind } = open.fileNames(chunk.fileIndex);
      const share = shares[i] as number;
      const less = isSecondary(path, isCodeKind(kind)) ? SECONDARY_WEIGHT : 1;
      return { chunk, share, value: less * (share + (RANK_WEIGHT * chunk.score) / top) };
    })
    .sort((a, b) => b.value - a.value);
  const isLikely = (ordered[0]?.share ?? 0) >= LIKELY;
  const [innermost = [], others = []] = [frames.slice(0, 1), frames.slice(1)];
  const list = ordered.map(({ chunk }) => chunk);
  const toKey = (chunk: FoundChunk): number => toOrdinal(open, chunk);
  const all = [...innermost, ...(isLikely ? list.splice(0, 1) : []), ...others, ...list];
  const chunks = [...new Map(all.map((chunk) => [toKey(chunk), chunk])).values()];
  const whole = new Set(
    [...frames, ...ordered.flatMap(({ chunk, share }) => (share >= WHOLE ? [chunk] : []))].map(toKey),
  );
  const firstPart = chunks.findIndex((chunk) => !whole.has(toKey(chunk)));
  return { chunks, all: firstPart < 0 ? chunks.length : firstPart };
}

/** More frames of a trace are calls far from the error. */
const MAX_FRAMES = 8;

async function findFrameChunks({ open, allows }: MessageContext, frames: readonly Frame[]): Promise<FoundChunk[]> {
  if (frames.length === 0) return [];
  await open.completeFiles();
  const paths = Array.from({ length: open.fileCount }, (_, i) => open.fileNames(i).path);
  const found: FoundChunk[] = [];
  for (const { line, ...frame } of frames.slice(0, MAX_FRAMES)) {
    const files = findFrameFiles({ line, ...frame }, paths);
    await open.prepareChunks(files);
    for (const fileIndex of files) {
      const shardIndex = open.shards.findIndex(({ fileOrder }) => fileOrder.includes(fileIndex));
      if (shardIndex < 0) continue;
      const { shard, fileOrder } = open.shards[shardIndex] as OpenShard;
      const file = fileOrder.indexOf(fileIndex);
      const end = shard.fileStarts[file + 1] as number;
      let local = shard.fileStarts[file] as number;
      while (local < end && shard.chunk(local).endLine < line) local++;
      const isThere = local < end && shard.chunk(local).startLine <= line && allows(shardIndex, local);
      if (isThere) found.push({ ...placeOf(open, shardIndex, local), score: 0, matched: 0 });
    }
  }
  return found;
}
