// LEB128 of unsigned 32-bit values.

/** Where `readNumber` stopped. */
export let numberEnd: usize = 0;

@inline export function readNumber(p: usize): u32 {
  let value = <u32>load<u8>(p);
  p += 1;
  if (value >= 128) {
    value &= 127;
    let shift = 7;
    while (true) {
      let more = <u32>load<u8>(p);
      p += 1;
      value |= (more & 127) << shift;
      if (more < 128) break;
      shift += 7;
    }
  }
  numberEnd = p;
  return value;
}

/** Returns the position after the number. */
@inline export function putVarint(to: usize, value: u32): usize {
  while (value >= 128) {
    store<u8>(to, (value & 127) | 128);
    value >>>= 7;
    to += 1;
  }
  store<u8>(to, value);
  return to + 1;
}
