import type { LanguageExports } from '../chunk/find-language.ts';
import type { MemoryViews, RawExports } from './memory-views.ts';

/** Exports of the kernel's index side. Addresses and lengths are bytes of its memory. */
export interface IndexExports extends RawExports, LanguageExports {
  termsBegin(): void;
  termsChunk(): void;
  termsText(field: number, ptr: number, length: number, decodeJsonEscapes: number): void;
  /** Adds a symbol that begins in the current chunk. */
  termsDefinition(ptr: number, length: number): void;
  /** Adds a name of the file after all chunks; with `isTitle`, its words are indexed as a field. */
  termsTitle(ptr: number, length: number, isTitle: number): void;
  termsLink(ptr: number, length: number): void;
  termsBodyLength(): number;
  termsTake(): number;
  termsSize(): number;

  mergeBegin(stemming: number): void;
  /** Returns 0 if the section is damaged. */
  mergeFile(terms: number, termsEnd: number, path: number, pathLength: number, kind: number): number;
  mergeFinish(): number;
  mergeSize(): number;
  mergeFree(): void;

  isSegment(ptr: number, length: number): number;
  /** Returns 1 if a call since the last check read invalid bytes; its result must not be used. */
  takeDamage(): number;
  /** Number of bytes to read when opening a segment; needs its head. */
  frontBytes(segment: number): number;
  /** Start of the entries of a word, or of all words with that prefix; the next call returns the end. */
  dictionarySpan(segment: number, ptr: number, length: number, asPrefix: number): number;
  dictionarySpanEnd(): number;
  resolveTerm(segment: number, ptr: number, length: number, row: number): void;
  entryPostingsEnd(): number;
  findEnding(segment: number, ptr: number, length: number): void;
  findPrefix(segment: number, ptr: number, length: number): void;
  findSimilar(segment: number, ptr: number, length: number, limit: number): void;
  foundForms(): number;
  foundSize(): number;
  entriesBegin(segment: number, block: number, count: number): void;
  entriesNext(): number;
  entriesSize(): number;
  entryText(): number;
  entryTextLength(): number;

  rankParameters(): number;
  rankBegin(
    body: number,
    heading: number,
    symbol: number,
    path: number,
    title: number,
    lessProse: number,
    lessCode: number,
    namesOnly: number,
    capacity: number,
  ): void;
  rankShard(segment: number): void;
  groupDf(terms: number, count: number): number;
  scoreGroup(terms: number, count: number, weight: number, isStop: number, word: number): void;
  scoreField(field: number, weight: number): void;
  scoreKey(terms: number, count: number, weight: number, word: number, mark: number): void;
  filterGroup(terms: number, count: number, wanted: number): void;
  rankCollect(shard: number, orders: number, fileHits: number, allow: number): void;
  hitsFinish(): number;
  hitsCount(): number;
  hitsTotal(): number;

  orderBegin(): void;
  orderWord(ptr: number, length: number, isOpen: number, isStop: number): void;
  orderChunk(): void;
  orderText(ptr: number, length: number, isOwnHeading: number): void;
  orderFactor(): number;

  analyzed(): number;
  analyzeForms(ptr: number, length: number, beginnings: number, count: number): number;
  analyzeStem(ptr: number, length: number): number;
  analyzeAscii(ptr: number, length: number): number;
  isBigramStart(codePoint: number): number;
  log(x: number): number;
}

export interface IndexRuntime {
  readonly exports: IndexExports;
  readonly memory: MemoryViews;
}
