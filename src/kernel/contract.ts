import type { RunSlice } from '../lib/async/priorities.ts';
import type { SpanReader } from '../lib/span.ts';
import type { ReadFile } from '../model/cut.ts';
import type { Kind } from '../model/kind.ts';
import type { PageMeta } from '../model/raw-file.ts';
import type { Settings } from '../model/settings.ts';
import type { Warning, WarningCode } from '../model/warning.ts';

/** `simd` and `portable` are WebAssembly; `js` is the portable build turned into JavaScript. All three give identical bytes [E2]. */
export type KernelBuild = 'simd' | 'portable' | 'js';

/**
 * The engine's heart. Synchronous, single-threaded, deterministic; no other room sees its memory. Every returned Uint8Array owns its
 * buffer (transferable). No input throws. `kernel/out-of-memory` when memory cannot grow, `store/damaged` for stored bytes that the kernel did not write.
 */
export interface Kernel {
  readonly build: KernelBuild;

  /** BOM removed, UTF-16 with BOM decoded, CRLF to LF; the bytes given where nothing had to be changed. `refused` says why there is no text. */
  decode(bytes: Uint8Array): { readonly text: Uint8Array } | { readonly refused: WarningCode };

  sha256(bytes: Uint8Array): Uint8Array;
  /** Of all pieces, one behind the other. */
  sha256Of(pieces: Iterable<Uint8Array>): Uint8Array;

  /** Cuts one file into chunks, hashes them and counts their terms. Depends on `path` only for images. */
  makeLeaf(input: LeafInput): LeafOutput;

  /** A leaf whose chunks are given, as imports have them. */
  makeImportedLeaf(file: ImportedLeaf): Uint8Array;

  /** Decodes a leaf made by this or an older release. `store/damaged` when the bytes are no leaf. */
  readLeaf(leaf: Uint8Array): LeafView;

  /** `files` in path order (UTF-8 bytes). A pure function of them: the bytes do not depend on what was merged before. */
  mergeShard(files: ShardInputs, settings: Settings): ShardBytes;

  /** Copies the segment into kernel memory; the table is kept as a view. Close it to give the memory back. */
  openShard(bytes: ShardBytes): Shard;

  /** The same, of files: head and dictionary are read at once, the rest when it is asked for. What was not read is never used. */
  openShardFiles(files: ShardFiles): Promise<Shard>;

  /** Of shards that are not complete, `prepareRank` must have been called with the same request. */
  rank(request: RankRequest): RankAnswer;

  /** Reads the postings that ranking will walk. */
  prepareRank(request: RankRequest): Promise<void>;

  /**
   * What the score of each chunk is multiplied with for the order of the words: 1, and the square of the share of neighbouring words that stand next to each
   * other in one of its texts, as they are written, and a little where one of its own headings stands in the query.
   */
  orderFactors(words: readonly OrderWord[], chunks: readonly OrderChunk[]): Float64Array;

  /**
   * The folded tokens of a text with their UTF-16 spans, for snippets, phrases and highlights. With `like`, at least those that begin, or have
   * a part that begins, as one of these words does.
   */
  tokens(text: string, like?: readonly string[]): readonly Token[];
  /** Terms as postings know them: whole, parts, stem. */
  termsOf(word: string, stemming: boolean): readonly string[];
  /** ASCII letters and digits of a text, Latin transliterated, for slugs. Other characters become `-`. */
  toAscii(text: string): string;
  /** The kernel's own natural logarithm. */
  log(x: number): number;

  memory(): { readonly bytes: number; readonly highWaterBytes: number };
}

export interface LeafInput {
  readonly path: string;
  readonly kind: Kind;
  readonly language?: string;
  readonly settings: Settings;
  /** As the source gave them. */
  readonly bytes: Uint8Array;
  /** Saves hashing here when the caller knows sha256(bytes); it is only handed through. */
  readonly fileHash?: Uint8Array;
  /** From a reader of HTML or code; without it the kernel reads by kind. */
  readonly read?: ReadFile;
  readonly meta?: PageMeta;
}

export interface LeafOutput {
  readonly leaf: Uint8Array;
  /** The text that chunk spans point into: the bytes given themselves where nothing had to be changed. Empty for refused files. */
  readonly contents: Uint8Array;
  readonly fileHash: Uint8Array;
  /** True when `contents` differs from the bytes given: then the original must be kept too. */
  readonly rewritten: boolean;
  /** What the leaf says of the file, so that nobody need decode it at once. */
  readonly facts: LeafFacts;
}

/** What a leaf says of its file as a whole. */
export interface LeafFacts {
  readonly kind: Kind;
  readonly language: string;
  /** Present when the file has no chunks because it was refused. */
  readonly refused?: WarningCode;
  readonly lineCount: number;
  /** Sum of the chunks' token estimates. */
  readonly tokenTotal: number;
  readonly chunkCount: number;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  /** In order of line and code. `path` is empty: the leaf does not know it. */
  readonly warnings: readonly Warning[];
}

/** All that the engine keeps of one file beside its text. */
export interface LeafView extends LeafFacts {
  /** Decoded when first asked for, as are headings and symbols. */
  readonly chunks: readonly ChunkRow[];
  readonly headings: readonly { readonly level: number; readonly line: number; readonly text: string }[];
  readonly symbols: readonly SymbolSpan[];
}

/** A file whose chunks are known already: an import. */
export interface ImportedLeaf {
  readonly kind: Kind;
  readonly language: string;
  readonly lineCount: number;
  readonly meta: PageMeta;
  readonly settings: Settings;
  /** The text that chunk spans point into. */
  readonly contents: Uint8Array;
  readonly chunks: readonly ImportedLeafChunk[];
  readonly headings: readonly { readonly level: number; readonly line: number; readonly text: string }[];
  readonly symbols: readonly SymbolSpan[];
  /** Chunks are JSON source, whose strings hold escapes. */
  readonly isJson: boolean;
  readonly warnings: readonly Omit<Warning, 'path'>[];
}

export type ImportedLeafChunk = Pick<
  ChunkRow,
  | 'startByte'
  | 'endByte'
  | 'startLine'
  | 'endLine'
  | 'chars'
  | 'contentHash'
  | 'part'
  | 'parts'
  | 'headingPath'
  | 'symbol'
  | 'address'
  | 'context'
>;

export interface SymbolSpan {
  readonly name: string;
  readonly what: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface ChunkRow {
  /** Half-open byte span of the file's contents. For images the content is in contents too. */
  readonly startByte: number;
  readonly endByte: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly chars: number;
  readonly contentHash: Uint8Array;
  /** 0-based among chunks of the file with the same hash. */
  readonly occurrence: number;
  /** 1…parts; both 1 when the section was not cut. */
  readonly part: number;
  readonly parts: number;
  readonly headingPath: readonly string[];
  /** All headings inside the chunk, the first one included (filter `heading:`). */
  readonly headings: readonly string[];
  readonly symbol: string;
  /** All symbols inside the chunk. */
  readonly symbols: readonly string[];
  readonly address: string;
  /** What its lines need to be understood and do not hold. */
  readonly context: readonly string[];
  /** Number of body tokens. */
  readonly bodyLength: number;
}

/** What tells one chunk of a file from another. */
export type ChunkPlace = Pick<ChunkRow, 'startLine' | 'endLine' | 'contentHash' | 'occurrence'>;

/** Files in path order, their leaves one behind the other: tens of thousands of views would take more room than they show. */
export interface ShardInputs {
  readonly leaves: Uint8Array;
  /** Of each leaf. */
  readonly ends: Uint32Array;
  /** UTF-8. */
  path(index: number): Uint8Array;
}

export interface ShardBytes {
  /** Dictionary, postings, lengths. */
  readonly segment: Uint8Array;
  /** Chunk table: spans, lines, hashes, heading and symbol strings; enough to show a hit without its leaf. */
  readonly table: Uint8Array;
}

/** `rows` in place of a table: whoever lays chunks out another way brings their rows. */
export type ShardFiles =
  | { readonly segment: SpanReader; readonly table: SpanReader }
  | { readonly segment: SpanReader; readonly rows: ChunkRows };

export interface ChunkRows {
  /** Reads what `chunk` needs for these. */
  prepare(indexes: readonly number[]): Promise<void>;
  chunk(index: number): ChunkRow;
}

export interface Shard {
  /** Everything was read. */
  readonly isComplete: boolean;
  /** Reads the rest, in slices of a few milliseconds. */
  complete(runSlice?: RunSlice): Promise<void>;
  /** Reads what `chunk` needs for these. */
  prepareChunks(indexes: readonly number[]): Promise<void>;
  readonly fileCount: number;
  readonly chunkCount: number;
  /** First chunk of file i; has fileCount + 1 entries. */
  readonly fileStarts: Uint32Array;
  chunk(index: number): ChunkRow;
  /** All body terms in byte order with (local chunk, tf) pairs, for index.json. */
  bodyTerms(): Iterable<{ readonly term: string; readonly pairs: Uint32Array }>;
  /** Body tokens per chunk. */
  bodyLengths(): Uint32Array;
  fieldTotals(): { readonly body: number; readonly heading: number; readonly symbol: number; readonly path: number };
  /** Surface forms with the prefix, most frequent first. */
  forms(prefix: string, limit: number): readonly string[];
  readonly bytes: number;
  close(): void;
}

export interface RankRequest {
  /** `fileOrder[i]` is the collection-wide path order of the shard's file i (ties are broken by path); it ascends, as a shard's files are in that order too. */
  /** `allow`: bit set of the shard's chunks (chunk i: byte i >> 3, bit i & 7); without it all may be hits. */
  readonly shards: readonly { readonly shard: Shard; readonly fileOrder: Uint32Array; readonly allow?: Uint8Array }[];
  /** Words in the order typed; `line` is the 0-based line of the query they stand on. */
  readonly words: readonly {
    readonly text: string;
    readonly line: number;
    readonly prefix: boolean;
    readonly fuzzy: 0 | 1 | 2;
    /** A word that says nothing about the matter: it weighs less, by kind. */
    readonly stop?: boolean;
  }[];
  /** Scored beside the words, as postings know them (`termsOf`): what nobody typed says nothing about names, titles and order. */
  readonly terms?: readonly { readonly text: string; readonly weight: number }[];
  readonly minus: readonly string[];
  /** Chunks must hold every one of these words (phrases are verified later, in the text). */
  readonly required: readonly string[];
  readonly stemming: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Tests, examples, vendored files and change logs weigh as much as the rest. */
  readonly secondaryToo?: boolean;
  /** Only headings, symbols and titles count. */
  readonly namesOnly?: boolean;
}

/** Bits of `matched` beyond those of words: a symbol of the chunk, or the title of its file, is what was asked for. */
export const MATCHED_KEY = { symbol: 30, title: 31 } as const;

export interface RankAnswer {
  /** Best first: score, path, start_line, chunk_index. Parallel arrays. */
  readonly shard: Uint32Array;
  readonly chunk: Uint32Array;
  readonly score: Float64Array;
  readonly total: number;
  /** Number of hits in each file, by its collection-wide order. */
  readonly fileHits: Uint32Array;
  /** Which request word matched in which field of the hit, as bit sets: word i, field f of RANKED_FIELDS → bit i * 5 + f; words over 5 are not told. Two more bits: MATCHED_KEY. */
  readonly matched: Uint32Array;
  /** Words that are identifiers and are written nowhere like that: only their parts, if anything, were found. */
  readonly missing: readonly number[];
}

/** `prefix`: other words may begin with it. */
export type OrderWord = Pick<RankRequest['words'][number], 'text' | 'prefix'>;

export interface OrderChunk {
  /** Its body, and the headings it stands under. */
  readonly texts: readonly string[];
  /** Those inside it. */
  readonly headings: readonly string[];
}

export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The folded parts of an identifier (`get user name`), else empty. */
  readonly parts: readonly string[];
}
