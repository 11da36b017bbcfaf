import type { AnswerCitation } from '../model/outputs/answer.ts';
import type { Citation, CitationAnswer } from '../model/outputs/citation.ts';
import type { PackAnswer } from '../model/outputs/pack.ts';

/** Whether a place that is in the collection was not in the pack: the model cannot have read it. */
export function isOutsidePack(
  { verdict, path, lines, collection }: Citation,
  { items }: Pick<PackAnswer, 'items'>,
): boolean {
  if (path === undefined || (verdict !== 'exact' && verdict !== 'exists')) return false;
  const own = items.filter((item) => item.path === path && item.collection === collection);
  const [first, last] = lines ?? [1, Number.POSITIVE_INFINITY];
  return !own.some((item) => item.lines.some(([from, to]) => from <= last && to >= first));
}

/** Returns the citations of an answer to this pack, with those marked that are outside of it. */
export function markOutside({ citations }: CitationAnswer, pack: Pick<PackAnswer, 'items'>): AnswerCitation[] {
  return citations.map((citation) => (isOutsidePack(citation, pack) ? { ...citation, isOutside: true } : citation));
}
