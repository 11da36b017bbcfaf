import { toUtf8 } from '../lib/bytes.ts';
import type { Settings } from '../model/settings.ts';
import type { ShardBytes, ShardInput } from './contract.ts';
import type { IndexRuntime } from './index-exports.ts';
import { findSection, readLeaf, SECTION } from './leaf-view.ts';
import { guard } from './memory-views.ts';
import { encodeTable } from './shard-table.ts';

/** One file of a segment: the terms section of its leaf. Code and prose are ranked with different parameters. */
const NO_TERMS = new Uint8Array(3);
/** The kernel reads short forms sixteen bytes at a time. */
const SLACK = 16;

export interface TermsFile {
  readonly path: string;
  readonly isCode: boolean;
  readonly terms: Uint8Array;
}

export function mergeShard(runtime: IndexRuntime, files: readonly ShardInput[], settings: Settings): ShardBytes {
  const own = files.map(({ path, leaf }) => {
    const kind = readLeaf(leaf).kind;
    return { path, isCode: kind === 'code' || kind === 'java_script', terms: findSection(leaf, SECTION.terms) };
  });
  return {
    segment: mergeTerms(runtime, own, settings.stemming),
    table: encodeTable(files.map(({ leaf }) => findSection(leaf, SECTION.chunks))),
  };
}

/** `files` in path order. */
export function mergeTerms(
  { exports, memory }: IndexRuntime,
  files: readonly TermsFile[],
  stemming: boolean,
): Uint8Array<ArrayBuffer> {
  return guard(() => {
    exports.mergeBegin(stemming ? 1 : 0);
    let room = 1 << 16;
    let block = memory.alloc(room);
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
      exports.mergeFile(block, block + terms.length, pathBytes.length, isCode ? 1 : 0);
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
export function makeTerms({ exports, memory }: IndexRuntime, chunks: readonly RecordChunk[]): Uint8Array<ArrayBuffer> {
  return guard(() => {
    exports.termsBegin(1);
    let room = 1 << 14;
    let block = memory.alloc(room);
    const add = (field: number, text: string | Uint8Array | undefined): void => {
      if (text === undefined || text.length === 0) return;
      const bytes = typeof text === 'string' ? toUtf8(text) : text;
      if (bytes.length > room) {
        memory.free(block);
        room = bytes.length * 2;
        block = memory.alloc(room);
      }
      memory.u8().set(bytes, block);
      exports.termsText(field, block, bytes.length, 0);
    };
    for (const { body, heading, symbol } of chunks) {
      exports.termsChunk();
      add(0, body);
      add(1, heading);
      add(2, symbol);
    }
    memory.free(block);
    const ptr = exports.termsTake() >>> 0;
    return memory.take(ptr, exports.termsSize());
  });
}
