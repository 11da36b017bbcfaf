const TABLE = /* @__PURE__ */ makeTable();

/** The CRC of zip and gzip. Start with 0 and feed the result back in for the next piece. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let i = 0; i < bytes.length; i++) crc = (TABLE[(crc ^ (bytes[i] as number)) & 255] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

function makeTable(): Int32Array {
  const table = new Int32Array(256);
  for (let i = 0; i < 256; i++) {
    let value = i;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    table[i] = value;
  }
  return table;
}
