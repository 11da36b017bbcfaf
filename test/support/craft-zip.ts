import { crc32 } from '../../src/zip/crc32.ts';

const encoder = new TextEncoder();

export interface RawEntry {
  readonly name: string | Uint8Array;
  readonly data?: Uint8Array;
  readonly flags?: number;
  readonly method?: number;
  readonly host?: number;
  readonly attributes?: number;
  readonly claimedSize?: number;
  readonly crc?: number;
  /** Shares the bytes of the entry with this number. */
  readonly sharesWith?: number;
}

/** A zip written by hand, so that it can say what no writer says. */
export function craftZip(entries: readonly RawEntry[], options: { zip64?: boolean; prefix?: number } = {}): Uint8Array {
  const parts: Uint8Array[] = [new Uint8Array(options.prefix ?? 0)];
  const central: Uint8Array[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = typeof entry.name === 'string' ? encoder.encode(entry.name) : entry.name;
    const data = entry.data ?? encoder.encode('text');
    const own = entry.sharesWith === undefined;
    const offset = own ? at : (offsets[entry.sharesWith as number] as number);
    offsets.push(offset);
    const size = entry.claimedSize ?? data.length;
    const crc = entry.crc ?? crc32(data);
    const local = fields(30 + name.length, [
      ...([
        [0, 4, 0x04034b50],
        [6, 2, entry.flags ?? 0x800],
        [8, 2, entry.method ?? 0],
        [14, 4, crc],
      ] as const),
      ...([
        [18, 4, data.length],
        [22, 4, size],
        [26, 2, name.length],
      ] as const),
    ]);
    local.set(name, 30);
    if (own) {
      parts.push(local, data);
      at += local.length + data.length;
    }
    const zip64 = options.zip64 ? 28 : 0;
    const header = fields(46 + name.length + zip64, [
      ...([
        [0, 4, 0x02014b50],
        [5, 1, entry.host ?? 3],
        [8, 2, entry.flags ?? 0x800],
        [10, 2, entry.method ?? 0],
        [16, 4, crc],
      ] as const),
      ...([
        [20, 4, zip64 ? 0xffffffff : data.length],
        [24, 4, zip64 ? 0xffffffff : size],
        [28, 2, name.length],
      ] as const),
      ...([
        [30, 2, zip64],
        [38, 4, entry.attributes ?? 0],
        [42, 4, zip64 ? 0xffffffff : offset],
      ] as const),
      ...(zip64
        ? ([
            [46 + name.length, 2, 1],
            [48 + name.length, 2, 24],
            [50 + name.length, 8, size],
          ] as const)
        : []),
      ...(zip64
        ? ([
            [58 + name.length, 8, data.length],
            [66 + name.length, 8, offset],
          ] as const)
        : []),
    ]);
    header.set(name, 46);
    central.push(header);
  }
  const size = central.reduce((sum, header) => sum + header.length, 0);
  parts.push(...central);
  if (options.zip64) {
    const end = (options.prefix ?? 0) + at + size;
    parts.push(
      fields(56, [
        [0, 4, 0x06064b50],
        [4, 8, 44],
        [32, 8, entries.length],
        [40, 8, size],
        [48, 8, at],
      ]),
    );
    parts.push(
      fields(20, [
        [0, 4, 0x07064b50],
        [8, 8, end],
        [16, 4, 1],
      ]),
    );
  }
  const full = options.zip64 === true;
  parts.push(
    fields(22, [
      ...([
        [0, 4, 0x06054b50],
        [8, 2, full ? 0xffff : entries.length],
        [10, 2, full ? 0xffff : entries.length],
      ] as const),
      ...([
        [12, 4, full ? 0xffffffff : size],
        [16, 4, full ? 0xffffffff : at],
      ] as const),
    ]),
  );
  return new Uint8Array(Buffer.concat(parts));
}

function fields(length: number, values: readonly (readonly [number, 1 | 2 | 4 | 8, number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(length));
  for (const [at, width, value] of values) {
    if (width === 1) view.setUint8(at, value);
    else if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
  }
  return new Uint8Array(view.buffer);
}
