import type { ExactMatch } from '../model/hit.ts';
import type { Analysis, Word } from './analysis.ts';

interface Phrases {
  readonly required: readonly string[];
  readonly excluded: readonly string[];
}

/**
 * Tests whether texts contain every required phrase and no excluded one, as consecutive words of one text, folded but not stemmed. Splits each
 * text into words once, however many phrases there are.
 */
export function createPhraseTest(analysis: Analysis, phrases: Phrases): (texts: readonly string[]) => boolean {
  const [required, excluded] = [phrases.required, phrases.excluded].map((list) =>
    list.map((phrase) => toSequence(analysis.tokens(phrase))),
  ) as [string[][], string[][]];
  if (required.length + excluded.length === 0) return () => true;
  const test = createQuickTest(analysis, required);
  return (texts) => {
    const isRequiredThere = test(texts);
    if (isRequiredThere === false) return false;
    if (isRequiredThere && excluded.length === 0) return true;
    const sequences = texts.map((text) => toSequence(analysis.tokens(text)));
    const isThere = (wanted: readonly string[]): boolean => sequences.some((sequence) => holds(sequence, wanted));
    return required.every(isThere) && !excluded.some(isThere);
  };
}

/**
 * Returns whether all required phrases occur, or undefined if only a test of every word can tell. It extracts only words that begin like a word
 * of a phrase, a fraction of the work: adjacent words of the text are adjacent among these too.
 */
function createQuickTest(
  analysis: Analysis,
  required: readonly string[][],
): (texts: readonly string[]) => boolean | undefined {
  const like = [...new Set(required.flat())];
  // Scripts without spaces are split into overlapping pairs; dropping one would break the sequence.
  if (like.length === 0 || !like.every((word) => /^[a-z0-9]+$/.test(word))) return () => undefined;
  return (texts) => {
    const found = texts.map((text) => toNeighbours(text, analysis.tokens(text, like)));
    if (required.every((wanted) => found.some((words) => holdsSurely(words, wanted)))) return true;
    const sequences = found.map((words) => words.map(({ text }) => text));
    return required.every((wanted) => sequences.some((sequence) => holds(sequence, wanted))) ? undefined : false;
  };
}

interface Neighbour {
  readonly text: string;
  /** True if no other word is between it and the previous one. */
  readonly isNext: boolean;
}

/** Text between two words that contains no further word. */
const NO_WORD = /^[\s!-/:-@[-^`{-~]*$/;

function toNeighbours(text: string, tokens: readonly Word[]): Neighbour[] {
  return tokens.flatMap(({ start, text: own, parts }, i) => {
    const end = tokens[i - 1]?.end ?? Number.POSITIVE_INFINITY;
    const isNext = end <= start && NO_WORD.test(text.slice(end, start));
    return parts.length === 0
      ? [{ text: own, isNext }]
      : parts.map((part, p) => ({ text: part, isNext: p > 0 || isNext }));
  });
}

function holdsSurely(words: readonly Neighbour[], wanted: readonly string[]): boolean {
  for (let at = 0; at + wanted.length <= words.length; at++) {
    const isHere = wanted.every((word, i) => {
      const found = words[at + i] as Neighbour;
      return found.text === word && (i === 0 || found.isNext);
    });
    if (isHere) return true;
  }
  return false;
}

/** `boundary-layer`, `boundaryLayer` and `boundary layer` are the same sequence. */
export function toSequence(tokens: readonly Word[]): string[] {
  return tokens.flatMap((token, i) => {
    if (token.parts.length > 0) return token.parts;
    // The last character of a run of pairs repeats the end of its pair.
    const before = tokens[i - 1];
    return before !== undefined && token.start < before.end && token.end === before.end ? [] : [token.text];
  });
}

function holds(text: readonly string[], wanted: readonly string[]): boolean {
  const last = text.length - wanted.length;
  for (let at = 0; at <= last; at++) {
    let i = 0;
    while (i < wanted.length && text[at + i] === wanted[i]) i++;
    if (i === wanted.length) return true;
  }
  return false;
}

const WORD_CHAR = /[\p{L}\p{N}_]/u;

/** Tests whether texts contain every word as it was typed. */
export function createExactTest(words: readonly string[], exact: ExactMatch): (texts: readonly string[]) => boolean {
  const fold = (text: string): string => (exact.case ? text : text.toLowerCase());
  const wanted = words.map(fold);
  const holds = exact.word ? hasWord : (text: string, word: string) => text.includes(word);
  return (texts) => {
    const folded = texts.map(fold);
    return wanted.every((word) => folded.some((text) => holds(text, word)));
  };
}

/** True if the word occurs without a letter, digit or underscore next to it. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!WORD_CHAR.test(text[at - 1] ?? '') && !WORD_CHAR.test(text[at + word.length] ?? '')) return true;
  }
  return false;
}
