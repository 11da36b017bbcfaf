import { compareBytes, toHex } from '../lib/bytes.ts';
import { AppError } from '../model/app-error.ts';
import type { ShelfFile } from './backend.ts';
import { HASH_BYTES, hashBytes } from './block-hash.ts';
import type { ByteSource, OpenBytes } from './byte-source.ts';
import type { StoredFile } from './contract.ts';
import { BLOCK_BYTES, countBlocks, encodeHeader, HEADER_BYTES, hashBlocks, toFileBytes } from './file-format.ts';
import { toStoreError } from './to-store-error.ts';

/** Every byte that leaves has been compared with a hash that the row vouches for: row → table → block. */
export function createVerifiedFile(source: ByteSource, file: StoredFile): ShelfFile {
  let table: Promise<Uint8Array> | undefined;

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

  async function readTable(bytes: OpenBytes): Promise<Uint8Array> {
    const [header, hashes] = await Promise.all([
      bytes.read(0, HEADER_BYTES),
      bytes.read(HEADER_BYTES + file.length, bytes.size),
    ]);
    checkHeader(file, header);
    checkTable(file, hashes);
    return hashes;
  }

  return {
    read: (startByte, endByte) =>
      withBytes(async (bytes) => {
        table ??= readTable(bytes);
        const first = Math.floor(startByte / BLOCK_BYTES);
        const from = first * BLOCK_BYTES;
        const to = Math.min(countBlocks(endByte) * BLOCK_BYTES, file.length);
        const [hashes, blocks] = await Promise.all([table, bytes.read(HEADER_BYTES + from, HEADER_BYTES + to)]);
        checkBlocks(file, blocks, hashes.subarray(first * HASH_BYTES, countBlocks(to) * HASH_BYTES));
        return blocks.subarray(startByte - from, endByte - from);
      }),
    readAll: () =>
      withBytes(async (bytes) => {
        const whole = await bytes.read(0, bytes.size);
        const payload = whole.subarray(HEADER_BYTES, HEADER_BYTES + file.length);
        const hashes = whole.subarray(HEADER_BYTES + file.length);
        checkHeader(file, whole.subarray(0, HEADER_BYTES));
        checkTable(file, hashes);
        checkBlocks(file, payload, hashes);
        return payload;
      }),
  };
}

/** Firefox has names of its own for files that went away under a reader. */
function toReadError(file: StoredFile, error: unknown): AppError {
  const known = toStoreError(error, { file: file.name });
  return known.code === 'store/not-found' || known.code === 'store/damaged' ? known : damaged(file, 'unreadable');
}

function checkHeader(file: StoredFile, header: Uint8Array): void {
  if (compareBytes(header, encodeHeader(file.length, file.hash)) !== 0) throw damaged(file, 'header');
}

function checkTable(file: StoredFile, hashes: Uint8Array): void {
  if (toHex(hashBytes(hashes)) !== file.hash) throw damaged(file, 'table');
}

function checkBlocks(file: StoredFile, blocks: Uint8Array, hashes: Uint8Array): void {
  if (compareBytes(hashBlocks(blocks), hashes) !== 0) throw damaged(file, 'block');
}

function damaged(file: StoredFile, place: string): AppError {
  return new AppError('store/damaged', 'a stored file is damaged', { file: file.name, role: file.role, place });
}
