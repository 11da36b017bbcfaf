import { blockAlloc } from '../memory/arena';

// The ranking numbers come from src/model/ranking.ts, which writes them here before anything is ranked: by class (prose, code) k1, then b of
// each field, then the weight of each, then the weight of stop words; at the end what an own heading gains, and what all words gain.
const FIELDS: i32 = 5;
const PARAMETER_COUNT: usize = 12;
const STOP_WEIGHT: usize = 11;
const OWN_HEADING: usize = PARAMETER_COUNT << 4;
@lazy const PARAMETERS: usize = memory.data(208, 16);

export function rankParameters(): usize {
  store<f64>(AVERAGES, 0);
  return PARAMETERS;
}

/** Gain of a chunk when the query contains one of its headings word for word; all query words in sequence gain 1. */
export function ownHeading(): f64 {
  return load<f64>(PARAMETERS + OWN_HEADING);
}

/** Gain of a chunk with every word of the query as typed. */
export function allWords(): f64 {
  return load<f64>(PARAMETERS + OWN_HEADING, 8);
}

// Weight of one occurrence by field length, per class: body, heading, symbol, path, title.
export const BODY_LENGTHS: usize = 4096;
/** Where the other fields begin in the row of a class, in bytes. */
export const HEADING_ROW: usize = BODY_LENGTHS << 3;
export const SYMBOL_ROW: usize = HEADING_ROW + (256 << 3);
export const PATH_ROW: usize = SYMBOL_ROW + (256 << 3);
export const TITLE_ROW: usize = PATH_ROW + (256 << 3);
const CLASS_WEIGHTS: usize = BODY_LENGTHS + 256 * 4;
/** A second pair of rows, where bodies and paths weigh nothing. */
const NAMES_ONLY: usize = 2;
let weights: usize = 0;
/** Rows in use: 0, or NAMES_ONLY. */
let firstRow: usize = 0;
@lazy const AVERAGES: usize = memory.data<f64>([0, 0, 0, 0, 0]);

/** Field averages are over all shards. */
export function setAverages(body: f64, heading: f64, symbol: f64, path: f64, title: f64, namesOnly: bool): void {
  if (weights == 0) weights = blockAlloc(CLASS_WEIGHTS * 32);
  firstRow = namesOnly ? NAMES_ONLY : 0;
  let same = load<f64>(AVERAGES) == body && load<f64>(AVERAGES, 8) == heading && load<f64>(AVERAGES, 16) == symbol
    && load<f64>(AVERAGES, 24) == path && load<f64>(AVERAGES, 32) == title;
  if (same) return;
  store<f64>(AVERAGES, body);
  store<f64>(AVERAGES, heading, 8);
  store<f64>(AVERAGES, symbol, 16);
  store<f64>(AVERAGES, path, 24);
  store<f64>(AVERAGES, title, 32);
  for (let row: usize = 0; row < 4; row++) fillWeights(row);
}

export function weightOf(kind: i32, field: i32, length: i32): f64 {
  return weightIn(firstRow + (<usize>kind & 1), field, length);
}

function weightIn(row: usize, field: i32, length: i32): f64 {
  if (row >= NAMES_ONLY && (field == 0 || field == 3)) return 0;
  let from = PARAMETERS + ((row & 1) * PARAMETER_COUNT << 3);
  let b = load<f64>(from + (<usize>(1 + field) << 3));
  let weight = load<f64>(from + (<usize>(1 + FIELDS + field) << 3));
  let average = load<f64>(AVERAGES + (<usize>field << 3));
  return weight / (1.0 - b + b * (<f64>length / average));
}

function fillWeights(row: usize): void {
  let to = weights + (row * CLASS_WEIGHTS << 3);
  for (let field = 0; field < FIELDS; field++) {
    let count = field == 0 ? <i32>BODY_LENGTHS : 256;
    for (let i = 0; i < count; i++) {
      store<f64>(to, weightIn(row, field, i));
      to += 8;
    }
  }
}

// Bit 0 of a class tells code from prose.
@inline export function weightRow(kind: i32): usize {
  return weights + ((firstRow + (<usize>kind & 1)) * CLASS_WEIGHTS << 3);
}

@inline export function k1Of(kind: i32): f64 {
  return load<f64>(PARAMETERS + ((<usize>kind & 1) * PARAMETER_COUNT << 3));
}

@inline export function stopWeight(kind: i32): f64 {
  return load<f64>(PARAMETERS + ((<usize>kind & 1) * PARAMETER_COUNT + STOP_WEIGHT << 3));
}
