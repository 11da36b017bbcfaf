import { fromUtf8, toUtf8 } from '../lib/bytes.ts';
import { AppError, isAppError } from '../model/app-error.ts';
import { KINDS } from '../model/kind.ts';
import type { Settings } from '../model/settings.ts';
import type { ShardBytes, ShardInputs } from './contract.ts';
import { encodeTable } from './encode-table.ts';
import type { IndexRuntime } from './index-exports.ts';
import { SECTION, SectionPlace } from './leaf-format.ts';
import { guard } from './memory-views.ts';

const NO_TERMS = new Uint8Array(3);
/** Copied by hand: a view of them costs more. */
const SHORT = 256;
/** The kernel reads short forms sixteen bytes at a time. */
const SLACK = 16;

/** One file of a segment: the terms section of its leaf. Code and prose are ranked with different parameters. */
export interface TermsFile {
  readonly path: string;
  readonly isCode: boolean;
  readonly terms: Uint8Array;
}

export function mergeShard(runtime: IndexRuntime, files: ShardInputs, settings: Settings): ShardBytes {
  return { segment: mergeLeaves(runtime, files, settings.stemming), table: encodeTable(files) };
}

const CODE = [KINDS.indexOf('code'), KINDS.indexOf('java_script')];

function mergeLeaves(runtime: IndexRuntime, files: ShardInputs, stemming: boolean): Uint8Array<ArrayBuffer> {
  const { leaves, ends } = files;
  const section = new SectionPlace();
  return merge(runtime, stemming, (merger) => {
    let start = 0;
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i] as number;
      section.find(SECTION.meta, leaves, start, end);
      const isCode = section.length > 0 && CODE.includes(leaves[section.start] as number);
      section.find(SECTION.terms, leaves, start, end);
      merger.add(files.path(i), isCode, leaves, section.start, section.end);
      start = end;
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
    for (const { path, isCode, terms } of files) merger.add(toUtf8(path), isCode, terms, 0, terms.length);
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

/** A place in the kernel for one file after the other. */
class Merger {
  readonly #runtime: IndexRuntime;
  #room = 1 << 16;
  #block: number;

  constructor(runtime: IndexRuntime) {
    this.#runtime = runtime;
    this.#block = runtime.memory.alloc(this.#room);
  }

  /** The terms are those that `bytes` hold between `start` and `end`. */
  add(path: Uint8Array, isCode: boolean, bytes: Uint8Array, start: number, end: number): void {
    // A refused file has no terms.
    if (start === end) {
      this.add(path, isCode, NO_TERMS, 0, NO_TERMS.length);
      return;
    }
    const { exports, memory } = this.#runtime;
    const length = end - start;
    this.#reserve(length + path.length + SLACK);
    const block = this.#block;
    const room = memory.u8();
    if (length > SHORT) room.set(bytes.subarray(start, end), block);
    else for (let i = 0; i < length; i++) room[block + i] = bytes[start + i] as number;
    const pathAt = block + length;
    room.set(path, pathAt);
    if (exports.mergeFile(block, pathAt, pathAt, path.length, isCode ? 1 : 0) !== 0) return;
    throw new AppError('store/damaged', 'the terms of a file cannot be read', { path: fromUtf8(path), bytes: length });
  }

  free(): void {
    this.#runtime.memory.free(this.#block);
  }

  #reserve(need: number): void {
    if (need <= this.#room) return;
    this.free();
    this.#room = need * 2;
    this.#block = this.#runtime.memory.alloc(this.#room);
  }
}

/** One chunk that is no file: the harness and the benchmarks feed such records. */
export interface RecordChunk {
  readonly body: string | Uint8Array;
  readonly heading?: string | Uint8Array;
  readonly symbol?: string | Uint8Array;
}

/** A terms section of these chunks, as a leaf would have it. */
export function makeTerms(runtime: IndexRuntime, chunks: readonly RecordChunk[]): Uint8Array<ArrayBuffer> {
  const { exports, memory } = runtime;
  return guard(() => {
    exports.termsBegin(1);
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
    }
    body.free();
    heading.free();
    symbol.free();
    return memory.take(exports.termsTake() >>> 0, exports.termsSize());
  });
}

/** A place in the kernel for the texts of one field, one after the other; a text that comes again is not copied again. */
class TextPlace {
  readonly runtime: IndexRuntime;
  readonly field: number;
  room = 0;
  block = 0;
  length = 0;
  last: string | Uint8Array | undefined;

  constructor(runtime: IndexRuntime, field: number) {
    this.runtime = runtime;
    this.field = field;
  }

  put(bytes: Uint8Array): number {
    const { memory } = this.runtime;
    if (bytes.length > this.room) {
      this.free();
      this.room = bytes.length * 2;
      this.block = memory.alloc(this.room);
    }
    memory.u8().set(bytes, this.block);
    return this.block;
  }

  add(text: string | Uint8Array | undefined): void {
    if (text === undefined || text.length === 0) return;
    if (text !== this.last) {
      const bytes = typeof text === 'string' ? toUtf8(text) : text;
      this.put(bytes);
      this.length = bytes.length;
      this.last = text;
    }
    this.runtime.exports.termsText(this.field, this.block, this.length, 0);
  }

  free(): void {
    if (this.room > 0) this.runtime.memory.free(this.block);
    this.room = 0;
  }
}

/** The bytes that hold all bodies, when these are views of one buffer and little lies between them. */
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
