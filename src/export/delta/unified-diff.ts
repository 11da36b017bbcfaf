import { structuredPatch } from 'diff';

/** Lines of a text and their numbers in its file. */
export interface NumberedLines {
  readonly lines: readonly string[];
  readonly numbers: readonly number[];
}

/** Adjacent changes with the lines around them. Indexes are into the two texts. */
export interface Hunk {
  readonly rows: readonly Row[];
  /** First index and number of lines. */
  readonly old: readonly [number, number];
  readonly now: readonly [number, number];
}

interface Row {
  readonly what: ' ' | '-' | '+';
  readonly at: number;
}

const CONTEXT_LINES = 3;
const MAX_ROWS = 120;
/** More different lines take seconds to compare: then one text counts as removed and the other as added. */
const MAX_EDITS = 4_000;

export function diffLines(old: readonly string[], now: readonly string[]): Hunk[] {
  const [before, after] = [old, now].map((lines) => lines.map((line) => `${line}\n`).join('')) as [string, string];
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_EDITS };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  if (patch === undefined) return toHunks([...old.map(() => '-' as const), ...now.map(() => '+' as const)], [0, 0]);
  return patch.hunks.flatMap(({ lines, oldStart, newStart }) =>
    toHunks(
      lines.map((line) => line[0] as Row['what']),
      [oldStart - 1, newStart - 1],
    ),
  );
}

/** Numbers the rows, and cuts long hunks: a part may fit into a pack where the whole does not. */
function toHunks(kinds: readonly Row['what'][], [oldStart, nowStart]: readonly [number, number]): Hunk[] {
  const hunks: Hunk[] = [];
  let [oldAt, nowAt] = [oldStart, nowStart];
  for (let start = 0; start < kinds.length; start += MAX_ROWS) {
    const [oldFirst, nowFirst] = [oldAt, nowAt];
    const rows = kinds.slice(start, start + MAX_ROWS).map((what): Row => {
      const at = what === '-' ? oldAt : nowAt;
      if (what !== '+') oldAt++;
      if (what !== '-') nowAt++;
      return { what, at };
    });
    hunks.push({ rows, old: [oldFirst, oldAt - oldFirst], now: [nowFirst, nowAt - nowFirst] });
  }
  return hunks;
}

/** Writes a hunk as in `diff -u`, with the name of the symbol or heading it is in. */
export function writeHunk(hunk: Hunk, old: NumberedLines, now: NumberedLines, name: string): string {
  // A side without lines has the number of the line before it.
  const toRange = ([start, count]: Hunk['old'], { numbers }: NumberedLines): string =>
    `${count === 0 ? (numbers[start - 1] ?? 0) : numbers[start]},${count}`;
  const head = `@@ -${toRange(hunk.old, old)} +${toRange(hunk.now, now)} @@${name === '' ? '' : ` ${name}`}\n`;
  const texts = hunk.rows.map(({ what, at }) => ((what === '-' ? old : now).lines[at] as string).replaceAll('\r', ''));
  const shown = foldLongLines(hunk, texts);
  return head + hunk.rows.map(({ what }, i) => `${what}${shown[i]}\n`).join('');
}

/** Longer lines that differ in a few words are shown around the difference. */
const LONG_LINE = 1_000;
const AROUND_CHARS = 120;

function foldLongLines({ rows }: Hunk, texts: readonly string[]): readonly string[] {
  const shown = [...texts];
  for (let start = 0; start < rows.length; start++) {
    if (rows[start]?.what !== '-') continue;
    let middle = start;
    while (rows[middle]?.what === '-') middle++;
    for (let i = 0; start + i < middle && rows[middle + i]?.what === '+'; i++) {
      const [from, to] = [texts[start + i] as string, texts[middle + i] as string];
      if (Math.min(from.length, to.length) < LONG_LINE) continue;
      const [head, tail] = findShared(from, to);
      const fold = (text: string): string =>
        `${head > 0 ? '…' : ''}${text.slice(head, text.length - tail)}${tail > 0 ? '…' : ''}`;
      shown[start + i] = fold(from);
      shown[middle + i] = fold(to);
    }
    start = middle - 1;
  }
  return shown;
}

/** Returns how many characters at both ends are the same in both texts and far from the difference; cuts at spaces. */
function findShared(a: string, b: string): [number, number] {
  const length = Math.min(a.length, b.length);
  let head = 0;
  while (head < length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const start = Math.max(0, a.lastIndexOf(' ', head - AROUND_CHARS));
  const end = a.indexOf(' ', a.length - tail + AROUND_CHARS);
  return [head < AROUND_CHARS ? 0 : start, tail < AROUND_CHARS || end < 0 ? 0 : a.length - end];
}
