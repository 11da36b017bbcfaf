import type { Analysis, Word } from './analysis.ts';

export interface Phrases {
  readonly required: readonly string[];
  readonly excluded: readonly string[];
}

/**
 * Whether the words of every phrase that is required, and of none that is excluded, stand in one of the texts one after the other, folded but not
 * stemmed. Texts are cut into words once, however many phrases there are.
 */
export function createPhraseTest(analysis: Analysis, phrases: Phrases): (texts: readonly string[]) => boolean {
  const [required, excluded] = [phrases.required, phrases.excluded].map((list) =>
    list.map((phrase) => toSequence(analysis.tokens(phrase))),
  ) as [string[][], string[][]];
  const isPossible = createQuickTest(analysis, required);
  return (texts) => {
    if (!isPossible(texts)) return false;
    const sequences = texts.map((text) => toSequence(analysis.tokens(text)));
    const isThere = (wanted: readonly string[]): boolean => sequences.some((sequence) => holds(sequence, wanted));
    return required.every(isThere) && !excluded.some(isThere);
  };
}

/**
 * False only where a required phrase cannot be there. It cuts out no other words than those that begin as one of the phrase does, a tenth of the
 * work: words that stand next to each other do so among these too.
 */
function createQuickTest(analysis: Analysis, required: readonly string[][]): (texts: readonly string[]) => boolean {
  const like = [...new Set(required.flat())];
  // Scripts without spaces are cut into overlapping pairs, of which none may be left out.
  if (like.length === 0 || !like.every((word) => /^[a-z0-9]+$/.test(word))) return () => true;
  return (texts) => {
    const sequences = texts.map((text) => toSequence(analysis.tokens(text, like)));
    return required.every((wanted) => sequences.some((sequence) => holds(sequence, wanted)));
  };
}

/** `boundary-layer`, `boundaryLayer` and `boundary layer` are the same sequence. */
function toSequence(tokens: readonly Word[]): string[] {
  return tokens.flatMap((token, i) => {
    if (token.parts.length > 0) return token.parts;
    // The last character of a run of pairs repeats what its pair said.
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
