import { toLabel } from '../../export/text/labels.ts';
import { type ChunkRow, type Kernel, MATCHED_KEY, type OrderChunk, type RankAnswer } from '../../kernel/contract.ts';
import { toSlugs } from '../../kernel/identity.ts';
import { isSecondary } from '../../kinds/secondary.ts';
import { findRange } from '../../lib/binary-search.ts';
import { estimateChunkTokens } from '../../lib/estimate-tokens.ts';
import type { FileNames } from '../../model/chunk.ts';
import type { Hit } from '../../model/hit.ts';
import { isCodeKind } from '../../model/kind.ts';
import type { How, Match, Matcher } from '../../search/matcher.ts';
import { createNameTest } from '../../search/name-matches.ts';
import type { QueryWord } from '../../search/parse-query.ts';
import { findBestMatch, makeSnippet, type SnippetTools } from '../../search/snippet.ts';
import type { CollectionFiles, OpenShard, SearchedCollection } from '../open/faces.ts';
import { toChunkId } from './to-chunks.ts';

/** A chunk that ranking or a filter found. `matched` has bit word × 5 + field. */
export interface FoundChunk {
  readonly fileIndex: number;
  readonly chunkIndex: number;
  readonly score: number;
  readonly matched: number;
  /** Place in the collection's shards. */
  readonly shard: number;
  readonly local: number;
  /** Returns the row; the shard must have been prepared. */
  readonly row: () => ChunkRow;
  /** The text, if it was read before. */
  readonly text?: string;
  /** Hits of the same file folded under this one. */
  readonly folded?: number;
  /** Chunks with the same content, this one included. */
  readonly copies?: number;
  /** The line that the query names. */
  readonly line?: number;
  /** True if it does not have everything that was typed, while others may. */
  readonly some?: boolean;
}

export interface HitContext {
  readonly kernel: Kernel;
  readonly open: CollectionFiles;
  readonly matcher: Matcher;
  readonly words: readonly QueryWord[];
  /** Whether tests, examples and change logs have full weight. */
  readonly secondaryToo: boolean;
  readonly toReadable: SnippetTools['toReadable'];
}

export function toHit(context: HitContext, found: FoundChunk, text: string): Hit {
  const { kernel, open, matcher } = context;
  const { fileIndex, score } = found;
  const row = found.row();
  const file = open.fileNames(fileIndex);
  const { title } = open.row(fileIndex);
  const matches = matcher.find(text);
  const listMarked = (all: readonly Match[]) => all.filter(({ word }) => !context.words[word]?.unmarked);
  const marked = listMarked(matches);
  const line = found.line ?? lineOf(row, text, findBestMatch(marked)?.start);
  const whole = { ...file, text, startLine: row.startLine, context: row.context };
  const shown = found.line === undefined ? whole : { ...whole, text: fromLine(row, text, line), startLine: line };
  return {
    id: toChunkId(kernel, open, fileIndex, row),
    ref: open.refs.of(toOrdinal(open, found)),
    path: file.path,
    kind: file.kind,
    language: file.language,
    source: file.source,
    title,
    lines: [row.startLine, row.endLine],
    line,
    score,
    label: labelOf(kernel, file, row),
    headingPath: row.headingPath,
    ...(row.symbol === '' ? {} : { symbol: row.symbol }),
    ...(row.address === '' ? {} : { address: row.address }),
    tokenEstimate: estimateChunkTokens(row),
    folded: found.folded,
    ...(found.copies === undefined ? {} : { copies: found.copies }),
    ...(found.some ? { some: true } : {}),
    ...makeSnippet(shown, found.line === undefined ? marked : [], {
      find: (readable) => listMarked(matcher.find(readable)),
      toReadable: context.toReadable,
    }),
    why: [
      ...explainTitle(context, found),
      ...explain(context, found.matched, row, file.path, (word) => matches.find((match) => match.word === word)?.how),
      ...explainLess(context, file),
    ],
  };
}

/** Returns the line of a place in the text; the first one if the text has other lines than its source. */
function lineOf({ startLine, endLine }: ChunkRow, text: string, at = 0): number {
  return text.split('\n').length === endLine - startLine + 1
    ? startLine + text.slice(0, at).split('\n').length - 1
    : startLine;
}

function fromLine({ startLine }: ChunkRow, text: string, line: number): string {
  return text
    .split('\n')
    .slice(line - startLine)
    .join('\n');
}

function explainTitle({ words }: HitContext, { matched }: FoundChunk): Hit['why'] {
  if (((matched >>> MATCHED_KEY.title) & 1) === 0) return [];
  return [{ term: words.map(({ text }) => text).join(' '), field: 'title', how: 'names' }];
}

function explainLess({ words, secondaryToo }: HitContext, { path, kind }: FileNames): Hit['why'] {
  if (secondaryToo || words.length === 0 || !isSecondary(path, isCodeKind(kind))) return [];
  return [{ term: '', field: 'path', how: 'secondary' }];
}

function labelOf(kernel: Kernel, { path, kind }: FileNames, row: ChunkRow): string {
  const named = row.symbol !== '' || row.headingPath.length > 0 || row.address !== '';
  return toLabel({
    kind,
    headingPath: row.headingPath,
    headings: row.headings,
    symbol: row.symbol,
    symbols: row.symbols,
    address: row.address,
    part: row.part,
    parts: row.parts,
    slug: named ? '' : (toSlugs(kernel, path, [row])[0] ?? ''),
  });
}

// Bits of RankAnswer.matched, in order of importance.
const FIELDS = [
  ['symbol', 2],
  ['title', 4],
  ['heading', 1],
  ['path', 3],
  ['body', 0],
] as const;
const MAX_WORDS = 6;

function explain(
  { kernel, words, matcher }: HitContext,
  matched: number,
  row: ChunkRow,
  path: string,
  howInBody: (word: number) => How | undefined,
): Hit['why'] {
  const texts = {
    symbol: row.symbols.join(' ') || row.symbol,
    title: '',
    heading: row.headingPath.join(' '),
    path,
    body: '',
  };
  const defined = ((matched >>> MATCHED_KEY.symbol) & 1) === 1 ? createNameTest(kernel, row.symbols) : undefined;
  return FIELDS.flatMap(([field, bit]) => {
    const isIn = (word: number): boolean => ((matched >>> (word * 5 + bit)) & 1) === 1;
    const matches =
      field === 'body' || !words.some((_, i) => i < MAX_WORDS && isIn(i)) ? [] : matcher.find(texts[field]);
    return words.slice(0, MAX_WORDS).flatMap((word, i) => {
      if (!isIn(i)) return [];
      const seen = field === 'body' ? howInBody(i) : matches.find((match) => match.word === i)?.how;
      const isDefined = field === 'symbol' && defined?.(word.text) === true;
      return [{ term: word.text, field, how: isDefined ? 'defines' : (seen ?? fallbackHow(word)) } as const];
    });
  });
}

function fallbackHow(word: QueryWord): How {
  if (word.fuzzy > 0) return 'fuzzy';
  return word.prefix ? 'prefix' : 'stem';
}

/** Returns the number of a chunk in its collection. */
export function toOrdinal(
  { ordinals }: Pick<CollectionFiles, 'ordinals'>,
  { fileIndex, chunkIndex }: Pick<FoundChunk, 'fileIndex' | 'chunkIndex'>,
): number {
  return (ordinals[fileIndex] as number) + chunkIndex;
}

/** Returns the hits of a ranking as chunks of the collection, best first. */
export function toFound(open: SearchedCollection, answer: RankAnswer): FoundChunk[] {
  return Array.from(answer.chunk, (local, i) => {
    const shardIndex = answer.shard[i] as number;
    return {
      ...placeOf(open, shardIndex, local),
      score: answer.score[i] as number,
      matched: answer.matched[i] as number,
    };
  });
}

/** Reads what the rows of these chunks need. */
export async function prepareFound({ shards }: SearchedCollection, chunks: readonly FoundChunk[]): Promise<void> {
  await Promise.all(
    shards.map(({ shard }, s) =>
      shard.prepareChunks(chunks.filter((chunk) => chunk.shard === s).map(({ local }) => local)),
    ),
  );
}

/** Finds a chunk by its shard and its number in it. */
export function placeOf(
  open: SearchedCollection,
  shardIndex: number,
  local: number,
): Omit<FoundChunk, 'score' | 'matched'> {
  const { shard, fileOrder } = open.shards[shardIndex] as OpenShard;
  const file = findRange(shard.fileStarts, shard.fileCount, local);
  let row: ChunkRow | undefined;
  return {
    fileIndex: fileOrder[file] as number,
    chunkIndex: local - (shard.fileStarts[file] as number),
    shard: shardIndex,
    local,
    row() {
      row ??= shard.chunk(local);
      return row;
    },
  };
}

/** A title that no heading repeats counts as a heading of the whole file, and of its first chunk as one of its own. Words of the path count too. */
export function toOrderChunk(
  open: SearchedCollection,
  { fileIndex, chunkIndex, row, text = '' }: FoundChunk,
): OrderChunk {
  const { headingPath, headings } = row();
  const { title } = open.row(fileIndex);
  const titles = title === undefined || headingPath.includes(title) ? [] : [title];
  const texts = [text, ...headingPath, ...titles, open.fileNames(fileIndex).path];
  return { texts, headings: chunkIndex === 0 ? [...headings, ...titles] : headings };
}
