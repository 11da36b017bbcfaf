import { compareBytes, fromHex } from '../../lib/bytes.ts';
import type { SpanReader } from '../../lib/span.ts';
import { ID_BYTES, ID_ROW_BYTES } from '../format/id-list.ts';

/** Ids are hashes, so a row stands near its share of the list: a few kilobytes around that place are read, more where it is not among them. */
export async function findIds(list: SpanReader, shortId: string): Promise<number[]> {
  if (!/^[0-9a-f]{12}$/.test(shortId)) return [];
  const wanted = fromHex(shortId);
  const count = Math.floor(list.length / ID_ROW_BYTES);
  const guess = Math.floor((Number.parseInt(shortId, 16) / 0x1_0000_0000_0000) * count);
  for (let reach = 64 + 2 * Math.ceil(Math.sqrt(count)); ; reach *= 8) {
    const [first, end] = [Math.max(0, guess - reach), Math.min(count, guess + reach)];
    const rows = await readRows(list, first, end);
    const compare = (i: number): number =>
      compareBytes(rows.subarray(i * ID_ROW_BYTES, i * ID_ROW_BYTES + ID_BYTES), wanted);
    const isBefore = first === 0 || compare(0) < 0;
    const isAfter = end === count || compare(end - first - 1) > 0;
    if (!isBefore || !isAfter) continue;
    const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
    return Array.from({ length: end - first }, (_, i) => i)
      .filter((i) => compare(i) === 0)
      .map((i) => view.getUint32(i * ID_ROW_BYTES + ID_BYTES, true));
  }
}

async function readRows(list: SpanReader, first: number, end: number): Promise<Uint8Array> {
  const start = first * ID_ROW_BYTES;
  const rows = new Uint8Array((end - first) * ID_ROW_BYTES);
  if (rows.length > 0) await list.readSpans([[start, end * ID_ROW_BYTES]], (bytes, at) => rows.set(bytes, at - start));
  return rows;
}
