import { type Kernel, MATCHED_KEY, type RankAnswer } from '../../kernel/contract.ts';
import { isSecondary } from '../../kinds/secondary.ts';
import { isCodeKind } from '../../model/kind.ts';
import { LIMITS } from '../../model/limits.ts';
import type { Analysis } from '../../search/analysis.ts';
import { type Frame, findFrameFiles, type Message, type MessageWord } from '../../search/classify-query.ts';
import type { QueryWord } from '../../search/parse-query.ts';
import { createPhraseTest, toSequence } from '../../search/phrase.ts';
import type { OpenShard, SearchedCollection } from '../open/faces.ts';
import { type FoundChunk, placeOf, prepareFound, toFound, toOrdinal } from './to-hit.ts';

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
  const lineOf = new Map([...frames].reverse().map((chunk) => [toKey(chunk), chunk.line]));
  const chunks = [...new Map(all.map((chunk) => [toKey(chunk), chunk])).values()].map((chunk) => {
    return { ...chunk, line: lineOf.get(toKey(chunk)) };
  });
  const whole = new Set(
    [...frames, ...ordered.flatMap(({ chunk, share }) => (share >= WHOLE ? [chunk] : []))].map(toKey),
  );
  const firstPart = chunks.findIndex((chunk) => !whole.has(toKey(chunk)));
  return { chunks, all: firstPart < 0 ? chunks.length : firstPart };
}

/** Finds the chunks with all words of a message in sequence but its value. */
export async function findTemplateChunks(
  context: MessageContext,
  words: readonly MessageWord[],
): Promise<Best | undefined> {
  const required = words
    .map(({ text, isValue }) => (isValue ? '\n' : text))
    .join(' ')
    .split('\n')
    .filter((run) => run.trim() !== '');
  const rank = (_: readonly string[], limit: number) => context.rank(required, limit);
  const found = await findMessageChunks({ ...context, rank }, { words, frames: [] });
  const test = createPhraseTest(context.kernel, { required, excluded: [] });
  const chunks = found?.chunks.filter(({ text = '' }) => test([text]));
  return chunks && { chunks, all: chunks.length };
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
      if (isThere) found.push({ ...placeOf(open, shardIndex, local), score: 0, matched: 0, line });
    }
  }
  return found;
}

/** A text may have this share of a word's weight between two words of the message, and the message between two of the text: `" + name + "`. */
const GAP = 0.12;
const VALUE_WEIGHT = 0.2;
const STOP_WEIGHT = 0.4;

interface Aligned {
  readonly message: readonly MessageWord[];
  readonly texts: readonly string[];
  readonly isStopWord: (word: string) => boolean;
}

/**
 * Returns the share of a message that each text repeats in sequence, by weight of its words; a word weighs less the more of the texts have it.
 * The best local alignment: where the message has a value, the source has something else.
 */
function alignMessage(
  kernel: Pick<Analysis, 'tokens'> & { log(x: number): number },
  { message, texts, isStopWord }: Aligned,
): number[] {
  const toWords = (text: string): string[] => toSequence(kernel.tokens(text));
  const words = message.flatMap(({ text, isValue }) => toWords(text).map((word) => ({ word, isValue })));
  const numbers = new Map(words.map(({ word }, i) => [word, i]));
  const ids = words.map(({ word }) => numbers.get(word) as number);
  const sequences = texts.map((text) => toWords(text).map((word) => numbers.get(word) ?? -1));
  const having = new Uint32Array(words.length);
  for (const sequence of sequences)
    for (const id of new Set(sequence)) if (id >= 0) having[id] = (having[id] as number) + 1;
  const weights = words.map(({ word, isValue }, i) => {
    const rare = kernel.log(1 + (texts.length + 1) / ((having[ids[i] as number] as number) + 0.5));
    return rare * (isValue ? VALUE_WEIGHT : isStopWord(word) ? STOP_WEIGHT : 1);
  });
  const whole = words.reduce((sum, { isValue }, i) => sum + (isValue ? 0 : (weights[i] as number)), 0) || 1;
  const gap = (GAP * whole) / Math.max(1, words.length);
  return sequences.map((sequence) => Math.min(1, findBest(sequence, ids, weights, gap) / whole));
}

/** Smith and Waterman's algorithm, row by row of the text. */
function findBest(text: readonly number[], ids: readonly number[], weights: readonly number[], gap: number): number {
  let row = new Float64Array(ids.length + 1);
  let above = new Float64Array(ids.length + 1);
  let best = 0;
  for (const id of text) {
    [row, above] = [above, row];
    for (let i = 0; i < ids.length; i++) {
      const met = id >= 0 && ids[i] === id ? (above[i] as number) + (weights[i] as number) : 0;
      const score = Math.max(0, met, (above[i + 1] as number) - gap, (row[i] as number) - gap);
      row[i + 1] = score;
      if (score > best) best = score;
    }
  }
  return best;
}

/** How a text has a literal: not at all, in another case or as a part, as written, as a key or heading, as a value with a name, or as a symbol. */
const HAS = { nothing: 0, folded: 1, use: 2, key: 3, value: 4, definition: 5 } as const;

/** Only modifiers, types and a quotation mark before it, and a value after it. */
const KEY_BEFORE = /^[\s\-*+{([,]*(?:[\w.<>[\]?*&]+\s+){0,6}[@:$*&]*["'`]?$/;
const NO_KEY_BEFORE = /\b(?:return|throw|case|if|else|in|await|yield|new)\s*$/;
const KEY_AFTER = /^["'`]?\]?\s*(?:[?!]?:\s*[\w.<>[\],|?'" ]+)?(?::=|=(?![=~>])|=>|:(?![:=]))/;
/** `SOME_NAME = "`, `const name = '`, `#define NAME "`. */
const NAMED =
  /\b(?:const|val|final|static|readonly|constexpr)\b[^=]*=\s*["'`]$|(?:^|[^\w$.])[A-Z][A-Z0-9_]*\s*(?::[^=]*=|[=(:])\s*(?:\w+\()?["'`]$|#define\s+\w+\s+["'`]$/;
/** Calls that say what they do: `add_argument('`, `flags.String("`, `createBoolConfig("`. */
const REGISTERED =
  /(?:^|[^a-z]|(?:add|create|define|declare|new|register)\w*)(?:define|declare|register|option|argument|flag|setting|param(?:eter)?|property|config|key|entry|command|string|int|bool|boolean|duration|number|value|name|env)\w*[(\]]?\(\s*(?:name\s*[=:]\s*)?["'`]$/i;
/** A member of an enumeration. */
const MEMBER_AFTER = /^\s*(?:\([\d"'`]|,?\s*$|[,;=]\s*$|,?\s*(?:\/\/|\/\*|#))/;
/** The first cell of a row, or a described option. */
const DESCRIBED = /^\s{0,3}(?:\.\.\s[\w:-]+::\s|\|\s*[`"']?|[-*]\s+\*{0,2}[`"']|<dt>)$/;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!define)|--|;|<!--|"""|''')/;

/** More of a line is not looked at: minified code has very long ones. */
const MAX_LINE = 200;

interface Wanted {
  readonly literal: string;
  /** Still being typed: more may follow. */
  readonly isOpen: boolean;
  readonly isCode: boolean;
}

/** Returns the best way in which a text has the literal. Code may define a flag without its dashes. */
function findLiteral(text: string, { literal, isOpen, isCode }: Wanted): number {
  const name = literal.replace(/^-+(?=\w)/, '');
  const dashes = literal.slice(0, literal.length - name.length);
  let best: number = HAS.nothing;
  for (let at = text.indexOf(name); at >= 0 && best < HAS.value; at = text.indexOf(name, at + 1)) {
    let end = at + name.length;
    if (isOpen) while (isJoined(text[end], name.at(-1))) end++;
    if (isJoined(text[at - 1], name[0]) || isJoined(text[end], name.at(-1))) continue;
    const start = text.lastIndexOf('\n', at - 1) + 1;
    const stop = text.indexOf('\n', end);
    const before = text.slice(Math.max(start, at - MAX_LINE), at);
    const after = text.slice(end, Math.min(stop < 0 ? text.length : stop, end + MAX_LINE));
    const isWhole = before.endsWith(dashes);
    const has = judge(isWhole ? before.slice(0, before.length - dashes.length) : before, after, { name, isCode });
    if (isWhole || has === HAS.value) best = Math.max(best, has);
  }
  return best;
}

/** Letters beyond ASCII by range, since the classes of Unicode differ between engines. */
const NAME_CHAR = /[\w\u00aa-\u1fff\u2c00-\u2fef\u3005-\ufdff\uff10-\uffdc]/;

/** True if the neighbour would make another name of it. */
function isJoined(neighbour: string | undefined, own: string | undefined): boolean {
  return neighbour !== undefined && NAME_CHAR.test(own ?? '') && NAME_CHAR.test(neighbour);
}

function judge(before: string, after: string, { name, isCode }: { name: string; isCode: boolean }): number {
  if (DESCRIBED.test(before)) return HAS.key;
  if (COMMENT.test(before)) return HAS.use;
  if (isCode && /^["'`]/.test(after) && (NAMED.test(before) || REGISTERED.test(before))) return HAS.value;
  if (KEY_BEFORE.test(before) && KEY_AFTER.test(after) && !NO_KEY_BEFORE.test(before)) return HAS.key;
  const isMember = /^[A-Z][A-Z0-9_]+$/.test(name) && /^\s*$/.test(before) && MEMBER_AFTER.test(after);
  return isCode && isMember ? HAS.key : HAS.use;
}

/** Texts per read: more would delay a newer search. */
const BATCH = 32;

/** Calls `use` with every chunk and its text; returns undefined once the search is stale. */
export async function mapTexts<T>(
  { isStale, open }: { readonly isStale: () => boolean; readonly open: SearchedCollection },
  chunks: readonly FoundChunk[],
  use: (chunk: FoundChunk, text: string) => T,
): Promise<T[] | undefined> {
  const all: T[] = [];
  await prepareFound(
    open,
    chunks.filter(({ text }) => text === undefined),
  );
  for (let i = 0; i < chunks.length; i += BATCH) {
    if (isStale()) return undefined;
    const batch = chunks.slice(i, i + BATCH);
    const texts = await getTexts(open, batch);
    all.push(...batch.map((chunk, at) => use(chunk, texts[at] as string)));
  }
  return all;
}

/** Reads missing texts together: each read is mostly waiting for the browser. */
async function getTexts(open: SearchedCollection, chunks: readonly FoundChunk[]): Promise<string[]> {
  const places = chunks.flatMap(({ text, fileIndex, chunkIndex, row }) => {
    if (text !== undefined) return [];
    const { startByte, endByte } = row();
    return [{ fileIndex, chunkIndex, startByte, endByte }];
  });
  const read = places.length === 0 ? [] : await open.readTexts(places);
  let next = 0;
  return chunks.map(({ text }) => text ?? (read[next++] as string));
}
