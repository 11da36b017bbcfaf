import { findSecondary } from '../../kinds/secondary.ts';
import { fromShortUtf8, fromUtf8 } from '../../lib/bytes.ts';
import { AppError, isAppError } from '../../model/app-error.ts';
import { isCodeKind, KINDS } from '../../model/kind.ts';
import type { Settings } from '../../model/settings.ts';
import { findSection, SECTION } from '../chunk/leaf-format.ts';
import type { ShardBytes, ShardInputs } from '../contract.ts';
import { guard } from '../memory/guard.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';
import { encodeTable } from './encode-table.ts';
import { leafAt } from './shard-inputs.ts';

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
