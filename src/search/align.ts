import type { Analysis } from './analysis.ts';
import type { MessageWord } from './classify-query.ts';
import { toSequence } from './phrase.ts';

/** A text may have this share of a word's weight between two words of the message, and the message between two of the text: `" + name + "`. */
const GAP = 0.12;
const VALUE_WEIGHT = 0.2;
const STOP_WEIGHT = 0.4;

interface Aligned {
  readonly message: readonly MessageWord[];
  readonly texts: readonly string[];
  readonly isStopWord: (word: string) => boolean;
}

/**
 * Returns the share of a message that each text repeats in sequence, by weight of its words; a word weighs less the more of the texts have it.
 * The best local alignment: where the message has a value, the source has something else.
 */
export function alignMessage(
  kernel: Pick<Analysis, 'tokens'> & { log(x: number): number },
  { message, texts, isStopWord }: Aligned,
): number[] {
  const toWords = (text: string): string[] => toSequence(kernel.tokens(text));
  const words = message.flatMap(({ text, isValue }) => toWords(text).map((word) => ({ word, isValue })));
  const numbers = new Map(words.map(({ word }, i) => [word, i]));
  const ids = words.map(({ word }) => numbers.get(word) as number);
  const sequences = texts.map((text) => toWords(text).map((word) => numbers.get(word) ?? -1));
  const having = new Uint32Array(words.length);
  for (const sequence of sequences)
    for (const id of new Set(sequence)) if (id >= 0) having[id] = (having[id] as number) + 1;
  const weights = words.map(({ word, isValue }, i) => {
    const rare = kernel.log(1 + (texts.length + 1) / ((having[ids[i] as number] as number) + 0.5));
    return rare * (isValue ? VALUE_WEIGHT : isStopWord(word) ? STOP_WEIGHT : 1);
  });
  const whole = words.reduce((sum, { isValue }, i) => sum + (isValue ? 0 : (weights[i] as number)), 0) || 1;
  const gap = (GAP * whole) / Math.max(1, words.length);
  return sequences.map((sequence) => Math.min(1, findBest(sequence, ids, weights, gap) / whole));
}

/** Smith and Waterman's algorithm, row by row of the text. */
function findBest(text: readonly number[], ids: readonly number[], weights: readonly number[], gap: number): number {
  let row = new Float64Array(ids.length + 1);
  let above = new Float64Array(ids.length + 1);
  let best = 0;
  for (const id of text) {
    [row, above] = [above, row];
    for (let i = 0; i < ids.length; i++) {
      const met = id >= 0 && ids[i] === id ? (above[i] as number) + (weights[i] as number) : 0;
      const score = Math.max(0, met, (above[i + 1] as number) - gap, (row[i] as number) - gap);
      row[i + 1] = score;
      if (score > best) best = score;
    }
  }
  return best;
}
