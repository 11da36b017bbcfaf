import { toUtf8 } from '../lib/bytes.ts';
import { AppError, isAppError } from '../model/app-error.ts';
import type { Settings } from '../model/settings.ts';
import type { ShardBytes, ShardInputs } from './contract.ts';
import { encodeTable } from './encode-table.ts';
import type { IndexRuntime } from './index-exports.ts';
import { findSection, readKind, SECTION } from './leaf-view.ts';
import { guard } from './memory-views.ts';

/** One file of a segment: the terms section of its leaf. Code and prose are ranked with different parameters. */
const NO_TERMS = new Uint8Array(3);
/** The kernel reads short forms sixteen bytes at a time. */
const SLACK = 16;

export interface TermsFile {
  readonly path: string;
  readonly isCode: boolean;
  readonly terms: Uint8Array;
}

export function mergeShard(runtime: IndexRuntime, files: ShardInputs, settings: Settings): ShardBytes {
  return { segment: mergeTerms(runtime, listTerms(files), settings.stemming), table: encodeTable(files) };
}

/** One at a time: as a list they would be a second shard in memory. */
function* listTerms(files: ShardInputs): Generator<TermsFile> {
  for (const { path, leaf } of files) {
    const kind = readKind(leaf);
    yield { path, isCode: kind === 'code' || kind === 'java_script', terms: findSection(leaf, SECTION.terms) };
  }
}

/** `files` in path order. */
export function mergeTerms(
  { exports, memory }: IndexRuntime,
  files: Iterable<TermsFile>,
  stemming: boolean,
): Uint8Array<ArrayBuffer> {
  return guard(() => {
    exports.mergeBegin(stemming ? 1 : 0);
    let room = 1 << 16;
    let block = memory.alloc(room);
    try {
      for (const { path, isCode, terms: given } of files) {
        // A refused file has no terms.
        const terms = given.length === 0 ? NO_TERMS : given;
        const pathBytes = toUtf8(path);
        const need = terms.length + pathBytes.length + SLACK;
        if (need > room) {
          memory.free(block);
          room = need * 2;
          block = memory.alloc(room);
        }
        const bytes = memory.u8();
        bytes.set(terms, block);
        bytes.set(pathBytes, block + terms.length);
        const end = block + terms.length;
        if (exports.mergeFile(block, end, end, pathBytes.length, isCode ? 1 : 0) !== 0) continue;
        throw new AppError('store/damaged', 'the terms of a file cannot be read', { path, bytes: terms.length });
      }
    } catch (error) {
      if (isAppError(error) && error.code === 'store/damaged') {
        memory.free(block);
        exports.mergeFree();
      }
      throw error;
    }
    memory.free(block);
    const ptr = exports.mergeFinish() >>> 0;
    const segment = memory.take(ptr, exports.mergeSize());
    exports.mergeFree();
    return segment;
  });
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
