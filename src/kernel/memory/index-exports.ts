import type { KernelRuntime, RawExports } from './memory-views.ts';

/** What the index side of the kernel exports. Addresses and lengths are bytes of its memory. */
export interface IndexExports extends RawExports {
  termsBegin(): void;
  termsChunk(): void;
  termsText(field: number, ptr: number, length: number, decodeJsonEscapes: number): void;
  /** A symbol that begins in the current chunk. */
  termsDefinition(ptr: number, length: number): void;
  /** A name of the file, when all chunks are done; its words are a field when it is the title. */
  termsTitle(ptr: number, length: number, isTitle: number): void;
  termsBodyLength(): number;
  termsTake(): number;
  termsSize(): number;

  mergeBegin(stemming: number): void;
  /** 0: the section is damaged. */
  mergeFile(terms: number, termsEnd: number, path: number, pathLength: number, kind: number): number;
  mergeFinish(): number;
  mergeSize(): number;
  mergeFree(): void;

  isSegment(ptr: number, length: number): number;
  /** 1 when a call since the last one met bytes that no segment has; its answer is worth nothing. */
  takeDamage(): number;
  /** How much of a segment is read when it is opened; its head is there. */
  frontBytes(segment: number): number;
  /** Where in the segment the entries of a word lie, or of all that begin with it: start, and end by the next call. */
  dictionarySpan(segment: number, ptr: number, length: number, asPrefix: number): number;
  dictionarySpanEnd(): number;
  resolveTerm(segment: number, ptr: number, length: number, row: number): void;
  entryPostingsEnd(): number;
  findPrefix(segment: number, ptr: number, length: number): void;
  findSimilar(segment: number, ptr: number, length: number, limit: number): void;
  foundForms(): number;
  foundSize(): number;
  entriesBegin(segment: number, block: number, count: number): void;
  entriesNext(): number;
  entriesSize(): number;
  entryText(): number;
  entryTextLength(): number;

  /** Where the numbers of ranking go. */
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
  scoreKey(terms: number, count: number, weight: number, word: number, mark: number): void;
  filterGroup(terms: number, count: number, wanted: number): void;
  rankCollect(shard: number, orders: number, fileHits: number, allow: number): void;
  hitsFinish(): number;
  hitsCount(): number;
  hitsTotal(): number;

  orderBegin(): void;
  orderWord(ptr: number, length: number, isOpen: number): void;
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
  readonly memory: KernelRuntime['memory'];
}

export function toIndexRuntime(runtime: KernelRuntime): IndexRuntime {
  return { exports: runtime.exports as unknown as IndexExports, memory: runtime.memory };
}
