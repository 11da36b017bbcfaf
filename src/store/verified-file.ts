import { compareBytes, toHex } from '../lib/bytes.ts';
import { AppError } from '../model/app-error.ts';
import type { ShelfFile } from './backend.ts';
import { HASH_BYTES, hashBytes } from './block-hash.ts';
import type { StoredFile } from './contract.ts';
import { BLOCK_BYTES, countBlocks, encodeHeader, HEADER_BYTES, hashBlocks, toFileBytes } from './file-format.ts';
import { toStoreError } from './to-store-error.ts';

/** Every byte that leaves has been compared with a hash that the row vouches for: row → table → block. */
export function createVerifiedFile(blob: Blob, file: StoredFile): ShelfFile {
  let table: Promise<Uint8Array> | undefined;

  async function readBytes(start: number, end: number): Promise<Uint8Array> {
    try {
      return new Uint8Array(await blob.slice(start, end).arrayBuffer());
    } catch (error) {
      // Firefox has names of its own for files that went away under a reader.
      const known = toStoreError(error, { file: file.name });
      throw known.code === 'store/not-found' ? known : damaged(file, 'unreadable');
    }
  }

  async function readTable(): Promise<Uint8Array> {
    if (blob.size !== toFileBytes(file.length)) throw damaged(file, 'size');
    const [header, hashes] = await Promise.all([
      readBytes(0, HEADER_BYTES),
      readBytes(HEADER_BYTES + file.length, blob.size),
    ]);
    checkHeader(file, header);
    checkTable(file, hashes);
    return hashes;
  }

  return {
    async read(startByte, endByte) {
      table ??= readTable();
      const first = Math.floor(startByte / BLOCK_BYTES);
      const from = first * BLOCK_BYTES;
      const to = Math.min(countBlocks(endByte) * BLOCK_BYTES, file.length);
      const [hashes, blocks] = await Promise.all([table, readBytes(HEADER_BYTES + from, HEADER_BYTES + to)]);
      checkBlocks(file, blocks, hashes.subarray(first * HASH_BYTES, countBlocks(to) * HASH_BYTES));
      return blocks.subarray(startByte - from, endByte - from);
    },
    async readAll() {
      if (blob.size !== toFileBytes(file.length)) throw damaged(file, 'size');
      const bytes = await readBytes(0, blob.size);
      const payload = bytes.subarray(HEADER_BYTES, HEADER_BYTES + file.length);
      const hashes = bytes.subarray(HEADER_BYTES + file.length);
      checkHeader(file, bytes.subarray(0, HEADER_BYTES));
      checkTable(file, hashes);
      checkBlocks(file, payload, hashes);
      return payload;
    },
  };
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
