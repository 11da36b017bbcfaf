import { compareBytes, toHex } from '../lib/bytes.ts';
import { AppError } from '../model/app-error.ts';
import type { ShelfFile } from './backend.ts';
import { HASH_BYTES } from './block-hash.ts';
import type { ByteSource, OpenBytes } from './byte-source.ts';
import type { StoredFile } from './contract.ts';
import { BLOCK_SIZES, encodeHeader, HEADER_BYTES, toFileBytes } from './file-format.ts';
import { hashBlocks, hashWhole } from './hash-blocks.ts';
import { toStoreError } from './to-store-error.ts';

/** The hashes of a file's blocks, which its row vouches for. */
interface BlockTable {
  readonly blockBytes: number;
  readonly hashes: Uint8Array;
}

/** Every byte that leaves has been compared with a hash that the row vouches for: row → table → block. */
export function createVerifiedFile(source: ByteSource, file: StoredFile): ShelfFile {
  let table: Promise<BlockTable> | undefined;

  async function withBytes<T>(use: (bytes: OpenBytes) => Promise<T>): Promise<T> {
    const bytes = await source.open().catch((error: unknown) => {
      throw toReadError(file, error);
    });
    try {
      if (!BLOCK_SIZES.some((size) => bytes.size === toFileBytes(file.length, size))) throw damaged(file, 'size');
      return await use(bytes);
    } catch (error) {
      throw toReadError(file, error);
    } finally {
      bytes.close();
    }
  }

  async function readTable(bytes: OpenBytes): Promise<BlockTable> {
    const [header, hashes] = await Promise.all([
      bytes.read(0, HEADER_BYTES),
      bytes.read(HEADER_BYTES + file.length, bytes.size),
    ]);
    return checkTable(file, bytes.size, header, hashes);
  }

  return {
    read: (startByte, endByte) =>
      withBytes(async (bytes) => {
        table ??= readTable(bytes);
        const { blockBytes, hashes } = await table;
        const first = Math.floor(startByte / blockBytes);
        const after = Math.ceil(endByte / blockBytes);
        const from = first * blockBytes;
        const blocks = await bytes.read(HEADER_BYTES + from, HEADER_BYTES + Math.min(after * blockBytes, file.length));
        checkBlocks(file, blocks, blockBytes, hashes.subarray(first * HASH_BYTES, after * HASH_BYTES));
        return blocks.subarray(startByte - from, endByte - from);
      }),
    readAll: () =>
      withBytes(async (bytes) => {
        const whole = await bytes.read(0, bytes.size);
        const payload = whole.subarray(HEADER_BYTES, HEADER_BYTES + file.length);
        const hashes = whole.subarray(HEADER_BYTES + file.length);
        const { blockBytes } = checkTable(file, bytes.size, whole.subarray(0, HEADER_BYTES), hashes);
        checkBlocks(file, payload, blockBytes, hashes);
        return payload;
      }),
    prepare: async () => source.prepare?.(),
    close: () => source.close?.(),
  };
}

/** Firefox has names of its own for files that went away under a reader. */
function toReadError(file: StoredFile, error: unknown): AppError {
  const known = toStoreError(error, { file: file.name });
  return known.code === 'store/not-found' || known.code === 'store/damaged' ? known : damaged(file, 'unreadable');
}

function checkTable(file: StoredFile, size: number, header: Uint8Array, hashes: Uint8Array): BlockTable {
  const blockBytes = BLOCK_SIZES.find(
    (candidate) =>
      size === toFileBytes(file.length, candidate) &&
      compareBytes(header, encodeHeader(file.length, file.hash, candidate)) === 0,
  );
  if (blockBytes === undefined) throw damaged(file, 'header');
  if (toHex(hashWhole(hashes)) !== file.hash) throw damaged(file, 'table');
  return { blockBytes, hashes };
}

function checkBlocks(file: StoredFile, blocks: Uint8Array, blockBytes: number, hashes: Uint8Array): void {
  if (compareBytes(hashBlocks(blocks, blockBytes), hashes) !== 0) throw damaged(file, 'block');
}

function damaged(file: StoredFile, place: string): AppError {
  return new AppError('store/damaged', 'a stored file is damaged', { file: file.name, role: file.role, place });
}
