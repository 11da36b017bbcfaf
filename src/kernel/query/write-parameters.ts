import { RANKED_FIELDS, RANKING } from '../../model/ranking.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';

/** Writes the ranking parameters in the order of wasm/assembly/query/field-weights.ts. */
export function writeParameters({ exports, memory }: IndexRuntime): void {
  const at = exports.rankParameters() >>> 3;
  const rows = [RANKING.prose, RANKING.code].flatMap(({ k1, b, weight, stop }) => [
    k1,
    ...RANKED_FIELDS.map((field) => b[field]),
    ...RANKED_FIELDS.map((field) => weight[field]),
    stop,
  ]);
  memory.f64().set([...rows, RANKING.ownHeading, RANKING.allWords], at);
}
