const FRACTION_BITS = 16;

/** Computes the Shannon entropy of a text in bits per character, in integer steps: `Math.log` differs between engines [E2]. */
export function entropyOf(text: string): number {
  if (text.length < 2) return 0;
  const counts = new Map<number, number>();
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  let weighted = 0;
  for (const count of counts.values()) weighted += count * toLog2(count);
  return (toLog2(text.length) - weighted / text.length) / (1 << FRACTION_BITS);
}

/** Computes log2 in fixed point by repeated squaring: only multiplications and comparisons, exact in every engine. */
function toLog2(value: number): number {
  let whole = 0;
  let rest = value;
  while (rest >= 2) {
    rest /= 2;
    whole++;
  }
  let fraction = 0;
  for (let bit = FRACTION_BITS - 1; bit >= 0; bit--) {
    rest *= rest;
    if (rest < 2) continue;
    rest /= 2;
    fraction |= 1 << bit;
  }
  return (whole << FRACTION_BITS) | fraction;
}
