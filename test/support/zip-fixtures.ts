import { inflateRawSync } from 'node:zlib';
import type { ByteSink } from '../../src/export/contract.ts';

export interface MemorySink extends ByteSink {
  readonly closed: boolean;
  readonly aborted: boolean;
  bytes(): Uint8Array;
}

export function makeSink(): MemorySink {
  const parts: Uint8Array[] = [];
  const state = { closed: false, aborted: false };
  return {
    get closed() {
      return state.closed;
    },
    get aborted() {
      return state.aborted;
    },
    write: async (bytes) => void parts.push(bytes),
    close: async () => {
      state.closed = true;
    },
    abort: async () => {
      state.aborted = true;
      parts.length = 0;
    },
    bytes: () => Buffer.concat(parts),
  };
}

export interface ReadEntry {
  readonly name: string;
  readonly method: number;
  readonly flags: number;
  readonly time: number;
  readonly data: Uint8Array;
}

/** An independent zip reader: the end record, then the directory. */
export function readZip(zip: Uint8Array): { readonly declared: number; readonly entries: readonly ReadEntry[] } {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let at = zip.length - 22;
  while (view.getUint32(at, true) !== 0x06054b50) at--;
  let declared = view.getUint16(at + 10, true);
  let offset = view.getUint32(at + 16, true);
  if (at >= 20 && view.getUint32(at - 20, true) === 0x07064b50) {
    const record = Number(view.getBigUint64(at - 20 + 8, true));
    if (view.getUint32(record, true) !== 0x06064b50) throw new Error('no zip64 end record where the locator points');
    declared = Number(view.getBigUint64(record + 32, true));
    offset = Number(view.getBigUint64(record + 48, true));
  }
  const entries: ReadEntry[] = [];
  while (view.getUint32(offset, true) === 0x02014b50) {
    const nameLength = view.getUint16(offset + 28, true);
    const skip = view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
    const local = view.getUint32(offset + 42, true);
    const packed = view.getUint32(offset + 20, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const method = view.getUint16(offset + 10, true);
    const body = zip.subarray(start, start + packed);
    entries.push({
      name: Buffer.from(zip.subarray(offset + 46, offset + 46 + nameLength)).toString('utf8'),
      method,
      flags: view.getUint16(offset + 8, true),
      time: view.getUint32(offset + 12, true),
      get data() {
        return method === 8 ? inflateRawSync(body) : body;
      },
    });
    offset += 46 + nameLength + skip;
  }
  return { declared, entries };
}

export function readText(zip: Uint8Array, name: string): string {
  const entry = readZip(zip).entries.find((candidate) => candidate.name === name);
  if (!entry) throw new Error(`no entry ${name}`);
  return Buffer.from(entry.data).toString('utf8');
}
