import { concatBytes, fromHex, toHex } from '../../lib/bytes.ts';
import { HASH_BYTES, hashBytes } from './block-hash.ts';

/** docs/formats/store.md: header | payload | one hash per block. */
const FILE_FORMAT_VERSION = 1;
export const HEADER_BYTES = 64;
export const BLOCK_BYTES = 16_384;
const MAGIC = [0x51, 0x55, 0x49, 0x52, 0x45, 0x46, 0x31, 0x0a]; // "QUIREF1\n"

/** The header follows from length and hash, so a reader compares all its bytes with the expected ones. */
export function encodeHeader(payloadBytes: number, hash: string): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  header.set(MAGIC);
  view.setUint32(8, FILE_FORMAT_VERSION, true);
  view.setUint32(12, BLOCK_BYTES, true);
  view.setUint32(16, payloadBytes, true);
  view.setUint32(20, Math.floor(payloadBytes / 2 ** 32), true);
  header.set(fromHex(hash), 32);
  header.set(hashBytes(header.subarray(0, 48)), 48);
  return header;
}

export function toFileBytes(payloadBytes: number): number {
  return HEADER_BYTES + payloadBytes + Math.ceil(payloadBytes / BLOCK_BYTES) * HASH_BYTES;
}

export function hashTable(parts: readonly Uint8Array[]): { table: Uint8Array<ArrayBuffer>; hash: string } {
  const table = concatBytes(parts);
  return { table, hash: toHex(hashBytes(table)) };
}
