import { toAsciiLower } from '../../lib/ascii.ts';
import type { Hit } from '../../model/hit.ts';
import type { FoundAnswer, Question } from '../../model/outputs/question.ts';

type Place = Omit<Question, 'text' | 'answered'>;

/** Finds the first hit at one of the places. */
export function findAnswer(hits: readonly Hit[], places: readonly Place[]): FoundAnswer | undefined {
  const index = hits.findIndex((hit) => places.some((place) => isAt(hit, place)));
  return toAnswer(hits, index);
}

export function toAnswer(hits: readonly Hit[], index: number): FoundAnswer | undefined {
  const hit = hits[index];
  return hit && { rank: index + 1, path: hit.path, lines: hit.lines };
}

function isAt(hit: Hit, { path, lines, heading }: Place): boolean {
  if (hit.path !== path) return false;
  if (lines !== undefined) return hit.lines[0] <= lines[1] && hit.lines[1] >= lines[0];
  if (heading === undefined) return true;
  const wanted = toAsciiLower(heading);
  return [...hit.headingPath, hit.symbol ?? '', hit.label].some((name) => toAsciiLower(name) === wanted);
}
