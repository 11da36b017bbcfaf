export interface DiffRun {
  readonly what: 'same' | 'removed' | 'added';
  readonly text: string;
  /** White space after the word, as written. */
  readonly after: string;
  /** Index in the list. */
  readonly at: number;
}

/** Most word pairs to compare, a few milliseconds' worth. Beyond it, one text counts as removed and the other as added. */
const MAX_PAIRS = 2_000_000;
/** More than the longest chunk has. */
const MAX_WORDS = 20_000;

interface Word {
  readonly word: string;
  readonly after: string;
}

/** Compares the words of two texts in order; ignores white space. */
export function diffWords(from: string, to: string): DiffRun[] {
  const [a, b] = [toWords(from), toWords(to)];
  const head = countSame(a, b, (words, i) => words[i]);
  const shorter = Math.min(a.length, b.length) - head;
  const tail = Math.min(
    shorter,
    countSame(a, b, (words, i) => words[words.length - 1 - i]),
  );
  const runs: { what: DiffRun['what']; words: Word[] }[] = [];
  const add = (what: DiffRun['what'], words: readonly Word[]): void => {
    const last = runs.at(-1);
    if (words.length === 0) return;
    if (last?.what === what) for (const word of words) last.words.push(word);
    else runs.push({ what, words: [...words] });
  };
  add('same', b.slice(0, head));
  addMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail), add);
  add('same', b.slice(b.length - tail));
  return runs.map(({ what, words }, at) => ({ what, ...join(words), at }));
}

function toWords(text: string): Word[] {
  const words: Word[] = [];
  for (const [, word, after] of text.trimStart().matchAll(/(\S+)(\s*)/g)) {
    if (words.length === MAX_WORDS) break;
    words.push({ word: word as string, after: after as string });
  }
  return words;
}

function join(words: readonly Word[]): Pick<DiffRun, 'text' | 'after'> {
  const all = words.map(({ word, after }) => word + after).join('');
  const text = all.trimEnd();
  return { text, after: all.slice(text.length) };
}

function countSame(
  a: readonly Word[],
  b: readonly Word[],
  at: (words: readonly Word[], i: number) => Word | undefined,
): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && at(a, count)?.word === at(b, count)?.word) count++;
  return count;
}

function addMiddle(
  a: readonly Word[],
  b: readonly Word[],
  add: (what: DiffRun['what'], words: readonly Word[]) => void,
): void {
  if (a.length * b.length > MAX_PAIRS) {
    add('removed', a);
    add('added', b);
    return;
  }
  const lengths = toLengths(...toNumbers(a, b));
  const lengthAt = (i: number, j: number): number => lengths[i * (b.length + 1) + j] as number;
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && right !== undefined && left.word === right.word) {
      add('same', [right]);
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      add('removed', [left]);
      i++;
    } else if (right !== undefined) {
      add('added', [right]);
      j++;
    }
  }
}

/** Numbers words, because numbers compare faster than strings. */
function toNumbers(a: readonly Word[], b: readonly Word[]): [Uint32Array, Uint32Array] {
  const numbers = new Map<string, number>();
  const number = ({ word }: Word): number => {
    const known = numbers.get(word) ?? numbers.size;
    numbers.set(word, known);
    return known;
  };
  return [Uint32Array.from(a, number), Uint32Array.from(b, number)];
}

/** Length of the longest common sequence after each pair of positions. */
function toLengths(a: Uint32Array, b: Uint32Array): Uint16Array {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] as number) + 1
          : Math.max(lengths[(i + 1) * width + j] as number, lengths[i * width + j + 1] as number);
  return lengths;
}
