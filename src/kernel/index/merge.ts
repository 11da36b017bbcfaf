import { findSecondary } from '../../kinds/secondary.ts';
import { ByteReader } from '../../lib/byte-reader.ts';
import { ByteWriter } from '../../lib/byte-writer.ts';
import { concatBytes, fromShortUtf8, fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import { AppError, isAppError } from '../../model/app-error.ts';
import { isCodeKind, KINDS } from '../../model/kind.ts';
import type { Settings } from '../../model/settings.ts';
import { DIGEST_BYTES, shareStrings } from '../chunk/chunk-section.ts';
import { findSection, SECTION } from '../chunk/leaf-format.ts';
import type { ShardBytes, ShardInputs } from '../contract.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';
import { guard } from '../memory/memory-views.ts';
import { HEAD_WORDS, MAGIC } from './shard-table.ts';

const NO_TERMS = new Uint8Array(4);

export function mergeShard(runtime: IndexRuntime, files: ShardInputs, settings: Settings): ShardBytes {
  const segment = merge(runtime, settings.stemming, listMerged(files));
  return { segment, table: guard(() => encodeTable(files)) };
}

const CODE = KINDS.flatMap((kind, i) => (isCodeKind(kind) ? [i] : []));

function* listMerged(files: ShardInputs): Generator<MergedFile> {
  for (let i = 0; i < files.ends.length; i++) {
    const leaf = leafAt(files, i);
    const [kind = -1] = findSection(leaf, SECTION.meta);
    const [language = 0] = findSection(leaf, SECTION.language);
    yield { path: files.path(i), isCode: CODE.includes(kind), language, terms: findSection(leaf, SECTION.terms) };
  }
}

/** One file of a segment. Code and prose are ranked with different parameters. */
export interface MergedFile {
  readonly path: Uint8Array;
  readonly isCode: boolean;
  /** Number in LANGUAGES, from 1; 0 without one. */
  readonly language: number;
  /** Empty for a refused file. */
  readonly terms: Uint8Array;
}

/** `files` in path order. */
export function merge(runtime: IndexRuntime, stemming: boolean, files: Iterable<MergedFile>): Uint8Array<ArrayBuffer> {
  const { exports, memory } = runtime;
  return guard(() => {
    exports.mergeBegin(stemming ? 1 : 0);
    try {
      for (const file of files) mergeFile(runtime, file);
    } catch (error) {
      if (isAppError(error) && error.code === 'store/damaged') exports.mergeFree();
      throw error;
    }
    const ptr = exports.mergeFinish() >>> 0;
    const segment = memory.take(ptr, exports.mergeSize());
    exports.mergeFree();
    return segment;
  });
}

function mergeFile({ exports, memory }: IndexRuntime, { path, isCode, language, terms }: MergedFile): void {
  const section = terms.length === 0 ? NO_TERMS : terms;
  const block = memory.alloc(section.length + path.length);
  const pathAt = block + section.length;
  memory.u8().set(section, block);
  memory.u8().set(path, pathAt);
  const secondary = findSecondary(fromShortUtf8(path), isCode);
  // Generated files lose as much as code does, whatever their kind.
  const kind = (isCode || secondary === 'generated' ? 1 : 0) + (secondary === undefined ? 0 : 2) + (language << 2);
  const isMerged = exports.mergeFile(block, pathAt, pathAt, path.length, kind) !== 0;
  memory.free(block);
  if (isMerged) return;
  const details = { path: fromUtf8(path), bytes: terms.length };
  throw new AppError('store/damaged', 'the terms of a file cannot be read', details);
}

/** Joins the `chunks` sections of the leaves, with shared strings and all digests at the end, since a search needs few of them. */
function encodeTable(files: ShardInputs): Uint8Array<ArrayBuffer> {
  const { ends } = files;
  const head = new Uint32Array(HEAD_WORDS + ends.length + 1);
  const out = new ByteWriter(head.byteLength + 4096);
  const digests: Uint8Array[] = [];
  let chunks = 0;
  // Overwritten at the end, when the offsets are known.
  out.raw(new Uint8Array(head.buffer));
  for (let i = 0; i < ends.length; i++) {
    head[HEAD_WORDS + i] = out.length;
    const section = findSection(leafAt(files, i), SECTION.chunks);
    const reader = new ByteReader(section);
    // A refused file has an empty section or none.
    const count = section.length === 0 ? 0 : reader.count(DIGEST_BYTES);
    const strings = section.length === 0 ? 0 : reader.count();
    const digestsAt = section.length - count * DIGEST_BYTES;
    const shared = new ByteWriter(256);
    shareStrings(reader, strings, shared);
    out.uint(count);
    out.uint(strings);
    out.blob(shared.view());
    out.part(section, reader.at, digestsAt);
    digests.push(section.subarray(digestsAt));
    chunks += count;
  }
  const digestsAt = out.length;
  for (const own of digests) out.raw(own);
  head[HEAD_WORDS + ends.length] = digestsAt;
  head.set([MAGIC, ends.length, chunks, digestsAt]);
  const table = out.finish();
  table.set(new Uint8Array(head.buffer));
  return table;
}

/** Returns a view of one of the leaves. */
function leafAt({ leaves, ends }: ShardInputs, index: number): Uint8Array {
  return leaves.subarray(ends[index - 1] ?? 0, ends[index]);
}

/** Converts a list in path order, for few files. */
export function toShardInputs(files: readonly { readonly path: string; readonly leaf: Uint8Array }[]): ShardInputs {
  const ends = new Uint32Array(files.length);
  let end = 0;
  files.forEach(({ leaf }, i) => {
    end += leaf.length;
    ends[i] = end;
  });
  return {
    leaves: concatBytes(files.map(({ leaf }) => leaf)),
    ends,
    path: (index) => toUtf8((files[index] as { path: string }).path),
  };
}
