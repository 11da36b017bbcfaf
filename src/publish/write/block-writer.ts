import { ByteWriter } from '../../lib/byte-writer.ts';
import { concatBytes, toHex } from '../../lib/bytes.ts';
import { deflate } from '../../lib/deflate.ts';
import type { Sha256 } from '../contract.ts';
import { type BlockDirectory, GROUP_BLOCKS, PROOF_BYTES, toProofs } from '../format/block-directory.ts';
import { TAG_BYTES } from '../format/cipher.ts';
import { BLOCK_BYTES, BLOCK_UNIT, type PublishedFile } from '../format/layout.ts';
import type { CreateSealedFile } from './seal-files.ts';

export interface PublishSink {
  /** Creates a file that gets its name at the end: the name contains the hash of its content. */
  createFile(): Promise<PublishSinkFile>;
}

interface PublishSinkFile {
  write(bytes: Uint8Array): Promise<void>;
  /** `path` is relative to the folder, with `/`. */
  finish(path: string): Promise<void>;
}

export interface BlockWriter {
  readonly rawBytes: number;
  /** Writes bytes, cut into equal blocks. */
  write(bytes: Uint8Array): Promise<void>;
  /** Writes one block, which begins with its size. */
  writeBlock(raw: Uint8Array): Promise<void>;
  finish(toPath: (name: string) => string): Promise<{ file: PublishedFile; directory: BlockDirectory }>;
}

/** Writes blocks in sequence, each compressed separately, so that a reader can fetch and verify it separately. */
export async function createBlockWriter(
  sink: PublishSink,
  stem: string,
  sha256: Sha256,
  createSealed?: CreateSealedFile,
): Promise<BlockWriter> {
  const out = await sink.createFile();
  const sealed = await createSealed?.();
  const guardBytes = sealed === undefined ? PROOF_BYTES : TAG_BYTES;
  const starts = [0];
  const roots: Uint8Array[] = [];
  let group: Uint8Array[] = [];
  let rawBytes = 0;
  const pending = new ByteWriter();

  async function store(stored: Uint8Array): Promise<void> {
    group.push(stored);
    if (group.length === GROUP_BLOCKS) await closeGroup();
  }

  async function closeGroup(): Promise<void> {
    if (group.length === 0) return;
    const { root, proofs } = toProofs(group, sha256);
    roots.push(root);
    for (const [i, stored] of group.entries()) {
      const start = starts.at(-1) as number;
      const block = (await sealed?.seal(start, stored)) ?? concatBytes([proofs[i] as Uint8Array, stored]);
      starts.push(start + block.length);
      await out.write(block);
    }
    group = [];
  }

  /** Stores the pending bytes that fill blocks; of the last block also a part. */
  async function flush(isLast: boolean): Promise<void> {
    const all = pending.finish();
    const end = isLast ? all.length : all.length - (all.length % BLOCK_BYTES);
    for (let at = 0; at < end; at += BLOCK_BYTES)
      await store(toStored(all.subarray(at, Math.min(at + BLOCK_BYTES, end)), guardBytes));
    pending.clear();
    pending.raw(all.subarray(end));
  }

  return {
    get rawBytes() {
      return rawBytes;
    },
    async write(bytes) {
      rawBytes += bytes.length;
      pending.raw(bytes);
      if (pending.length >= BLOCK_BYTES) await flush(false);
    },
    async writeBlock(raw) {
      rawBytes += raw.length;
      const size = new ByteWriter(8);
      size.uint(raw.length);
      await store(toStored(raw, guardBytes, size.finish()));
    },
    async finish(toPath) {
      await flush(true);
      await closeGroup();
      const directory = { starts: Float64Array.from(starts), hashes: concatBytes(roots), rawBytes };
      const name = sealed?.name ?? toHashedName(stem, sha256, [directory.hashes]);
      await out.finish(toPath(name));
      return { file: { name, bytes: starts.at(-1) as number }, directory };
    },
  };
}

export function toHashedName(stem: string, sha256: Sha256, parts: readonly Uint8Array[]): string {
  return `${stem}-${toHex(sha256(concatBytes(parts)).subarray(0, 8))}.bin`;
}

/** Compresses if that is shorter, padding included; otherwise stores the bytes unchanged. `before` is part of the block; a proof or a tag comes with it. */
function toStored(raw: Uint8Array, guardBytes: number, before: Uint8Array = NOTHING): Uint8Array {
  const packed = deflate(raw);
  const pad = (bytes: Uint8Array): number => {
    const length = guardBytes + before.length + bytes.length;
    return Math.ceil(length / BLOCK_UNIT) * BLOCK_UNIT - length;
  };
  const isShorter = packed.length + pad(packed) < raw.length;
  const body = isShorter ? packed : raw;
  return concatBytes([before, body, new Uint8Array(pad(body))]);
}

const NOTHING = new Uint8Array();
