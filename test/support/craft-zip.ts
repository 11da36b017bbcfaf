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
  let length = 0;
  for (const entry of entries) {
    const name = typeof entry.name === 'string' ? encoder.encode(entry.name) : entry.name;
    const data = entry.data ?? encoder.encode('text');
    const own = entry.sharesWith === undefined;
    const offset = own ? length : (offsets[entry.sharesWith as number] as number);
    offsets.push(offset);
    const size = entry.claimedSize ?? data.length;
    const crc = entry.crc ?? crc32(data);
    const { flags = 0x800, method = 0 } = entry;
    const local = fields(
      30 + name.length,
      ...at(0, 4, [0x04034b50]),
      ...at(6, 2, [flags, method]),
      ...at(14, 4, [crc, data.length, size]),
      ...at(26, 2, [name.length]),
    );
    local.set(name, 30);
    if (own) {
      parts.push(local, data);
      length += local.length + data.length;
    }
    const zip64 = options.zip64 ? 28 : 0;
    const header = fields(
      46 + name.length + zip64,
      ...at(0, 4, [0x02014b50]),
      ...at(5, 1, [entry.host ?? 3]),
      ...at(8, 2, [flags, method]),
      ...at(16, 4, [crc, zip64 ? 0xffffffff : data.length, zip64 ? 0xffffffff : size]),
      ...at(28, 2, [name.length, zip64]),
      ...at(38, 4, [entry.attributes ?? 0, zip64 ? 0xffffffff : offset]),
      ...(zip64 ? [...at(46 + name.length, 2, [1, 24]), ...at(50 + name.length, 8, [size, data.length, offset])] : []),
    );
    header.set(name, 46);
    central.push(header);
  }
  const size = central.reduce((sum, header) => sum + header.length, 0);
  parts.push(...central);
  if (options.zip64) {
    const end = (options.prefix ?? 0) + length + size;
    parts.push(fields(56, ...at(0, 4, [0x06064b50]), ...at(4, 8, [44]), ...at(32, 8, [entries.length, size, length])));
    parts.push(fields(20, ...at(0, 4, [0x07064b50]), ...at(8, 8, [end]), ...at(16, 4, [1])));
  }
  const full = options.zip64 === true;
  const count = full ? 0xffff : entries.length;
  parts.push(
    fields(
      22,
      ...at(0, 4, [0x06054b50]),
      ...at(8, 2, [count, count]),
      ...at(12, 4, full ? [0xffffffff, 0xffffffff] : [size, length]),
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

type Field = readonly [at: number, width: 1 | 2 | 4 | 8, value: number];

/** Returns consecutive fields of one width. */
function at(first: number, width: Field[1], values: readonly number[]): Field[] {
  return values.map((value, i) => [first + i * width, width, value]);
}

function fields(length: number, ...values: readonly Field[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(length));
  for (const [place, width, value] of values) {
    if (width === 1) view.setUint8(place, value);
    else if (width === 2) view.setUint16(place, value, true);
    else if (width === 4) view.setUint32(place, value, true);
    else view.setBigUint64(place, BigInt(value), true);
  }
  return new Uint8Array(view.buffer);
}
