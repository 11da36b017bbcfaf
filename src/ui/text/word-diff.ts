import { diffArrays } from 'diff';

export interface DiffRun {
  readonly what: 'same' | 'removed' | 'added';
  readonly text: string;
  /** White space after the word, as written. */
  readonly after: string;
  /** Index in the list. */
  readonly at: number;
}

/** Most words that may differ: more would be compared for longer than a few milliseconds. Beyond it, one text counts as removed and the other as added. */
const MAX_EDITS = 600;

interface Word {
  readonly word: string;
  readonly after: string;
}

/** Compares the words of two texts in order; ignores white space. */
export function diffWords(from: string, to: string): DiffRun[] {
  const [a, b] = [toWords(from), toWords(to)];
  const changes = diffArrays(a, b, { comparator: isSame, maxEditLength: MAX_EDITS }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ];
  return changes.map(({ value, removed, added }, at) => {
    const all = value.map(({ word, after }) => word + after).join('');
    const text = all.trimEnd();
    return { what: removed ? 'removed' : added ? 'added' : 'same', text, after: all.slice(text.length), at };
  });
}

function toWords(text: string): Word[] {
  return Array.from(text.matchAll(/(\S+)(\s*)/g), ([, word = '', after = '']) => ({ word, after }));
}

function isSame(a: Word, b: Word): boolean {
  return a.word === b.word;
}
