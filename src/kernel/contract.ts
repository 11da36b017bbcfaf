import type { RunSlice } from '../lib/async/priorities.ts';
import type { SpanReader } from '../lib/span.ts';
import type { Place, SymbolSpan } from '../model/chunk.ts';
import type { FileLink, ReadFile } from '../model/cut.ts';
import type { DocumentFacts } from '../model/document.ts';
import type { Incomplete } from '../model/incomplete.ts';
import type { Kind } from '../model/kind.ts';
import type { PageMeta } from '../model/raw-file.ts';
import type { Settings } from '../model/settings.ts';
import type { Warning, WarningCode } from '../model/warning.ts';

/** WebAssembly with SIMD, and JavaScript as the fallback. Both give identical bytes [E2]. */
export type KernelBuild = 'simd' | 'js';

/**
 * Chunks, indexes and ranks. Synchronous, single-threaded, deterministic; no other room sees its memory. Every returned Uint8Array owns its buffer
 * (transferable). No input throws. `kernel/out-of-memory` if memory cannot grow, `store/damaged` for stored bytes that the kernel did not write.
 */
export interface Kernel {
  readonly build: KernelBuild;

  /** Removes a BOM, decodes UTF-16 with BOM and turns CRLF into LF; returns the same bytes if nothing changed. `refused` says why text is missing. */
  decode(bytes: Uint8Array): { readonly text: Uint8Array } | { readonly refused: WarningCode };

  sha256(bytes: Uint8Array): Uint8Array;
  /** Hash of all pieces, concatenated. */
  sha256Of(pieces: Iterable<Uint8Array>): Uint8Array;
  /** Hash of each text; several at once take half as long as one by one. */
  sha256All(texts: readonly Uint8Array[]): readonly Uint8Array[];

  /** Cuts one file into chunks, hashes them and counts their terms. Depends on `path` only for images and titles. */
  makeLeaf(input: LeafInput): Leaf;

  /** Makes a leaf from given chunks, for imports. */
  makeImportedLeaf(file: ImportedLeaf): Uint8Array;

  /** Decodes a leaf made by this or an older release. Throws `store/damaged` for other bytes. */
  readLeaf(leaf: Uint8Array): LeafView;

  /** `files` in path order (UTF-8 bytes). A pure function of them: the bytes do not depend on earlier merges. */
  mergeShard(files: ShardInputs, settings: Settings): ShardBytes;

  /** Copies the segment into kernel memory; keeps a view of the table. Close it to free the memory. */
  openShard(bytes: ShardBytes): Shard;

  /** The same for files: reads head and dictionary at once, the rest on demand. Never uses bytes that were not read. */
  openShardFiles(files: ShardFiles): Promise<Shard>;

  /** Incomplete shards need a `prepareRank` call with the same request first. */
  rank(request: RankRequest): RankAnswer;

  /** Reads the postings that ranking needs. */
  prepareRank(request: RankRequest): Promise<void>;

  /**
   * Returns a score factor per chunk for word order: 1, plus the square of the share of neighbouring query words that are also adjacent in one
   * of its texts, plus a little if one of its own headings occurs in the query.
   */
  orderFactors(words: readonly OrderWord[], chunks: readonly OrderChunk[]): Float64Array;

  /**
   * Returns the folded tokens of a text with their UTF-16 spans, for snippets, phrases and highlights. With `like`, may drop tokens that
   * neither begin, nor have a part that begins, like one of these words.
   */
  tokens(text: string, like?: readonly string[]): readonly Token[];
  /** Returns terms as postings store them: whole, parts, stem. */
  termsOf(word: string, stemming: boolean): readonly string[];
  /** Returns the term of files that link to a file of this name, for `RankRequest.terms`; empty for a name without a word. */
  linkTerm(name: string): string;
  /** Transliterates to ASCII letters and digits, for slugs. Other characters become `-`. */
  toAscii(text: string): string;
  /** The kernel's own natural logarithm, identical everywhere. */
  log(x: number): number;

  memory(): { readonly bytes: number; readonly highWaterBytes: number };
}

export interface LeafInput {
  readonly path: string;
  readonly kind: Kind;
  readonly language?: string;
  readonly settings: Settings;
  /** Bytes from the source, unchanged. */
  readonly bytes: Uint8Array;
  /** sha256(bytes), if the caller has it already; passed through unchecked. */
  readonly fileHash?: Uint8Array;
  /** Result of an HTML or code reader; without it the kernel reads by kind. */
  readonly read?: ReadFile;
  readonly meta?: PageMeta;
}

/** The result for one file. Plain data: it crosses the wire. */
export interface Leaf {
  /** Chunks and term counts, encoded. */
  readonly leaf: Uint8Array;
  /** The text that chunk spans refer to: the input bytes themselves if nothing changed. Empty for refused files. */
  readonly contents: Uint8Array;
  readonly fileHash: Uint8Array;
  /** Facts of the leaf, so that it need not be decoded right away. */
  readonly facts: LeafFacts;
  /** Size of the file. */
  readonly bytes: number;
  /** The file's own bytes, if they differ from the contents (CRLF, BOM, HTML, images). */
  readonly original?: Uint8Array;
  /** Set by the leaf maker while the outline is missing. */
  readonly incomplete?: Incomplete;
}

/** Facts about the file of a leaf. */
export interface LeafFacts {
  readonly kind: Kind;
  readonly language: string;
  /** Set if the file was refused and so has no chunks. */
  readonly refused?: WarningCode;
  readonly lineCount: number;
  readonly tokenTotal: number;
  readonly chunkCount: number;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly document?: DocumentFacts;
  /** As written, without `#`; in order of first use. */
  readonly tags: readonly string[];
  /** In order of line and code. `path` is empty, because a leaf does not know it. */
  readonly warnings: readonly Warning[];
}

/** Everything the engine stores about one file, except its text. */
export interface LeafView extends LeafFacts {
  /** Decoded on first use, as are headings and symbols. */
  readonly chunks: readonly ChunkRow[];
  readonly headings: readonly { readonly level: number; readonly line: number; readonly text: string }[];
  readonly symbols: readonly SymbolSpan[];
  readonly links: readonly FileLink[];
}

/** A file with known chunks, from an import. */
export interface ImportedLeaf {
  readonly kind: Kind;
  readonly language: string;
  readonly lineCount: number;
  readonly meta: PageMeta;
  readonly settings: Settings;
  /** The text that chunk spans refer to. */
  readonly contents: Uint8Array;
  readonly chunks: readonly ImportedLeafChunk[];
  readonly headings: readonly { readonly level: number; readonly line: number; readonly text: string }[];
  readonly symbols: readonly SymbolSpan[];
  /** True if chunks are JSON source, whose strings contain escapes. */
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
  | 'places'
  | 'context'
>;

export interface ChunkRow {
  /** Half-open byte span of the file's contents, for images too. */
  readonly startByte: number;
  readonly endByte: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly chars: number;
  readonly contentHash: Uint8Array;
  /** 0-based among chunks of the file with the same hash. */
  readonly occurrence: number;
  /** 1…parts; both 1 if the section was not cut. */
  readonly part: number;
  readonly parts: number;
  readonly headingPath: readonly string[];
  /** All headings inside the chunk, including the first (filter `heading:`). */
  readonly headings: readonly string[];
  readonly symbol: string;
  /** All symbols inside the chunk. */
  readonly symbols: readonly string[];
  readonly address: string;
  /** Pages, slides and row ranges of a document's chunk that holds several. */
  readonly places?: readonly Place[] | undefined;
  /** Lines outside the chunk that explain it, such as the header row of a table. */
  readonly context: readonly string[];
  readonly bodyLength: number;
}

/** The fields that identify a chunk within its file. */
export type ChunkPlace = Pick<ChunkRow, 'startLine' | 'endLine' | 'contentHash' | 'occurrence'>;

/** Files in path order with concatenated leaves: tens of thousands of views would take more memory than the leaves. */
export interface ShardInputs {
  readonly leaves: Uint8Array;
  /** End offset of each leaf. */
  readonly ends: Uint32Array;
  /** Path in UTF-8. */
  path(index: number): Uint8Array;
}

export interface ShardBytes {
  /** Dictionary, postings, lengths. */
  readonly segment: Uint8Array;
  /** Chunk table: spans, lines, hashes, headings and symbols; enough to show a hit without its leaf. */
  readonly table: Uint8Array;
}

/** `rows` replaces the table for callers that store chunks in another layout. */
export type ShardFiles =
  | { readonly segment: SpanReader; readonly table: SpanReader }
  | { readonly segment: SpanReader; readonly rows: ChunkRows };

export interface ChunkRows {
  /** Reads what `chunk` needs for these indexes. */
  prepare(indexes: readonly number[]): Promise<void>;
  chunk(index: number): ChunkRow;
}

export interface Shard {
  readonly isComplete: boolean;
  /** Reads the rest, in slices of a few milliseconds. */
  complete(runSlice?: RunSlice): Promise<void>;
  /** Reads what `chunk` needs for these indexes. */
  prepareChunks(indexes: readonly number[]): Promise<void>;
  readonly fileCount: number;
  readonly chunkCount: number;
  /** First chunk of each file; has fileCount + 1 entries. */
  readonly fileStarts: Uint32Array;
  /** Number of each file's language in LANGUAGES, from 1; 0 for code, and for texts too short or mixed to tell. */
  readonly languages: Uint8Array;
  chunk(index: number): ChunkRow;
  /** All body terms in byte order with (local chunk, tf) pairs, for index.json. */
  bodyTerms(): Iterable<{ readonly term: string; readonly pairs: Uint32Array }>;
  bodyLengths(): Uint32Array;
  fieldTotals(): { readonly body: number; readonly heading: number; readonly symbol: number; readonly path: number };
  /** Surface forms with the prefix, most frequent first. */
  forms(prefix: string, limit: number): readonly string[];
  readonly bytes: number;
  close(): void;
}

/** Stems the folded words of one language. */
export interface WordStemmer {
  stem(word: string): string;
  readonly hasCompounds: boolean;
}

export interface RankRequest {
  /** `fileOrder[i]` is the position of the shard's file i in the collection's path order, which breaks ties; it ascends. */
  /** `allow`: bit set of the chunks that may be hits (chunk i: byte i >> 3, bit i & 7); absent: all. */
  readonly shards: readonly { readonly shard: Shard; readonly fileOrder: Uint32Array; readonly allow?: Uint8Array }[];
  /** Words in the order typed; `line` is their 0-based line in the query. */
  readonly words: readonly {
    readonly text: string;
    readonly line: number;
    readonly prefix: boolean;
    readonly fuzzy: 0 | 1 | 2;
    /** True for a word that says little about the subject; its weight depends on the kind of file. */
    readonly stop?: boolean;
  }[];
  /** Additional terms as postings store them (`termsOf`). They were not typed, so they do not count for names, titles and word order. */
  readonly terms?: readonly { readonly text: string; readonly weight: number }[];
  readonly minus: readonly string[];
  /** Words that every hit must contain (phrases are verified later, in the text). */
  readonly required: readonly string[];
  readonly stemming: boolean;
  /** Stemmers of the collection's languages besides English: a word also matches words with the same stem in any of them. */
  readonly stemmers?: readonly WordStemmer[];
  /** Also matches longer words that end with a word, in languages that write compounds as one. */
  readonly compounds?: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Gives tests, examples, vendored files and change logs full weight. */
  readonly secondaryToo?: boolean;
  /** Searches only headings, symbols and titles. */
  readonly namesOnly?: boolean;
}

/** Bits of `matched` after the word bits: the query names a symbol of the chunk, or the title of its file. */
export const MATCHED_KEY = { symbol: 30, title: 31 } as const;

export interface RankAnswer {
  /** Best first: score, path, first line, index of the chunk. Parallel arrays. */
  readonly shard: Uint32Array;
  readonly chunk: Uint32Array;
  readonly score: Float64Array;
  readonly total: number;
  /** Number of hits in each file, in the collection's path order. */
  readonly fileHits: Uint32Array;
  /** Bit sets of matches per hit: word i, field f of RANKED_FIELDS → bit i * 5 + f, for the first six words, and the bits of MATCHED_KEY. */
  readonly matched: Uint32Array;
  /** Identifiers in the query that occur nowhere as written; at most their parts were found. */
  readonly missing: readonly number[];
}

/** `prefix`: also matches longer words. */
export type OrderWord = Pick<RankRequest['words'][number], 'text' | 'prefix' | 'stop'>;

export interface OrderChunk {
  /** Its body and its heading path. */
  readonly texts: readonly string[];
  /** Headings inside the chunk. */
  readonly headings: readonly string[];
}

export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Folded parts of an identifier (`get user name`), otherwise empty. */
  readonly parts: readonly string[];
}
