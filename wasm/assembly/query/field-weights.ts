import { blockAlloc } from '../memory/arena';

// The only place with numbers of ranking; docs/benchmarks.md has the measurements behind them. k1 is above the usual 1.2 because the sum it
// saturates is that of four weighted fields. Stop words of a long query weigh little in prose; in code they are keywords.
//            k1    b: body heading symbol path    weight: body heading symbol path    stop words
// prose      1.5      .75  .75     .75    .5              1    2.5     2      2           .3
// code       1.6      .9   .75     .9     .5              1    2       3      3           .75
// @ts-ignore: decorator
@lazy const PARAMETERS: usize = memory.data<f64>([
  1.5, 0.75, 0.75, 0.75, 0.5, 1, 2.5, 2, 2, 0.3,
  1.6, 0.9, 0.75, 0.9, 0.5, 1, 2, 3, 3, 0.75,
]);
/** What a chunk gains when one of its own headings stands in the query word for word; all words of the query one after the other gain 1. */
export const OWN_HEADING: f64 = 0.2;
const PARAMETER_COUNT: usize = 10;
const STOP_WEIGHT: usize = 9;

// Weight of one occurrence by field length, per class: body, heading, symbol, path.
export const BODY_LENGTHS: usize = 4096;
/** Where the other fields begin in the row of a class, in bytes. */
export const HEADING_ROW: usize = BODY_LENGTHS << 3;
export const SYMBOL_ROW: usize = HEADING_ROW + (256 << 3);
export const PATH_ROW: usize = SYMBOL_ROW + (256 << 3);
const CLASS_WEIGHTS: usize = BODY_LENGTHS + 256 * 3;
let weights: usize = 0;
// @ts-ignore: decorator
@lazy const AVERAGES: usize = memory.data<f64>([0, 0, 0, 0]);

/** Field averages are over all shards. */
export function setAverages(body: f64, heading: f64, symbol: f64, path: f64): void {
  if (weights == 0) weights = blockAlloc(CLASS_WEIGHTS * 16);
  let same = load<f64>(AVERAGES) == body && load<f64>(AVERAGES, 8) == heading && load<f64>(AVERAGES, 16) == symbol && load<f64>(AVERAGES, 24) == path;
  if (same) return;
  store<f64>(AVERAGES, body);
  store<f64>(AVERAGES, heading, 8);
  store<f64>(AVERAGES, symbol, 16);
  store<f64>(AVERAGES, path, 24);
  fillWeights(0);
  fillWeights(1);
}

export function weightOf(kind: i32, field: i32, length: i32): f64 {
  let row = PARAMETERS + (<usize>kind * PARAMETER_COUNT << 3);
  let b = load<f64>(row + (<usize>(1 + field) << 3));
  let weight = load<f64>(row + (<usize>(5 + field) << 3));
  let average = load<f64>(AVERAGES + (<usize>field << 3));
  return weight / (1.0 - b + b * (<f64>length / average));
}

function fillWeights(kind: i32): void {
  let to = weights + (<usize>kind * CLASS_WEIGHTS << 3);
  for (let field = 0; field < 4; field++) {
    let count = field == 0 ? <i32>BODY_LENGTHS : 256;
    for (let i = 0; i < count; i++) {
      store<f64>(to, weightOf(kind, field, i));
      to += 8;
    }
  }
}

// @ts-ignore: decorator
@inline export function weightRow(kind: i32): usize {
  return weights + (<usize>kind * CLASS_WEIGHTS << 3);
}

// @ts-ignore: decorator
@inline export function k1Of(kind: i32): f64 {
  return load<f64>(PARAMETERS + (<usize>kind * PARAMETER_COUNT << 3));
}

// @ts-ignore: decorator
@inline export function stopWeight(kind: i32): f64 {
  return load<f64>(PARAMETERS + (<usize>kind * PARAMETER_COUNT + STOP_WEIGHT << 3));
}
