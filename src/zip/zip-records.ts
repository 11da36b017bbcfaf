import {
  CENTRAL_RECORD,
  DATA_DESCRIPTOR,
  END_RECORD,
  END_RECORD_64,
  END_RECORD_64_LOCATOR,
  LOCAL_HEADER,
} from './zip-signatures.ts';

/** The records of PKWARE's APPNOTE 6.3 that this project writes. */

const MAX_32 = 0xffff_ffff;
const MAX_ENTRIES = 65_534;
/** 1 January 1980, 00:00:00: the zero of DOS time. */
const DOS_DATE = 0x0021;
const UTF8_FLAG = 0x0800;
const DESCRIPTOR_FLAG = 0x0008;

export interface ZipRecord {
  readonly name: Uint8Array;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly size: number;
  readonly storedSize: number;
  readonly offset: number;
  /** Sizes and CRC follow the data. */
  readonly streamed: boolean;
}

export function localHeader(entry: ZipRecord): Uint8Array {
  const extraBytes = entry.streamed ? 20 : 0;
  const record = new RecordBytes(30 + entry.name.length + extraBytes);
  record.u32(LOCAL_HEADER).u16(entry.streamed ? 45 : 20);
  writeShared(record, entry);
  const known = !entry.streamed;
  record.u32(known ? entry.crc : 0);
  record.u32(known ? entry.storedSize : MAX_32).u32(known ? entry.size : MAX_32);
  record.u16(entry.name.length).u16(extraBytes).bytes(entry.name);
  // Announces 8-byte sizes in the descriptor to readers that go front to back.
  if (entry.streamed) record.u16(1).u16(16).u64(0).u64(0);
  return record.done;
}

export function dataDescriptor(entry: ZipRecord): Uint8Array {
  return new RecordBytes(24).u32(DATA_DESCRIPTOR).u32(entry.crc).u64(entry.storedSize).u64(entry.size).done;
}

export function centralRecord(entry: ZipRecord): Uint8Array {
  const large = [entry.size, entry.storedSize, entry.offset].filter((value) => value >= MAX_32);
  const extraBytes = large.length > 0 ? 4 + 8 * large.length : 0;
  const version = entry.streamed || large.length > 0 ? 45 : 20;
  const record = new RecordBytes(46 + entry.name.length + extraBytes);
  record.u32(CENTRAL_RECORD).u16(version).u16(version);
  writeShared(record, entry);
  record.u32(entry.crc).u32(atMost32(entry.storedSize)).u32(atMost32(entry.size));
  record.u16(entry.name.length).u16(extraBytes).u16(0).u16(0).u16(0).u32(0).u32(atMost32(entry.offset));
  record.bytes(entry.name);
  if (large.length > 0) {
    record.u16(1).u16(8 * large.length);
    for (const value of large) record.u64(value);
  }
  return record.done;
}

/** Adds Zip64 records if 16 or 32 bits are too small. */
export function endRecords(end: { entries: number; directoryBytes: number; directoryOffset: number }): Uint8Array {
  const { entries, directoryBytes, directoryOffset } = end;
  const isLarge = entries > MAX_ENTRIES || directoryBytes >= MAX_32 || directoryOffset >= MAX_32;
  const record = new RecordBytes((isLarge ? 56 + 20 : 0) + 22);
  if (isLarge) {
    record.u32(END_RECORD_64).u64(44).u16(45).u16(45).u32(0).u32(0);
    record.u64(entries).u64(entries).u64(directoryBytes).u64(directoryOffset);
    record
      .u32(END_RECORD_64_LOCATOR)
      .u32(0)
      .u64(directoryOffset + directoryBytes)
      .u32(1);
  }
  const count = entries > MAX_ENTRIES ? 0xffff : entries;
  record.u32(END_RECORD).u16(0).u16(0).u16(count).u16(count);
  record.u32(atMost32(directoryBytes)).u32(atMost32(directoryOffset)).u16(0);
  return record.done;
}

function writeShared(record: RecordBytes, entry: ZipRecord): void {
  record
    .u16(UTF8_FLAG | (entry.streamed ? DESCRIPTOR_FLAG : 0))
    .u16(entry.method)
    .u16(0)
    .u16(DOS_DATE);
}

function atMost32(value: number): number {
  return Math.min(value, MAX_32);
}

/** Writes little-endian numbers one after the other. */
class RecordBytes {
  readonly done: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.done = new Uint8Array(length);
    this.#view = new DataView(this.done.buffer);
  }

  u16(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
    return this;
  }

  u32(value: number): this {
    return this.u16(value & 0xffff).u16(value >>> 16);
  }

  u64(value: number): this {
    return this.u32(value % 0x1_0000_0000).u32(Math.floor(value / 0x1_0000_0000));
  }

  bytes(value: Uint8Array): this {
    this.done.set(value, this.#at);
    this.#at += value.length;
    return this;
  }
}
