import { compareBytes, fromHex } from '../../lib/bytes.ts';
import type { SpanReader } from '../../lib/span.ts';
import { ID_BYTES, ID_ROW_BYTES } from '../format/id-list.ts';
import { readSpanBytes } from './read-span.ts';

/** Interpolation search: ids are evenly distributed hashes, so it reads a few kilobytes around the expected row, and more if the row is not there. */
export async function findIds(list: SpanReader, shortId: string): Promise<number[]> {
  if (!/^[0-9a-f]{12}$/.test(shortId)) return [];
  const idBytes = fromHex(shortId);
  const count = Math.floor(list.length / ID_ROW_BYTES);
  const guess = Math.floor((Number.parseInt(shortId, 16) / 0x1_0000_0000_0000) * count);
  for (let reach = 64 + 2 * Math.ceil(Math.sqrt(count)); ; reach *= 8) {
    const [first, end] = [Math.max(0, guess - reach), Math.min(count, guess + reach)];
    const rows = await readSpanBytes(list, [first * ID_ROW_BYTES, end * ID_ROW_BYTES]);
    const compare = (i: number): number =>
      compareBytes(rows.subarray(i * ID_ROW_BYTES, i * ID_ROW_BYTES + ID_BYTES), idBytes);
    const isBefore = first === 0 || compare(0) < 0;
    const isAfter = end === count || compare(end - first - 1) > 0;
    if (!isBefore || !isAfter) continue;
    const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
    return Array.from({ length: end - first }, (_, i) => i)
      .filter((i) => compare(i) === 0)
      .map((i) => view.getUint32(i * ID_ROW_BYTES + ID_BYTES, true));
  }
}
