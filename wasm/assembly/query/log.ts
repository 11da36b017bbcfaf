// Natural logarithm after fdlibm (e_log.c, Sun Microsystems, freely granted): the same bits in every engine, which Math.log does not promise.

@lazy const WORDS: usize = memory.data(8, 8);

const LN2_HI: f64 = 6.93147180369123816490e-01;
const LN2_LO: f64 = 1.90821492927058770002e-10;
const TWO54: f64 = 1.80143985094819840000e+16;
const LG1: f64 = 6.666666666666735130e-01;
const LG2: f64 = 3.999999999940941908e-01;
const LG3: f64 = 2.857142874366239149e-01;
const LG4: f64 = 2.222219843214978396e-01;
const LG5: f64 = 1.818357216161805012e-01;
const LG6: f64 = 1.531383769920937332e-01;
const LG7: f64 = 1.479819860511658591e-01;

/** Words are read through memory: 64-bit integers are slow in the JS build. */
export function log(x: f64): f64 {
  store<f64>(WORDS, x);
  let hx = load<i32>(WORDS, 4);
  let lx = load<u32>(WORDS);
  let k = 0;
  if (hx < 0x00100000) {
    if (((hx & 0x7fffffff) | lx) == 0) return -Infinity;
    if (hx < 0) return NaN;
    k -= 54;
    x *= TWO54;
    store<f64>(WORDS, x);
    hx = load<i32>(WORDS, 4);
  }
  if (hx >= 0x7ff00000) return x + x;
  k += (hx >> 20) - 1023;
  hx &= 0x000fffff;
  let i = (hx + 0x95f64) & 0x100000;
  store<f64>(WORDS, x);
  store<i32>(WORDS, hx | (i ^ 0x3ff00000), 4);
  x = load<f64>(WORDS);
  k += i >> 20;
  let dk = <f64>k;
  let f = x - 1.0;
  if ((0x000fffff & (2 + hx)) < 3) {
    if (f == 0.0) return k == 0 ? 0.0 : dk * LN2_HI + dk * LN2_LO;
    let r = f * f * (0.5 - 0.33333333333333333 * f);
    return k == 0 ? f - r : dk * LN2_HI - (r - dk * LN2_LO - f);
  }
  let s = f / (2.0 + f);
  let z = s * s;
  let w = z * z;
  let t1 = w * (LG2 + w * (LG4 + w * LG6));
  let t2 = z * (LG1 + w * (LG3 + w * (LG5 + w * LG7)));
  let r = t2 + t1;
  i = hx - 0x6147a;
  let j = 0x6b851 - hx;
  if ((i | j) > 0) {
    let hfsq = 0.5 * f * f;
    return k == 0 ? f - (hfsq - s * (hfsq + r)) : dk * LN2_HI - (hfsq - (s * (hfsq + r) + dk * LN2_LO) - f);
  }
  return k == 0 ? f - s * (f - r) : dk * LN2_HI - (s * (f - r) - dk * LN2_LO - f);
}
