/** Eight tables in one, for eight bytes per step: checking must cost less than expanding. */
const TABLE = /* @__PURE__ */ makeTable();

/** Computes the CRC of zip and gzip. Start with 0 and pass the result back in for the next piece. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const table = TABLE;
  const whole = bytes.length - (bytes.length % 8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, whole);
  let crc = ~before;
  for (let i = 0; i < whole; i += 8) {
    const low = crc ^ view.getInt32(i, true);
    const high = view.getInt32(i + 4, true);
    crc =
      at(table, 1792 + (low & 255)) ^
      at(table, 1536 + ((low >>> 8) & 255)) ^
      at(table, 1280 + ((low >>> 16) & 255)) ^
      at(table, 1024 + (low >>> 24)) ^
      at(table, 768 + (high & 255)) ^
      at(table, 512 + ((high >>> 8) & 255)) ^
      at(table, 256 + ((high >>> 16) & 255)) ^
      at(table, high >>> 24);
  }
  for (let i = whole; i < bytes.length; i++) crc = at(table, (crc ^ (bytes[i] as number)) & 255) ^ (crc >>> 8);
  return ~crc >>> 0;
}

function at(table: Int32Array, index: number): number {
  return table[index] as number;
}

function makeTable(): Int32Array {
  const table = new Int32Array(2048);
  for (let n = 0; n < 256; n++) {
    let value = n;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    table[n] = value;
  }
  for (let n = 256; n < 2048; n++) table[n] = at(table, at(table, n - 256) & 255) ^ (at(table, n - 256) >>> 8);
  return table;
}
