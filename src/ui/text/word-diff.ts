export interface DiffRun {
  readonly what: 'same' | 'removed' | 'added';
  readonly text: string;
  /** Its place in the list. */
  readonly at: number;
}

/** More are not compared: the table has a cell for every pair. */
const MAX_WORDS = 500;

/** Words of two short texts, those that both have in order as they are; white space does not count. */
export function diffWords(from: string, to: string): DiffRun[] {
  const [a, b] = [toWords(from), toWords(to)];
  const lengths = toLengths(a, b);
  const lengthAt = (i: number, j: number): number => lengths[i * (b.length + 1) + j] as number;
  const runs: { what: DiffRun['what']; words: string[] }[] = [];
  const add = (what: DiffRun['what'], word: string): void => {
    const last = runs.at(-1);
    if (last?.what === what) last.words.push(word);
    else runs.push({ what, words: [word] });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const isSame = i < a.length && j < b.length && a[i] === b[j];
    if (isSame) {
      add('same', a[i] as string);
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1)))
      add('removed', a[i++] as string);
    else add('added', b[j++] as string);
  }
  return runs.map(({ what, words }, at) => ({ what, text: words.join(' '), at }));
}

function toWords(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
}

/** Of the longest common sequence of what follows each pair of places. */
function toLengths(a: readonly string[], b: readonly string[]): Uint16Array {
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
