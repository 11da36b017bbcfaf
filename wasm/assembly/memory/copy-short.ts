/** Copies a word: a call of `memory.copy` costs more than its few bytes. Up to fifteen bytes behind both ends are read and written. */
@inline export function copyShort(to: usize, from: usize, length: i32): void {
  if (ASC_FEATURE_SIMD) {
    for (let i = 0; i < length; i += 16) v128.store(to + <usize>i, v128.load(from + <usize>i));
  } else {
    for (let i = 0; i < length; i++) store<u8>(to + <usize>i, load<u8>(from + <usize>i));
  }
}
