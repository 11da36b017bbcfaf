import { compareBytes, toHex } from '../../lib/bytes.ts';
import type { Span } from '../../lib/span.ts';
import { AppError } from '../../model/app-error.ts';
import type { BackendFile, ByteSource, NearBytes, OpenBytes } from '../backends/file-backend.ts';
import type { PutBytes, StoredFile } from '../contract.ts';
import { toStoreError } from '../to-store-error.ts';
import {
  BLOCK_BYTES,
  encodeHeader,
  getReadScratch,
  HASH_BYTES,
  HEADER_BYTES,
  hashBlocks,
  hashBytes,
  toFileBytes,
} from './block-hash.ts';

/** Verifies every byte it returns: the row holds the hash of the table, the table holds the hash of each block. */
export function createVerifiedFile(source: ByteSource, file: StoredFile): BackendFile {
  /** Hashes of the file's blocks, checked against the hash in its row. */
  let hashes: Uint8Array | Promise<Uint8Array> | undefined;

  async function withBytes<T>(use: (bytes: OpenBytes) => Promise<T>): Promise<T> {
    const bytes = await source.open().catch((error: unknown) => {
      throw toReadError(file, error);
    });
    try {
      if (bytes.size !== toFileBytes(file.length)) throw damaged(file, 'size');
      return await use(bytes);
    } catch (error) {
      throw toReadError(file, error);
    } finally {
      bytes.close();
    }
  }

  function readSpans(spans: readonly Span[], put: PutBytes): Promise<void> {
    return withBytes(async (bytes) => {
      hashes ??= readHashes(bytes, file);
      await readChecked(bytes, file, await hashes, spans, put);
    });
  }

  async function read(startByte: number, endByte: number): Promise<Uint8Array> {
    const own = new Uint8Array(endByte - startByte);
    await readSpans([[startByte, endByte]], (bytes, at) => own.set(bytes, at - startByte));
    return own;
  }

  return { readSpans, read, readAll: () => read(0, file.length) };
}

function readHashes(bytes: OpenBytes, file: StoredFile): Uint8Array | Promise<Uint8Array> {
  const hashesAt = HEADER_BYTES + file.length;
  if ('readInto' in bytes)
    return checkHashes(file, copyOut(bytes, 0, HEADER_BYTES), copyOut(bytes, hashesAt, bytes.size));
  return Promise.all([bytes.read(0, HEADER_BYTES), bytes.read(hashesAt, bytes.size)]).then(([header, hashes]) =>
    checkHashes(file, header, hashes),
  );
}

/** Reads through the scratch buffer: a buffer that the browser has read into stays alive until a full garbage collection. */
function copyOut(bytes: NearBytes, startByte: number, endByte: number): Uint8Array {
  const own = new Uint8Array(endByte - startByte);
  const scratch = getReadScratch();
  for (let at = 0; at < own.length; at += scratch.length) {
    const piece = scratch.subarray(0, own.length - at);
    own.set(piece.subarray(0, bytes.readInto(piece, startByte + at)), at);
  }
  return own;
}

async function readChecked(
  bytes: OpenBytes,
  file: StoredFile,
  hashes: Uint8Array,
  spans: readonly Span[],
  put: PutBytes,
): Promise<void> {
  for (const { first, after, members } of toRuns(spans)) {
    const from = first * BLOCK_BYTES;
    const end = Math.min(after * BLOCK_BYTES, file.length);
    if (!('readInto' in bytes)) {
      const all = await bytes.read(HEADER_BYTES + from, HEADER_BYTES + end);
      if (all.length < end - from) throw damaged(file, 'size');
      checkBlocks(file, hashes, from, hashBlocks(all));
      putSpans(all, from, spans, members, put);
      continue;
    }
    // No await between reading into the scratch buffer and copying out of it: another reader would overwrite it.
    const scratch = getReadScratch();
    for (let at = from; at < end; at += scratch.length) {
      const piece = scratch.subarray(0, end - at);
      if (bytes.readInto(piece, HEADER_BYTES + at) < piece.length) throw damaged(file, 'size');
      checkBlocks(file, hashes, at, hashBlocks(piece));
      putSpans(piece, at, spans, members, put);
    }
  }
}

/** Adjacent blocks, with the indexes of the spans inside them. */
interface Run {
  readonly first: number;
  after: number;
  readonly members: number[];
}

function toRuns(spans: readonly Span[]): Run[] {
  const startOf = (i: number): number => (spans[i] as Span)[0];
  const runs: Run[] = [];
  for (const i of spans.map((_, index) => index).sort((a, b) => startOf(a) - startOf(b))) {
    const [startByte, endByte] = spans[i] as Span;
    if (startByte === endByte) continue;
    const first = Math.floor(startByte / BLOCK_BYTES);
    const after = Math.ceil(endByte / BLOCK_BYTES);
    const last = runs.at(-1);
    if (last === undefined || first > last.after) runs.push({ first, after, members: [i] });
    else {
      last.after = Math.max(last.after, after);
      last.members.push(i);
    }
  }
  return runs;
}

function putSpans(
  piece: Uint8Array,
  at: number,
  spans: readonly Span[],
  members: readonly number[],
  put: PutBytes,
): void {
  const end = at + piece.length;
  for (const i of members) {
    const [startByte, endByte] = spans[i] as Span;
    const from = Math.max(startByte, at);
    const to = Math.min(endByte, end);
    if (from < to) put(piece.subarray(from - at, to - at), from, i);
  }
}

/** Firefox uses error names of its own when a file disappears during a read. */
function toReadError(file: StoredFile, error: unknown): AppError {
  const known = toStoreError(error, { file: file.name });
  return known.code === 'store/not-found' || known.code === 'store/damaged' ? known : damaged(file, 'unreadable');
}

function checkHashes(file: StoredFile, header: Uint8Array, hashes: Uint8Array): Uint8Array {
  if (compareBytes(header, encodeHeader(file.length, file.hash)) !== 0) throw damaged(file, 'header');
  if (toHex(hashBytes(hashes)) !== file.hash) throw damaged(file, 'table');
  return hashes;
}

function checkBlocks(file: StoredFile, hashes: Uint8Array, at: number, found: Uint8Array): void {
  const start = (at / BLOCK_BYTES) * HASH_BYTES;
  if (compareBytes(found, hashes.subarray(start, start + found.length)) !== 0) throw damaged(file, 'block');
}

function damaged(file: StoredFile, place: string): AppError {
  return new AppError('store/damaged', 'a stored file is damaged', { file: file.name, role: file.role, place });
}
