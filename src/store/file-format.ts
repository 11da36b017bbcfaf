import { compareBytes, concatBytes, fromHex, toHex } from '../lib/bytes.ts';
import { HASH_BYTES, hashBytes } from './block-hash.ts';

/** docs/formats/store.md: header | payload | one hash per block. */
export const FILE_FORMAT_VERSION = 1;
export const HEADER_BYTES = 64;
/** Of the header: its own hash follows. */
export const HASHED_BYTES = 48;
export const BLOCK_BYTES = 16_384;
/** What a file may say: earlier builds wrote larger blocks. */
export const BLOCK_SIZES: readonly number[] = [BLOCK_BYTES, 65_536];
const MAGIC = Uint8Array.of(0x51, 0x55, 0x49, 0x52, 0x45, 0x46, 0x31, 0x0a); // "QUIREF1\n"

/** Everything in it follows from length, hash and block size. */
export function encodeHeader(payloadBytes: number, hash: string, blockBytes = BLOCK_BYTES): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  header.set(MAGIC);
  view.setUint32(8, FILE_FORMAT_VERSION, true);
  view.setUint32(12, blockBytes, true);
  view.setUint32(16, payloadBytes, true);
  view.setUint32(20, Math.floor(payloadBytes / 2 ** 32), true);
  header.set(fromHex(hash), 32);
  header.set(hashBytes(header.subarray(0, HASHED_BYTES)), HASHED_BYTES);
  return header;
}

/** Whether it is what `encodeHeader` gives; `ownHash` is that of the bytes before its last ones. */
export function isHeader(
  header: Uint8Array,
  ownHash: Uint8Array,
  { length, hash }: { readonly length: number; readonly hash: string },
  blockBytes: number,
): boolean {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  return (
    header.length === HEADER_BYTES &&
    compareBytes(header.subarray(0, MAGIC.length), MAGIC) === 0 &&
    view.getUint32(8, true) === FILE_FORMAT_VERSION &&
    view.getUint32(12, true) === blockBytes &&
    view.getUint32(16, true) === length % 2 ** 32 &&
    view.getUint32(20, true) === Math.floor(length / 2 ** 32) &&
    view.getUint32(24, true) === 0 &&
    view.getUint32(28, true) === 0 &&
    toHex(header.subarray(32, HASHED_BYTES)) === hash &&
    compareBytes(header.subarray(HASHED_BYTES), ownHash) === 0
  );
}

export function toFileBytes(payloadBytes: number, blockBytes = BLOCK_BYTES): number {
  return HEADER_BYTES + payloadBytes + Math.ceil(payloadBytes / blockBytes) * HASH_BYTES;
}

export function hashTable(parts: readonly Uint8Array[]): { table: Uint8Array<ArrayBuffer>; hash: string } {
  const table = concatBytes(parts);
  return { table, hash: toHex(hashBytes(table)) };
}
