import { compareBytes } from '../../lib/bytes.ts';

/** The first bytes of a chunk's id (its short id); its ordinal follows in four bytes, little-endian. */
export const ID_BYTES = 6;
export const ID_ROW_BYTES = ID_BYTES + 4;

export interface IdRow {
  readonly id: Uint8Array;
  readonly ordinal: number;
}

/** Encodes in the order of the ids; equal ones in ref order. */
export function encodeIds(rows: readonly IdRow[]): Uint8Array<ArrayBuffer> {
  const sorted = rows
    .map(({ id, ordinal }) => ({ id: id.subarray(0, ID_BYTES), ordinal }))
    .sort((a, b) => compareBytes(a.id, b.id) || a.ordinal - b.ordinal);
  const bytes = new Uint8Array(sorted.length * ID_ROW_BYTES);
  const view = new DataView(bytes.buffer);
  sorted.forEach(({ id, ordinal }, i) => {
    bytes.set(id, i * ID_ROW_BYTES);
    view.setUint32(i * ID_ROW_BYTES + ID_BYTES, ordinal, true);
  });
  return bytes;
}
