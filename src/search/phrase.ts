import type { Analysis, Word } from './analysis.ts';

/** Whether the words of a phrase stand in the text one after the other, folded but not stemmed. */
export function createPhraseTest(analysis: Analysis, phrase: string): (text: string) => boolean {
  const wanted = toSequence(analysis.tokens(phrase));
  if (wanted.length === 0) return () => true;
  return (text) => holds(toSequence(analysis.tokens(text)), wanted);
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
