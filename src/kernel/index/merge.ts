import { fromShortUtf8, fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import { AppError, isAppError } from '../../model/app-error.ts';
import { isCodeKind, KINDS } from '../../model/kind.ts';
import { isSecondary } from '../../model/secondary.ts';
import type { Settings } from '../../model/settings.ts';
import { SECTION, SectionPlace } from '../chunk/leaf-format.ts';
import type { ShardBytes, ShardInputs } from '../contract.ts';
import { guard } from '../memory/guard.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';
import type { MemoryViews } from '../memory/memory-views.ts';
import { encodeTable } from './encode-table.ts';
import { findIn } from './shard-inputs.ts';

const NO_TERMS = new Uint8Array(4);
/** Up to this length a copy by hand costs less than a view. */
const SHORT = 256;
/** Smallest capacity of a block; most files fit. */
const MIN_CAPACITY = 1 << 16;
/** The kernel reads short forms sixteen bytes at a time, also past their end. */
const SLACK = 16;

/** One file of a segment: the terms section of its leaf. Code and prose are ranked with different parameters. */
export interface TermsFile {
  readonly path: string;
  readonly isCode: boolean;
  readonly terms: Uint8Array;
}

export function mergeShard(runtime: IndexRuntime, files: ShardInputs, settings: Settings): ShardBytes {
  return { segment: mergeLeaves(runtime, files, settings.stemming), table: guard(() => encodeTable(files)) };
}

const CODE = KINDS.flatMap((kind, i) => (isCodeKind(kind) ? [i] : []));

function mergeLeaves(runtime: IndexRuntime, files: ShardInputs, stemming: boolean): Uint8Array<ArrayBuffer> {
  const { leaves, ends } = files;
  const section = new SectionPlace();
  return merge(runtime, stemming, (merger) => {
    for (let i = 0; i < ends.length; i++) {
      findIn(files, i, SECTION.meta, section);
      const isCode = section.length > 0 && CODE.includes(leaves[section.start] as number);
      findIn(files, i, SECTION.language, section);
      const language = section.length > 0 ? (leaves[section.start] as number) : 0;
      findIn(files, i, SECTION.terms, section);
      merger.add({ path: files.path(i), isCode, language }, leaves, section.start, section.end);
    }
  });
}

/** `files` in path order. */
export function mergeTerms(
  runtime: IndexRuntime,
  files: Iterable<TermsFile>,
  stemming: boolean,
): Uint8Array<ArrayBuffer> {
  return merge(runtime, stemming, (merger) => {
    for (const { path, isCode, terms } of files)
      merger.add({ path: toUtf8(path), isCode, language: 0 }, terms, 0, terms.length);
  });
}

/** `feed` adds files in path order. */
function merge(runtime: IndexRuntime, stemming: boolean, feed: (merger: Merger) => void): Uint8Array<ArrayBuffer> {
  const { exports, memory } = runtime;
  return guard(() => {
    exports.mergeBegin(stemming ? 1 : 0);
    const merger = new Merger(runtime);
    try {
      feed(merger);
    } catch (error) {
      if (isAppError(error) && error.code === 'store/damaged') {
        merger.free();
        exports.mergeFree();
      }
      throw error;
    }
    merger.free();
    const ptr = exports.mergeFinish() >>> 0;
    const segment = memory.take(ptr, exports.mergeSize());
    exports.mergeFree();
    return segment;
  });
}

interface MergedFile {
  readonly path: Uint8Array;
  readonly isCode: boolean;
  /** Number in LANGUAGES, from 1; 0 without one. */
  readonly language: number;
}

/** Kernel memory for one file at a time. */
class Merger {
  readonly #runtime: IndexRuntime;
  readonly #block: Block;

  constructor(runtime: IndexRuntime) {
    this.#runtime = runtime;
    this.#block = new Block(runtime.memory);
  }

  /** `bytes` holds the terms between `start` and `end`. */
  add(file: MergedFile, bytes: Uint8Array, start: number, end: number): void {
    // A refused file has no terms.
    if (start === end) {
      this.add(file, NO_TERMS, 0, NO_TERMS.length);
      return;
    }
    const { path, isCode, language } = file;
    const { exports, memory } = this.#runtime;
    const length = end - start;
    const block = this.#block.reserve(length + path.length + SLACK);
    const u8 = memory.u8();
    if (length > SHORT) u8.set(bytes.subarray(start, end), block);
    else for (let i = 0; i < length; i++) u8[block + i] = bytes[start + i] as number;
    const pathAt = block + length;
    u8.set(path, pathAt);
    const kind = (isCode ? 1 : 0) + (isSecondary(fromShortUtf8(path), isCode) ? 2 : 0) + (language << 2);
    if (exports.mergeFile(block, pathAt, pathAt, path.length, kind) !== 0) return;
    throw new AppError('store/damaged', 'the terms of a file cannot be read', { path: fromUtf8(path), bytes: length });
  }

  free(): void {
    this.#block.free();
  }
}

/** Reusable kernel memory that grows. */
class Block {
  readonly #memory: MemoryViews;
  #capacity = 0;
  #at = 0;

  constructor(memory: MemoryViews) {
    this.#memory = memory;
  }

  /** Returns the address of this many bytes. Growing loses the previous content. */
  reserve(bytes: number): number {
    if (bytes > this.#capacity) {
      this.free();
      this.#capacity = Math.max(MIN_CAPACITY, bytes * 2);
      this.#at = this.#memory.alloc(this.#capacity);
    }
    return this.#at;
  }

  free(): void {
    if (this.#capacity > 0) this.#memory.free(this.#at);
    this.#capacity = 0;
  }
}

/** One chunk without a file, for records of the harness and the benchmarks. */
export interface RecordChunk {
  readonly body: string | Uint8Array;
  readonly heading?: string | Uint8Array;
  readonly symbol?: string | Uint8Array;
}

/** Makes a terms section from chunks, like the one in a leaf. */
export function makeTerms(runtime: IndexRuntime, chunks: readonly RecordChunk[], title = ''): Uint8Array<ArrayBuffer> {
  const { exports, memory } = runtime;
  return guard(() => {
    exports.termsBegin();
    const body = new TextPlace(runtime, 0);
    const heading = new TextPlace(runtime, 1);
    const symbol = new TextPlace(runtime, 2);
    const bodies = findRange(chunks);
    const from = bodies === undefined ? 0 : body.put(bodies) - bodies.byteOffset;
    for (const chunk of chunks) {
      exports.termsChunk();
      if (bodies === undefined) body.add(chunk.body);
      else exports.termsText(0, from + (chunk.body as Uint8Array).byteOffset, chunk.body.length, 0);
      heading.add(chunk.heading);
      symbol.add(chunk.symbol);
      if (chunk.symbol !== undefined && chunk.symbol.length > 0) exports.termsDefinition(symbol.at, symbol.length);
    }
    body.free();
    heading.free();
    symbol.free();
    if (title !== '') {
      const { ptr, length } = memory.putText(title);
      exports.termsTitle(ptr, length, 1);
      memory.free(ptr);
    }
    return memory.take(exports.termsTake() >>> 0, exports.termsSize());
  });
}

/** Kernel memory for the texts of one field, one at a time; does not copy a repeated text again. */
class TextPlace {
  readonly runtime: IndexRuntime;
  readonly field: number;
  readonly block: Block;
  at = 0;
  length = 0;
  last: string | Uint8Array | undefined;

  constructor(runtime: IndexRuntime, field: number) {
    this.runtime = runtime;
    this.field = field;
    this.block = new Block(runtime.memory);
  }

  put(bytes: Uint8Array): number {
    this.at = this.block.reserve(bytes.length);
    this.runtime.memory.u8().set(bytes, this.at);
    return this.at;
  }

  add(text: string | Uint8Array | undefined): void {
    if (text === undefined || text.length === 0) return;
    if (text !== this.last) {
      const bytes = typeof text === 'string' ? toUtf8(text) : text;
      this.put(bytes);
      this.length = bytes.length;
      this.last = text;
    }
    this.runtime.exports.termsText(this.field, this.at, this.length, 0);
  }

  free(): void {
    this.block.free();
  }
}

/** Returns the bytes around all bodies if these are views of one buffer with little in between. */
function findRange(chunks: readonly RecordChunk[]): Uint8Array | undefined {
  const first = chunks[0]?.body;
  if (first === undefined || typeof first === 'string') return undefined;
  let start = first.byteOffset;
  let end = start;
  let sum = 0;
  for (const { body } of chunks) {
    if (typeof body === 'string' || body.buffer !== first.buffer) return undefined;
    start = Math.min(start, body.byteOffset);
    end = Math.max(end, body.byteOffset + body.length);
    sum += body.length;
  }
  return end - start > sum * 2 ? undefined : new Uint8Array(first.buffer, start, end - start);
}
